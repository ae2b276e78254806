import {parsePrinted} from "../games/printed_sheets.js";
import {openPrintedSheet, withoutPunctuation} from "./printed_link.js";
import {openSharedSheets} from "./shared_link.js";

const STORED_GAME = /^game\/([\w-]+)$/;

/** Open what a link's fragment stands for: a printed sheet, a game in the book, or sheets that a player shared. */
export async function openFragment(app, fragment) {
  if (!fragment) return;
  // Without its fragment, a reload does not open the same sheets again.
  history.replaceState(history.state, "", location.pathname + location.search);
  await app.readEntries(); // another window may have added games
  const text = withoutPunctuation(fragment);
  const printed = parsePrinted(fragment) ?? parsePrinted(text);
  const [, id] = STORED_GAME.exec(text) ?? [];
  if (printed) await openPrintedSheet(app, printed);
  else if (id) await app.openStored(id);
  else await openSharedSheets(app, text);
}
