import {currentFragment} from "../games/format_version.js";
import {parsePrinted} from "../games/printed_sheets.js";
import {openPrintedSheet, withoutPunctuation} from "./printed_link.js";
import {openSharedSheets} from "./shared_link.js";

const STORED_GAME = /^game\/([\w-]+)$/;

/** Open what a link's fragment stands for: a printed sheet, a game in the book, or sheets that a player shared. */
export async function openFragment(app, fragment) {
  if (!fragment) return;
  const current = currentFragment(fragment);
  if (current === null) return app.showToast(app.texts.newer); // a reload opens it, if there is a newer page
  // Without its fragment, a reload does not open the same sheets again.
  history.replaceState(history.state, "", location.pathname + location.search);
  const {main} = app.frame;
  main.ariaBusy = "true";
  await app.readEntries(); // another window may have added games
  const text = withoutPunctuation(current);
  const printed = parsePrinted(current) ?? parsePrinted(text);
  const [, id] = STORED_GAME.exec(text) ?? [];
  const opening = printed
    ? openPrintedSheet(app, printed)
    : id
      ? app.openStored(id)
      : openSharedSheets(app, text);
  main.ariaBusy = "false"; // it is shown, or there is a question
  await opening;
}
