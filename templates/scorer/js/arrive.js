import {ask} from "./dialogs.js";
import {addPlayer, gameOf, isBlank, isUntouched, newGame, playerNames, recordOf} from "./game.js";
import {decodeRecord} from "./link.js";
import {render} from "./messages.js";
import {readRecord, recordData} from "./record.js";
import {amend, step, timelineOf} from "./timeline.js";

const SAME_EVENING = 12 * 60 * 60 * 1000;
const PRINTED = /^([0-9A-Z]{6})\.(\d{1,9})$/;

/** Open what a link brings after its `#`: the sheet with its number, or sheets that somebody shared. */
export function arrive(app, fragment) {
  const printed = PRINTED.exec(fragment);
  if (printed) openPrinted(app, printed[1], Number(printed[2]));
  else if (fragment) openShared(app, fragment);
}

function openPrinted(app, print, serial) {
  app.notices = app.notices.filter((notice) => !notice.startsWith("other_"));
  if (print.slice(0, 4) !== app.rules) app.notice("other_rules");
  else if (print !== app.page.print) app.notice("other_look");
  const seat = app.game.sheets.findIndex((sheet) => sheet.serial === serial);
  if (seat < 0) app.keep(withPrinted(app, serial));
  else app.amend((game) => ({...game, current: seat}));
}

/** A sheet joins the game of the evening if there is a seat; a common board belongs to all of its players. */
function withPrinted(app, serial) {
  const {game, rulebook, timeline} = app;
  const stamped = (blank) => timelineOf({...blank, sheets: blank.sheets.map((sheet) => ({...sheet, serial}))});
  const isRecent = Date.now() - game.changed < SAME_EVENING;
  const free = game.sheets.findIndex(isBlank);
  if (isUntouched(game)) return stamped(game);
  if (rulebook.tokens || !isRecent) return stamped(newGame(rulebook));
  if (free >= 0) {
    const sheets = game.sheets.with(free, {...game.sheets[free], serial});
    return amend(timeline, {...game, sheets, current: free});
  }
  if (game.sheets.length >= rulebook.players.max) return stamped(newGame(rulebook));
  return step(timeline, {...addPlayer(game, {serial}), changed: Date.now()});
}

async function openShared(app, code) {
  const {texts} = app;
  // Asked once: opening the page again must not ask again.
  history.replaceState(history.state, "", location.pathname + location.search);
  const shared = readShared(app, code);
  if (typeof shared === "string") return app.tell(texts[shared]);
  const names = playerNames(shared, app.words).join(", ");
  const join = canJoin(app, shared) ? [{text: texts.join, value: joinGame}] : [];
  const answer = await ask(app, render(texts.join_ask, {names}), [...join, {text: texts.as_new, value: openGame}]);
  answer?.(app, shared);
}

/** The record of a link, checked like any other; or which text tells what is wrong with it. */
function readShared(app, code) {
  const shared = decodeRecord(app.rulebook, app.rules, code);
  if (shared === "other-rules") return /^[0-9A-Z]{4}[\w-]+$/.test(code) ? "link_other" : "link_damaged";
  if (shared === "damaged") return "link_damaged";
  const data = recordData(app.rulebook, recordOf(shared, app.words), app.page.game);
  return readRecord(app.rulebook, data).record ? shared : "link_damaged";
}

function canJoin(app, shared) {
  const {game, rulebook} = app;
  const taken = game.sheets.filter((sheet) => !isBlank(sheet));
  const isSameTrack = shared.side === game.side || taken.every(({space}) => !space);
  return !rulebook.tokens && isSameTrack && taken.length + shared.sheets.length <= rulebook.players.max;
}

function joinGame(app, shared) {
  app.change((game) => {
    const here = {...game, side: shared.side, sheets: game.sheets.filter((sheet) => !isBlank(sheet))};
    const joined = shared.sheets.reduce(addPlayer, here);
    return {...joined, mode: joined.sheets.some((sheet) => sheet.history) ? "playing" : game.mode};
  });
  app.go("sheet");
}

function openGame(app, shared) {
  app.startGame(gameOf(app.rulebook, shared));
}
