import {readArrangement} from "./arrangement.js";
import {ask} from "./dialogs.js";
import {addPlayer, gameOf, isBlank, isUntouched, newGame, playerNames, recordOf, withMode} from "./game.js";
import {decodeRecord} from "./link.js";
import {render} from "./messages.js";
import {readRecord, recordData} from "./record.js";
import {amend, step, timelineOf} from "./timeline.js";

const SAME_EVENING = 12 * 60 * 60 * 1000;
const PRINTED = /^([0-9A-Z]{4})([0-9A-Z]{2})\.(\d{1,9})(?:\.(.*))?$/;
const SHARED = /^[0-9A-Z]{4}[\w-]+$/;

/** Open what a link brings after its `#`: the sheet with its number, or sheets that somebody shared. */
export async function arrive(app, fragment) {
  if (!fragment) return;
  const printed = PRINTED.exec(fragment) ?? PRINTED.exec(withoutEnding(fragment));
  if (printed) openPrinted(app, ...printed.slice(1));
  else await openShared(app, withoutEnding(fragment));
  // To load the page again must not bring the sheets again.
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Without what a chat may put behind a link. */
function withoutEnding(text) {
  return text.replace(/[.,;:!?)\]}'"]+$/, "");
}

function openPrinted(app, rules, look, serial, ending) {
  const arrangement = readPrintedCode(app.rulebook, ending);
  app.forget("other_rules", "other_look");
  if (rules !== app.page.rules) app.notice("other_rules");
  else if (rules + look !== app.page.fingerprint) app.notice("other_look");
  if (arrangement === undefined) app.tell(app.texts.sheet_damaged);
  else app.keep(withPrinted(app, {serial: Number(serial), arrangement}));
  app.enter("sheet");
}

/** The arrangement that stands behind the number of a shuffled sheet; null without one, undefined if it is damaged. */
function readPrintedCode(rulebook, ending) {
  if (ending === undefined) return null;
  const code = withoutEnding(ending);
  if (!rulebook.shuffle) return code ? undefined : null;
  return readArrangement(rulebook, code)?.code;
}

/** A sheet joins the game of the evening if there is a seat; a common board belongs to all of its players. */
export function withPrinted(app, print) {
  const {game, rulebook, timeline} = app;
  const isRecent = Date.now() - game.changed < SAME_EVENING;
  const seat = game.sheets.findIndex((sheet) => isPrint(sheet, print));
  if (isRecent && seat >= 0) return amend(timeline, {...game, current: seat});
  if (isUntouched(game)) return stamped(game, print);
  const free = game.sheets.findIndex(isBlank);
  const isFull = free < 0 && game.sheets.length >= rulebook.players.max;
  if (rulebook.tokens || !isRecent || isFull) return stamped(newGame(rulebook), print);
  if (free < 0) return step(timeline, addPlayer(game, print));
  const sheets = game.sheets.with(free, {...game.sheets[free], ...print});
  return amend(timeline, {...game, sheets, current: free, changed: Date.now()});
}

/** Sheets with the same number may be shuffled in different ways. */
export function isPrint({serial, arrangement}, print) {
  return serial === print.serial && arrangement === print.arrangement;
}

function stamped(blank, print) {
  return timelineOf({...blank, changed: Date.now(), sheets: blank.sheets.map((sheet) => ({...sheet, ...print}))});
}

async function openShared(app, code) {
  const {texts} = app;
  const shared = readShared(app, code);
  if (typeof shared === "string") return app.tell(texts[shared]);
  const names = playerNames(shared, app.words).join(", ");
  const join = canJoin(app, shared) ? [{text: texts.join, value: isUntouched(app.game) ? openGame : joinGame}] : [];
  const answer = await ask(app, render(texts.join_ask, {names}), [...join, {text: texts.as_new, value: openGame}]);
  answer?.(app, shared);
}

/** The record of a link, checked like any other; or which text tells what is wrong with it. */
function readShared(app, code) {
  const shared = decodeRecord(app.rulebook, app.page.rules, code);
  if (shared === "other-rules") return SHARED.test(code) ? "link_other" : "link_damaged";
  if (shared === "damaged") return "link_damaged";
  const data = recordData(app.rulebook, recordOf(shared, app.words), app.page.game);
  const {record} = readRecord(app.rulebook, data);
  if (!record) return "link_damaged";
  return {...record, sheets: record.sheets.map((sheet, seat) => ({...sheet, name: shared.sheets[seat].name}))};
}

function canJoin(app, shared) {
  const {game, rulebook} = app;
  const taken = game.sheets.filter((sheet) => !isBlank(sheet));
  const isSameTrack = shared.side === game.side || taken.every(({space}) => !space);
  return !rulebook.tokens && isSameTrack && taken.length + shared.sheets.length <= rulebook.players.max;
}

function joinGame(app, shared) {
  if (!canJoin(app, shared)) return openGame(app, shared); // much may have happened while the question stood there
  app.change((game) => {
    const here = {...game, side: shared.side, sheets: game.sheets.filter((sheet) => !isBlank(sheet))};
    const joined = shared.sheets.reduce(addPlayer, here);
    const isPlayed = joined.sheets.some((sheet) => sheet.history);
    return withMode(app.rulebook, joined, isPlayed ? "playing" : game.mode);
  });
  app.go("sheet");
}

function openGame(app, shared) {
  app.startGame(gameOf(app.rulebook, shared));
}
