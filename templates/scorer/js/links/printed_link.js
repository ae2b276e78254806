import {addPlayer, hasMarks, isFree, isUntouched, newGame, playerNames} from "../games/game.js";
import {isPrintedSheet, isRunning, takenBy, withPrintedSheet} from "../games/printed_sheets.js";
import {amend, newTimeline, step} from "../games/timeline.js";
import {render} from "../messages.js";
import {readArrangement} from "../rules/arrangement.js";
import {ask} from "../views/dialogs.js";

/** Open the sheet of a printed link. If a sheet with its number has crosses already, the user says which one it is. */
export async function openPrintedSheet(app, {rules, geometry, serial, code, name}) {
  const {fingerprint, rules_fingerprint: ownRules, rulebook} = app.page;
  const arrangement = sheetCode(rulebook, code);
  app.showScreen("sheet");
  if (arrangement === undefined) return app.showToast(app.texts.sheet_damaged);
  if (!isRunning(app.game)) app.openFirstGame(null);
  const printed = {serial, arrangement};
  const used = usedSheet(app, printed, name);
  await (used ? askWhichSheet(app, used, printed, name) : seatSheet(app, printed, name));
  if (rules !== ownRules) app.addNotice("other_rules");
  else if (rules + geometry !== fingerprint) app.addNotice("other_look");
  return app.update();
}

/** Return the code of a shuffled sheet's arrangement; null if the link has none, undefined if it is damaged. */
function sheetCode(rulebook, code) {
  if (code === undefined) return null;
  const text = withoutPunctuation(code);
  if (!rulebook.shuffle) return text ? undefined : null;
  return readArrangement(rulebook, text)?.code;
}

/** Return a text without the punctuation that a chat may append to a link. */
export function withoutPunctuation(text) {
  return text.replace(/[.,;:!?)\]}'"]+$/, "");
}

/**
 * Return {entry, game, seat} of the sheet with this number that has crosses: in the open game (where `entry` is null) or,
 * if no game is running, in the last game with it. Return null if there is none, or if the name tells whose it is.
 */
function usedSheet(app, printed, name) {
  const {game, page, format} = app;
  const isOpen = isRunning(game) && !isUntouched(game);
  const seat = usedSeat(page, game, printed, name);
  if (seat >= 0) return isOpen && name && game.sheets[seat].name ? null : {entry: null, game, seat};
  const hasNumber = ({game: stored}) => [stored.now?.serials].flat().includes(printed.serial);
  for (const entry of isOpen ? [] : app.ownEntries().filter(hasNumber)) {
    const earlier = format.timelineOf(entry)?.now;
    const used = earlier ? usedSeat(page, earlier, printed, name) : -1;
    if (used >= 0) return {entry, game: earlier, seat: used};
  }
  return null;
}

/** Return the seat of a printed sheet on which, or on whose board, something is crossed; -1 if there is none. */
function usedSeat({rulebook}, {sheets}, printed, name) {
  const isUsed = (sheet) => (rulebook.tokens ? sheets.some(hasMarks) : hasMarks(sheet));
  return sheets.findIndex((sheet) => isPrintedSheet(sheet, printed, name) && isUsed(sheet));
}

async function askWhichSheet(app, {entry, game, seat}, printed, name) {
  const {texts, page, words} = app;
  const owner = page.rulebook.tokens ? playerNames(game, words).join(", ") : playerNames(game, words)[seat];
  const when = new Date(game.changed).toLocaleDateString(app.language, {dateStyle: "medium"});
  const isJoinable = !entry && isRunning(game) && !page.rulebook.tokens && game.sheets.length < page.rulebook.players.max;
  const show = () => {
    if (entry) app.openEntry(entry);
    app.apply((now) => amend(now, {...now.now, current: seat}));
  };
  const join = () => app.apply((now) => withOneMore(page.rulebook, now, {...printed, name}));
  const playAgain = () => app.openTimeline(sameTable(app, game, seat, printed, name));
  const answer = await ask(texts, render(texts.scan_used, {serial: printed.serial, name: owner, when}), [
    {text: render(texts.scan_same, {name: owner}), value: show},
    ...(isJoinable ? [{text: texts.scan_other, value: join}] : []),
    {text: texts.scan_again, value: playAgain},
  ]);
  answer?.();
}

function withOneMore(rulebook, timeline, sheet) {
  const isFull = timeline.now.sheets.length >= rulebook.players.max; // somebody may have joined during the question
  return isFull ? timeline : step(timeline, addPlayer(timeline.now, sheet));
}

/** Return the timeline of a new game with the players of another one, in which this sheet is the current one. */
function sameTable({page: {rulebook}}, game, seat, printed, name) {
  const names = game.sheets.map((sheet) => sheet.name);
  const fresh = newGame(rulebook, names);
  const own = name && names.includes(name) ? names.indexOf(name) : seat;
  const isTaken = (other) => rulebook.tokens || other === own;
  const sheets = fresh.sheets.map((sheet, other) => (isTaken(other) ? takenBy(sheet, printed, name) : sheet));
  return newTimeline({...fresh, side: game.side, sheets, current: own});
}

/** Give a sheet its seat. If several players of the running game wait for their sheets, the user says whose it is. */
async function seatSheet(app, printed, name) {
  const {rulebook} = app.page;
  const isKnown = app.game.sheets.some((sheet) => isPrintedSheet(sheet, printed, name));
  const waiting = app.game.sheets.filter((sheet) => sheet.name && isFree(sheet));
  let owner = name;
  if (!name && !isKnown && waiting.length > 1 && isRunning(app.game)) {
    const answers = waiting.map((sheet) => ({text: sheet.name, value: sheet.name}));
    owner = (await ask(app.texts, render(app.texts.scan_whose, {serial: printed.serial}), answers)) ?? "";
  }
  const seated = withPrintedSheet(rulebook, app.timeline, printed, owner);
  if (seated.now.id === app.game.id) app.apply((timeline) => withPrintedSheet(rulebook, timeline, printed, owner));
  else app.openTimeline(seated);
}
