import {addPlayer, gameOf, isBlank, isUntouched, playerNames, recordOf, withMode} from "../games/game.js";
import {decodeRecord} from "../games/link.js";
import {readRecord, recordData} from "../games/record.js";
import {newTimeline, step} from "../games/timeline.js";
import {render} from "../messages.js";
import {ask} from "../views/dialogs.js";

const SHARED = /^[0-9A-Z]{4}[\w-]+$/;

/** Open the sheets that somebody shared as a link, in the open game or in one of their own. */
export async function openSharedSheets(app, code) {
  const {texts} = app;
  const shared = readShared(app, code);
  if (typeof shared === "string") return app.showToast(texts[shared]);
  const names = playerNames(shared, app.words).join(", ");
  const join = {text: texts.join, value: isUntouched(app.game) ? openAsGame : joinGame};
  const answers = [...(canJoin(app, shared) ? [join] : []), {text: texts.as_new, value: openAsGame}];
  const open = await ask(texts, render(texts.join_ask, {names}), answers);
  open?.(app, shared);
}

/** Open a game of its own for a record, or the one that was opened for the same record before. */
export function openAsGame(app, shared) {
  const {page, format} = app;
  const fresh = {...gameOf(page.rulebook, shared), origin: shared.origin};
  const entry = app.ownEntries().find(({game}) => game.now?.origin === shared.origin);
  const known = entry && format.timelineOf(entry);
  if (!known) return app.openTimeline(newTimeline(fresh));
  app.openEntry(entry);
  const {id, finished} = known.now;
  app.apply((timeline) => step(timeline, {...fresh, id, finished: fresh.finished && (finished ?? fresh.finished)}));
}

/** Return the checked record of a link, or the key of the text that explains why there is none. */
function readShared({page, words}, code) {
  const {rulebook} = page;
  const shared = decodeRecord(rulebook, page.rules_fingerprint, code);
  if (shared === "other-rules") return SHARED.test(code) ? "link_other" : "link_damaged";
  if (shared === "damaged") return "link_damaged";
  const {record} = readRecord(rulebook, recordData(rulebook, recordOf(shared, words), page.reference));
  if (!record) return "link_damaged";
  const sheets = record.sheets.map((sheet, seat) => ({...sheet, name: shared.sheets[seat].name, origin: code}));
  return {...record, sheets, origin: code};
}

function canJoin({game, page: {rulebook}}, shared) {
  if (rulebook.tokens) return false;
  const joined = joinedGame(game, shared);
  const isSameTrack = shared.side === game.side || game.sheets.every((sheet) => isBlank(sheet) || !sheet.space);
  return isSameTrack && joined.sheets.length <= rulebook.players.max;
}

function joinGame(app, shared) {
  if (!canJoin(app, shared)) return openAsGame(app, shared); // the game may have changed during the question
  app.change((game) => {
    const joined = joinedGame(game, shared);
    const isPlayed = joined.sheets.some((sheet) => sheet.history);
    return withMode(app.page.rulebook, joined, isPlayed ? "playing" : game.mode);
  });
  return app.openScreen("sheet");
}

/** Return the game with the shared sheets. Each replaces the sheet of the same player, or the same link's, if there is one. */
function joinedGame(game, shared) {
  const here = {...game, side: shared.side, sheets: game.sheets.filter((sheet) => !isBlank(sheet))};
  return shared.sheets.reduce((joined, sheet) => {
    const isSame = (other) => (sheet.name ? other.name === sheet.name : other.origin === sheet.origin);
    const seat = joined.sheets.findIndex(isSame);
    if (seat < 0) return addPlayer(joined, sheet);
    const sheets = joined.sheets.with(seat, {...joined.sheets[seat], ...sheet});
    return {...joined, sheets, current: seat};
  }, here);
}
