import {addPlayer, gameOf, isBlank, isUntouched, playerNames, recordOf, withMode} from "./games/game.js";
import {decodeRecord} from "./games/link.js";
import {parsePrinted, withPrintedSheet} from "./games/printed_sheets.js";
import {readRecord, recordData} from "./games/record.js";
import {render} from "./messages.js";
import {readArrangement} from "./rules/arrangement.js";
import {ask} from "./views/dialogs.js";

const SHARED = /^[0-9A-Z]{4}[\w-]+$/;

/** Open the sheets in a link's fragment: a printed sheet, or sheets that a player shared. */
export async function openFragment(app, fragment) {
  if (!fragment) return;
  const printed = parsePrinted(fragment) ?? parsePrinted(withoutPunctuation(fragment));
  if (printed) openPrintedSheet(app, printed);
  else await openSharedSheets(app, withoutPunctuation(fragment));
  // Without its fragment, a reload does not open the same sheets again.
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Return a text without the punctuation that a chat may append to a link. */
function withoutPunctuation(text) {
  return text.replace(/[.,;:!?)\]}'"]+$/, "");
}

function openPrintedSheet(app, {rules, geometry, serial, code}) {
  const {fingerprint, rules_fingerprint: ownRules, rulebook} = app.page;
  const arrangement = readSheetArrangement(rulebook, code);
  app.removeNotices("other_rules", "other_look");
  if (rules !== ownRules) app.addNotice("other_rules");
  else if (rules + geometry !== fingerprint) app.addNotice("other_look");
  if (arrangement === undefined) app.showToast(app.texts.sheet_damaged);
  else app.setTimeline(withPrintedSheet(rulebook, app.timeline, {serial, arrangement}));
  app.showScreen("sheet");
}

/** Return the code of a shuffled sheet's arrangement; null if the link has none, undefined if it is damaged. */
function readSheetArrangement(rulebook, code) {
  if (code === undefined) return null;
  const text = withoutPunctuation(code);
  if (!rulebook.shuffle) return text ? undefined : null;
  return readArrangement(rulebook, text)?.code;
}

async function openSharedSheets(app, code) {
  const {texts} = app;
  const shared = readShared(app, code);
  if (typeof shared === "string") return app.showToast(texts[shared]);
  const names = playerNames(shared, app.words).join(", ");
  const join = {text: texts.join, value: isUntouched(app.game) ? openAsNewGame : joinGame};
  const answers = [...(canJoin(app, shared) ? [join] : []), {text: texts.as_new, value: openAsNewGame}];
  const open = await ask(texts, render(texts.join_ask, {names}), answers);
  open?.(app, shared);
}

/** Return the checked record of a link, or the key of the text that explains why there is none. */
function readShared({page, words}, code) {
  const {rulebook} = page;
  const shared = decodeRecord(rulebook, page.rules_fingerprint, code);
  if (shared === "other-rules") return SHARED.test(code) ? "link_other" : "link_damaged";
  if (shared === "damaged") return "link_damaged";
  const {record} = readRecord(rulebook, recordData(rulebook, recordOf(shared, words), page.reference));
  if (!record) return "link_damaged";
  return {...record, sheets: record.sheets.map((sheet, seat) => ({...sheet, name: shared.sheets[seat].name}))};
}

function canJoin({game, page: {rulebook}}, shared) {
  const taken = game.sheets.filter((sheet) => !isBlank(sheet));
  const isSameTrack = shared.side === game.side || taken.every(({space}) => !space);
  return !rulebook.tokens && isSameTrack && taken.length + shared.sheets.length <= rulebook.players.max;
}

function joinGame(app, shared) {
  if (!canJoin(app, shared)) return openAsNewGame(app, shared); // the game may have changed during the question
  app.change((game) => {
    const here = {...game, side: shared.side, sheets: game.sheets.filter((sheet) => !isBlank(sheet))};
    const joined = shared.sheets.reduce(addPlayer, here);
    const isPlayed = joined.sheets.some((sheet) => sheet.history);
    return withMode(app.page.rulebook, joined, isPlayed ? "playing" : game.mode);
  });
  app.openScreen("sheet");
}

function openAsNewGame(app, shared) {
  app.startGame(gameOf(app.page.rulebook, shared));
}
