import {playerNames, withSheet} from "../games/game.js";
import {tidyName} from "../games/record.js";
import {render} from "../messages.js";
import {nameField} from "../views/controls.js";
import {openDialog} from "../views/dialogs.js";
import {el, textButton} from "../views/dom.js";
import {overviewPicture, partPicture} from "./cell_pictures.js";
import {sheetPhoto} from "../photos/printed_sheet.js";

/**
 * Show what was read from photos, after the questions about it, with a field for each player's name. Resolves when the
 * user closes it.
 *
 * An entry has a reading and the seat of its player, or a problem. `doubts` asks questions, and `openOther` opens the page
 * of another layout.
 */
export function showReview(app, entries, doubts, openOther) {
  const {texts} = app;
  const read = entries.filter(({problem}) => !problem);
  const content = entries.map((entry) => (entry.problem ? problemView(app, entry, openOther) : readingView(app, entry)));
  if (read.length) content.push(el("p", {class: "hint"}, texts.photo_legend));
  if (doubts.isNeeded) return doubts.ask(content);
  return new Promise((resolve) => {
    const close = openDialog(
      read.length ? render(texts.photo_done, {count: read.length}) : texts.photo_none,
      el("div", {class: "review"}, content),
      [textButton(texts.photo_close, () => close(), {class: "strong", autofocus: true})],
      resolve,
    );
  });
}

/** Return what was read from one photo: a picture to compare, the name as it is written, and a field for it. */
function readingView(app, entry) {
  const {page, texts, game, words} = app;
  const {seat, crosses, doubts} = entry;
  const rename = (text) => app.change((now) => withSheet(now, () => ({name: tidyName(text)}), seat));
  const field = nameField(game.sheets[seat].name, playerNames(game, words)[seat], rename, {});
  const {name: written} = sheetPhoto(page, entry.arrangement);
  const strip = written && el("img", {src: partPicture(entry, written), alt: texts.photo_name});
  const counts = [render(texts.photo_crosses, {crosses})];
  if (doubts.length) counts.push(render(texts.photo_unsure, {count: doubts.length}));
  return el(
    "figure",
    {},
    el("img", {class: "overview", src: overviewPicture(page, entry), alt: texts.photo_overview}),
    el("figcaption", {}, counts.join(" · ")),
    el("label", {class: "written-name"}, el("span", {}, texts.name), strip, field),
  );
}

/** Return why a photo could not be read and, for a sheet of another layout, a button that opens its page. */
function problemView(app, entry, openOther) {
  const {texts, language, page} = app;
  const {problem, values = {}} = entry;
  const titles = problem === "photo_other_layout" ? page.photo.layouts[values.layout] : null;
  const layout = titles ? (titles[language] ?? titles.en) : values.layout;
  const text = render(texts[problem === "photo_other_layout" && !titles ? "photo_unknown_layout" : problem], {
    ...values,
    layout,
  });
  const button = titles
    ? textButton(render(texts.photo_open_layout, {layout}), () => openOther(entry), {class: "strong"})
    : null;
  return el("div", {class: "problem"}, el("p", {}, text), button);
}
