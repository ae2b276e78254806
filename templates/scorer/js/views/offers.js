import {cellName, render, renderNames} from "../messages.js";
import {illegalMove} from "../rules/illegal_move.js";
import {closingIds, missingLocks} from "../rules/rulebook.js";
import {sheetRulebook} from "../rules/sheet_rules.js";
import {el, iconButton, textButton} from "./dom.js";

/** Return an offer to cross the lock of the row that was closed by the last tap; null if it is not needed. */
export function lockOffer({game, sheet, sheetRulebook: rulebook, words}, tapped, onAccept, onDecline) {
  const row = tapped?.seat === game.current && closedRow(rulebook, sheet, tapped.id);
  if (!row || !missingLocks(rulebook, sheet).includes(row.lock?.id)) return null;
  const text = render(words.texts.offer, {cell: cellName(tapped.id, words)});
  const {id} = row.lock;
  const button = textButton(cellName(id, words), () => onAccept(id), {class: "strong", key: "offer"});
  return offer(text, [button], words, onDecline);
}

/**
 * Return an offer to the other players who may close the row that was just closed, because everybody may use the same
 * roll; null if there are none. `onAccept` is called with the seat and the number to be crossed.
 */
export function closingOffer(rulebook, {game, names, words}, tapped, onAccept, onDecline) {
  const {sheets} = game;
  if (game.mode !== "playing" || rulebook.own_closing || !sheets[tapped?.seat]) return null;
  const own = sheetRulebook(rulebook, sheets[tapped.seat]);
  const row = closedRow(own, sheets[tapped.seat], tapped.id);
  if (!row) return null;
  const {number} = row.cells.find(({id}) => id === tapped.id);
  const buttons = [...sheets.keys()].flatMap((seat) => {
    const others = sheetRulebook(rulebook, sheets[seat]);
    const theirs = others.rows.find(({id}) => id === row.id);
    const ids = closingIds(theirs).filter((id) => theirs.cells.find((cell) => cell.id === id).number === number);
    const id = seat === tapped.seat ? undefined : ids.find((each) => !illegalMove(others, sheets[seat], each));
    return id ? [textButton(names[seat], () => onAccept(seat, id), {class: "strong", key: `close ${seat}`})] : [];
  });
  const text = render(words.texts.close_too, {name: names[tapped.seat], row: words.rows[row.id], number});
  return buttons.length ? offer(text, buttons, words, onDecline) : null;
}

/** Return an offer to finish the game, if it is over by the rules. */
export function endOffer({end, words}, onAccept, onDecline) {
  if (!end) return null;
  const text = renderNames(words.texts[end.key], end.values, words);
  const button = textButton(words.texts.finish, onAccept, {class: "strong", key: "finish now"});
  return offer(text, [button], words, onDecline);
}

/** Return the row that is closed by a crossed cell; undefined if there is none. */
function closedRow(rulebook, sheet, cell) {
  return sheet.marks.has(cell) ? rulebook.rows.find((row) => closingIds(row).includes(cell)) : undefined;
}

function offer(text, buttons, words, onDecline) {
  return el("div", {class: "offer"}, el("span", {}, text), buttons, iconButton("remove", words.texts.close, onDecline));
}
