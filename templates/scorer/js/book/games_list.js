// Only with book.
import {uniqueNames} from "../games/players.js";
import {render} from "../messages.js";
import {ask, openDialog} from "../views/dialogs.js";
import {el, icon, iconButton, textButton} from "../views/dom.js";

const MAX_NOTE = 500; // characters, as in entries
const PENCIL = "m4 20 1-4L16.5 4.5l3 3L8 19zM14 7l3 3";
const BIN = "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5";

/** Return the title of an entry's layout in a language, or else in any. */
export function titleOf({layout, title}, language) {
  return title[language] ?? title.en ?? Object.values(title)[0] ?? layout;
}

/** Return the names of the players of a result. Those without a name are named by their seats. */
export function shownNames(result, texts) {
  const names = uniqueNames(result.map(({name}) => name));
  return names.map((name, seat) => name || render(texts.player, {number: seat + 1}));
}

/** Return a list of games, grouped by months. `view` is what a screen shows them with. */
export function gamesByMonth(entries, view) {
  const months = new Map();
  for (const entry of entries) {
    const month = view.format.month(entry.finished);
    months.set(month, [...(months.get(month) ?? []), entry]);
  }
  return [...months].map(([month, games]) =>
    el("section", {}, el("h3", {}, month), el("ul", {class: "games"}, games.map((entry) => gameItem(entry, view)))),
  );
}

/** Return a game in a list: when it ended or was changed, its layout, its players with their points, and its note. */
export function gameItem(entry, view) {
  const {format, language, words} = view;
  const {finished, id, note, result} = entry;
  const when = format.moment(finished ?? entry.changed);
  const title = titleOf(entry, language);
  const names = shownNames(result, words.texts);
  const players = result.map(({rank, total}, seat) => ({name: names[seat], rank, total}));
  const isWinner = ({rank}) => finished && result.length > 1 && rank === 1;
  const items = players
    .sort((one, other) => other.total - one.total)
    .map((player) =>
      el(
        "li",
        {class: isWinner(player) ? "won" : ""},
        isWinner(player) ? icon("trophy") : null,
        el("bdi", {}, player.name),
        ` ${format.whole(player.total)}`,
      ),
    );
  const game = `${title}, ${when}`;
  const noteLabel = render(words.book.note_of, {game});
  const deleteLabel = render(words.book.delete_of, {game});
  return el(
    "li",
    {class: "card game"},
    opener(view.opener(entry), id, el("b", {}, title), el("small", {}, when)),
    finished ? iconButton(PENCIL, noteLabel, () => editNote(entry, noteLabel, view), {key: `note ${id}`}) : null,
    iconButton(BIN, deleteLabel, () => deleteGame(entry, `${game}: ${names.join(", ")}`, view), {key: `delete ${id}`}),
    el("ul", {class: "table"}, items),
    note ? el("p", {class: "note"}, note) : null,
  );
}

/** Return the element that opens a game, given its attributes; without any, the game cannot be opened here. */
function opener(attributes, id, ...children) {
  const tag = attributes ? (attributes.href ? "a" : "button") : "div";
  return el(tag, {class: "open", key: `open ${id}`, ...attributes}, ...children);
}

/** Let the user write a note on a game. */
function editNote({id, note}, label, {words, change}) {
  const field = el("textarea", {"aria-label": words.book.note, maxlength: MAX_NOTE, rows: 4});
  field.value = note;
  const save = () => {
    const text = field.value.trim();
    close();
    change(id, (entry) => (entry ? {...entry, note: text} : undefined));
  };
  const buttons = [
    textButton(words.book.keep_note, save, {class: "strong"}),
    textButton(words.texts.cancel, () => close()),
  ];
  const close = openDialog(label, [field], buttons);
  field.focus();
}

/** Delete a game, if the user agrees. */
async function deleteGame({id}, game, {words, change}) {
  const question = render(words.book.delete_ask, {game});
  const isConfirmed = await ask(words.texts, question, [{text: words.texts.delete, value: true, kind: "danger"}]);
  if (isConfirmed) change(id, () => null);
}
