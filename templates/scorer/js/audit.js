// A reason is a code, and behind it which kind of it is meant.
const KINDS = /(?<!^too-many)-(tokens|track|both|alone|together)$/;
const WARNING_CODES = ["lock-missing", "ended-twice"];

/** Score the game and check it: first each sheet, then all of them together. */
export function audit(rulebook, record) {
  const scores = score(rulebook, record);
  const findings = record.sheets.flatMap((sheet, seat) => [
    ...checkSheet(rulebook, record, sheet),
    ...wrongSums(rulebook, sheet, scores[seat]),
  ]);
  return {scores, findings: record.complete ? [...findings, ...checkGame(rulebook, record)] : findings};
}

/** Every player's points as marked; only a forgotten lock counts as if it were crossed. */
export function score(rulebook, record) {
  const counted = record.sheets.map((sheet) => countPoints(rulebook, record, sheet));
  return counted.map((points) => ({...points, rank: 1 + counted.filter(({total}) => total > points.total).length}));
}

/** How many crosses there are in these cells. */
export function countCrosses(sheet, ids) {
  return sumOf(ids.map((id) => sheet.marks.get(id) ?? 0));
}

/** How many tokens lie on the board, those for penalties included. */
function countTokens(sheet) {
  return sumOf([...sheet.marks.values()]) + sheet.penalties;
}

/** Did this player close the row? The last number says so, and the lock as well. */
function hasClosed(sheet, row) {
  return row.lock !== null && (sheet.marks.has(lastCell(row).id) || sheet.marks.has(row.lock.id));
}

/** Was the lock forgotten? Not if there was no token left for it. */
export function lacksLock(rulebook, sheet, row) {
  if (rulebook.tokens && countTokens(sheet) >= rulebook.tokens.each) return false;
  return row.lock !== null && sheet.marks.has(lastCell(row).id) && !sheet.marks.has(row.lock.id);
}

/** The last number, which closes the row if it has a lock. */
export function lastCell(row) {
  return row.cells.at(-1);
}

/** The ids of all that can be crossed in a row, the lock last. */
export function rowIds(row) {
  return [...row.cells, ...(row.lock ? [row.lock] : [])].map(({id}) => id);
}

/** The cells that bear a space's number; several only where its row repeats that number. */
function spaceCells(rulebook, space) {
  const {cells} = rulebook.rows.find((row) => row.id === space.row);
  return cells.filter((cell) => cell.number === space.number).map((cell) => cell.id);
}

/** How far one move can lead: the free spaces, and a jump over every other piece. */
function longestHop(rulebook, record) {
  const players = record.complete ? record.sheets.length : rulebook.players.max;
  return rulebook.track.move + players - 1;
}

/** Does this space start the final round? None does without a track. */
function isFinal(rulebook, side, space) {
  return Boolean(side) && space > rulebook.tracks[side].length - rulebook.track.final;
}

/** The fewest moves to the sheet's space, each but the last landing on a crossed number; Infinity if none do. */
function fewestMoves(rulebook, record, sheet) {
  if (!record.side) return 0;
  const spaces = rulebook.tracks[record.side];
  const hop = longestHop(rulebook, record);
  const fewest = [0];
  for (let space = 1; space <= sheet.space; space += 1) {
    const canLand = space === sheet.space || countCrosses(sheet, spaceCells(rulebook, spaces[space - 1])) > 0;
    fewest.push(canLand ? 1 + Math.min(...fewest.slice(-hop)) : Infinity);
  }
  return fewest.at(-1);
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function forgottenLocks(rulebook, sheet) {
  return rulebook.rows.filter((row) => lacksLock(rulebook, sheet, row)).map((row) => row.lock.id);
}

function countPoints(rulebook, record, sheet) {
  const forgotten = forgottenLocks(rulebook, sheet);
  const rows = new Map(
    rulebook.scores.map(({id, cells, points}) => {
      const crosses = countCrosses(sheet, cells) + forgotten.filter((lock) => cells.includes(lock)).length;
      return [id, {crosses, points: points[Math.min(crosses, points.length - 1)]}];
    }),
  );
  const penalties = sheet.penalties * rulebook.penalties.points || 0; // never a negative zero
  const extra = record.side && sheet.space ? rulebook.tracks[record.side][sheet.space - 1].extra : 0;
  const sum = sumOf([...rows.values()].map(({points}) => points)) + penalties + extra;
  return {name: sheet.name, rows, penalties, extra, total: sum};
}

function newFinding(reason, rule, player, cells, values) {
  const code = reason.startsWith("order") ? "order" : reason.replace(KINDS, "");
  const severity = WARNING_CODES.includes(code) ? "warning" : "error";
  return {code, reason, severity, rule, player, cells, values};
}

function ofSheet(sheet, reason, rule, cells, values) {
  return newFinding(reason, rule, sheet.name, cells, values);
}

function ofGame(reason, rule, cells, values) {
  return newFinding(reason, rule, null, cells, values);
}

/** Figures on the paper that differ from the right ones. */
function* wrongSums(rulebook, sheet, points) {
  const {penalties, extra, total: sum} = points;
  const right = new Map([...points.rows].map(([id, row]) => [id, row.points]));
  right.set("penalties", penalties).set("extra", extra).set("total", sum);
  for (const [figure, number] of right) {
    const claimed = sheet.claimed.get(figure) ?? number;
    // A sum of penalties is often written without its minus.
    if (claimed !== number && !(figure === "penalties" && claimed === -number)) {
      const rule = sumRule(rulebook, points, figure);
      yield ofSheet(sheet, "wrong-sum", rule, [], {figure: {figure}, claimed, right: number});
    }
  }
}

/** The rule that says how this figure is counted. */
function sumRule(rulebook, points, figure) {
  if (rulebook.tokens) return "D9";
  if (figure === "extra") return "O5";
  const line = rulebook.scores.find(({id}) => id === figure);
  return line && points.rows.get(figure).crosses >= line.points.length ? "B5" : "C9";
}

/** Every broken rule on this sheet alone. */
function* checkSheet(rulebook, record, sheet) {
  for (const row of rulebook.rows.filter(({lock}) => lock)) yield* checkLock(rulebook, sheet, row);
  yield* tooManyLocks(rulebook, sheet);
  yield* bonusWithoutNeighbour(rulebook, sheet);
  if (rulebook.tokens) yield* checkTokens(rulebook, sheet);
  if (record.side && sheet.space) yield* checkPiece(rulebook, record, sheet);
  if (sheet.history) yield* checkOrder(rulebook, sheet);
}

/** The last number needs enough others before it, and goes together with the lock. */
function* checkLock(rulebook, sheet, row) {
  const [rule, kind] = rulebook.tokens ? ["D7", "-tokens"] : ["C6", ""];
  const {id: last} = lastCell(row);
  const {id: lock, needs} = row.lock;
  const both = {cell: {cells: [last]}, lock: {cells: [lock]}};
  const has = countCrosses(
    sheet,
    row.cells.slice(0, -1).map((cell) => cell.id),
  );
  if (sheet.marks.has(last) && has < needs) {
    yield ofSheet(sheet, `lock-too-few${kind}`, rule, [last], {cell: {cells: [last]}, needs, has});
  }
  if (sheet.marks.has(lock) && !sheet.marks.has(last)) {
    yield ofSheet(sheet, `lock-without-number${kind}`, rule, [lock], both);
  }
  if (lacksLock(rulebook, sheet, row)) yield ofSheet(sheet, `lock-missing${kind}`, rule, [lock], both);
}

/** The game ends with so many closed rows, so nobody can have closed more. */
function* tooManyLocks(rulebook, sheet) {
  const locks = rulebook.rows.filter((row) => hasClosed(sheet, row)).map((row) => row.lock.id);
  const most = rulebook.end.closed_rows;
  if (!rulebook.tokens && locks.length > most) {
    yield ofSheet(sheet, "too-many-locks", "C8", locks, {has: locks.length, most});
  }
}

function* bonusWithoutNeighbour(rulebook, sheet) {
  const bonus = new Set(rulebook.rows.filter((row) => row.between).flatMap(rowIds));
  for (const {cell, needs, of} of rulebook.requirements) {
    if (bonus.has(cell) && sheet.marks.has(cell) && countCrosses(sheet, of) < needs) {
      const values = {cell: {cells: [cell]}, neighbours: {cells: of}};
      yield ofSheet(sheet, "bonus-without-neighbour", "B2", [cell, ...of], values);
    }
  }
}

function* checkTokens(rulebook, sheet) {
  const tokens = countTokens(sheet);
  const {each} = rulebook.tokens;
  if (tokens > each) yield ofSheet(sheet, "too-many-tokens", "D1", [], {has: tokens, each});
  for (const row of rulebook.rows.filter(({lock}) => lock)) {
    const {id} = lastCell(row);
    const has = countCrosses(sheet, [id]);
    if (has > 1) yield ofSheet(sheet, "stack-on-last", "D7", [id], {cell: {cells: [id]}, has});
  }
}

/** The piece stands on a crossed number, and a chain of crossed numbers leads there. */
function* checkPiece(rulebook, record, sheet) {
  const {space} = sheet;
  const cells = spaceCells(rulebook, rulebook.tracks[record.side][space - 1]);
  if (countCrosses(sheet, cells) === 0) {
    yield ofSheet(sheet, "space-not-crossed", "O3", cells, {space, cell: {cells: cells.slice(0, 1)}});
  }
  if (fewestMoves(rulebook, record, sheet) === Infinity) {
    yield ofSheet(sheet, "space-unreachable", "O2", [], {space, hop: longestHop(rulebook, record)});
  }
}

/** Left to right, enough before the last number, neighbours before bonus fields; and the same crosses as marked. */
function* checkOrder(rulebook, sheet) {
  const rows = new Map(rulebook.rows.flatMap((row) => rowIds(row).map((id) => [id, row])));
  const requirements = new Map(rulebook.requirements.map((requirement) => [requirement.cell, requirement]));
  const {history} = sheet;
  const crossed = new Set();
  for (const id of new Set(history)) {
    const row = rows.get(id);
    const rule = row.between ? "B3" : "C2";
    const before = furtherRight(row, id, crossed);
    if (history.indexOf(id) !== history.lastIndexOf(id)) {
      yield ofSheet(sheet, "order-twice", rule, [id], {cell: {cells: [id]}});
    }
    if (before) yield ofSheet(sheet, "order-passed", rule, [id], {cell: {cells: [id]}, before: {cells: [before.id]}});
    if (requirements.has(id)) yield* unmetRequirement(sheet, row, requirements.get(id), crossed);
    crossed.add(id);
  }
  yield* historyDifferences(rulebook, sheet, crossed);
}

/** A number to the right that was crossed before; nothing stands to the right of a lock. */
export function furtherRight(row, id, crossed) {
  if (id === row.lock?.id) return undefined;
  const place = row.cells.findIndex((cell) => cell.id === id);
  return row.cells.slice(place + 1).find((cell) => crossed.has(cell.id));
}

/** What the cross requires was not there yet. */
function* unmetRequirement(sheet, row, {cell: id, needs, of}, crossed) {
  const has = of.filter((other) => crossed.has(other)).length;
  const cell = {cells: [id]};
  if (has >= needs) return;
  if (row.between) yield ofSheet(sheet, "order-neighbour", "B2", [id], {cell, neighbours: {cells: of}});
  else if (id === lastCell(row).id) yield ofSheet(sheet, "order-too-few", "C6", [id], {cell, needs, has});
  else yield ofSheet(sheet, "order-lock", "C6", [id], {cell, number: {cells: of}});
}

/** A history need not list the locks, which come with the last numbers; all else must be the same. */
function* historyDifferences(rulebook, sheet, crossed) {
  const locks = rulebook.rows.map((row) => row.lock?.id);
  const unmarked = [...crossed].filter((id) => !sheet.marks.has(id));
  const unlisted = [...sheet.marks.keys()].filter((id) => !crossed.has(id) && !locks.includes(id));
  if (unmarked.length) yield ofSheet(sheet, "order-unmarked", "C2", unmarked, {cells: {cells: unmarked}});
  if (unlisted.length) yield ofSheet(sheet, "order-unlisted", "C2", unlisted, {cells: {cells: unlisted}});
}

/** Every broken rule that shows only when all sheets are there. */
function* checkGame(rulebook, record) {
  const closers = findClosers(rulebook, record);
  const enoughClosed = closers.size >= rulebook.end.closed_rows;
  if (!enoughClosed && !endedOtherwise(rulebook, record)) yield gameNotOver(rulebook, record, closers);
  yield* tooManyPenalties(rulebook, record);
  yield* impossibleClosing(rulebook, closers);
  if (enoughClosed) yield* endedTwice(rulebook, record, closers);
  if (rulebook.tokens) yield* sharedSquares(rulebook, record);
  else yield* checkTurns(rulebook, record, enoughClosed);
  yield* sharedSpaces(record);
}

/** For each closed row the players who closed it. */
function findClosers(rulebook, record) {
  const closers = rulebook.rows.map((row) => [row.id, namesOf(record, (sheet) => hasClosed(sheet, row))]);
  return new Map(closers.filter(([, names]) => names.length));
}

function namesOf(record, isMeant) {
  return record.sheets.filter(isMeant).map((sheet) => sheet.name);
}

function allPenalties(record) {
  return sumOf(record.sheets.map((sheet) => sheet.penalties));
}

function withAllPenalties(rulebook, record) {
  return namesOf(record, (sheet) => sheet.penalties >= rulebook.penalties.boxes);
}

/** Does an end condition hold, closed rows aside? */
function endedOtherwise(rulebook, record) {
  const {
    tokens,
    penalties: {boxes},
  } = rulebook;
  if (tokens) {
    // A token that was forgotten on a lock is counted, here as well as in the score.
    const placed = (sheet) => countTokens(sheet) + forgottenLocks(rulebook, sheet).length;
    return allPenalties(record) >= boxes || record.sheets.some((sheet) => placed(sheet) >= tokens.each);
  }
  return record.sheets.some(({space, penalties}) => isFinal(rulebook, record.side, space) || penalties >= boxes);
}

function gameNotOver(rulebook, record, closers) {
  const counts = {boxes: rulebook.penalties.boxes, closed: closers.size, needed: rulebook.end.closed_rows};
  if (rulebook.tokens) return ofGame("game-not-over-tokens", "D8", [], {...counts, penalties: allPenalties(record)});
  if (record.side) return ofGame("game-not-over-track", "O6", [], {...counts, final: rulebook.track.final});
  return ofGame("game-not-over", "C8", [], counts);
}

/** The last penalty ends the game, so it is crossed only once. */
function* tooManyPenalties(rulebook, record) {
  const {boxes} = rulebook.penalties;
  const has = allPenalties(record);
  const names = withAllPenalties(rulebook, record);
  if (rulebook.tokens && has > boxes) yield ofGame("too-many-penalties-tokens", "D8", [], {has, boxes});
  if (!rulebook.tokens && names.length > 1) yield ofGame("too-many-penalties", "C8", [], {players: {names}, boxes});
}

/** The closed rows cannot have closed in any order. */
function* impossibleClosing(rulebook, closers) {
  const rows = rulebook.rows.filter((row) => closers.has(row.id));
  const locks = rows.map((row) => row.lock.id);
  const most = rulebook.end.closed_rows;
  const values = {rows: {rows: [...closers.keys()]}, most};
  if (rulebook.tokens) {
    if (rows.length > most) yield ofGame("impossible-closing-tokens", "D8", locks, values);
    for (const row of rows.filter(({id}) => closers.get(id).length > 1)) {
      yield ofGame("impossible-closing-both", "D7", [lastCell(row).id], {row: {rows: [row.id]}});
    }
  } else if (!closedTogether(rows, closers).some((together) => rows.length - together.length < most)) {
    yield ofGame("impossible-closing", "C8", locks, values);
  }
}

/** Sets of rows that one white sum can have closed: the same last number, each row by other players. */
function closedTogether(rows, closers) {
  const sets = rows.reduce((smaller, row) => [...smaller, ...smaller.map((set) => [...set, row])], [[]]);
  return sets.filter((together) => {
    const numbers = new Set(together.map((row) => lastCell(row).number));
    const names = together.flatMap((row) => closers.get(row.id));
    return numbers.size <= 1 && names.length === new Set(names).size;
  });
}

/** Enough rows are closed, and yet somebody has all penalties: each ends the game at once. */
function* endedTwice(rulebook, record, closers) {
  const names = withAllPenalties(rulebook, record);
  const rule = rulebook.tokens ? "D8" : "C8";
  if (names.length) yield ofGame("ended-twice", rule, [], {players: {names}, rows: {rows: [...closers.keys()]}});
}

function* sharedSpaces(record) {
  const spaces = new Set(record.sheets.map((sheet) => sheet.space).filter((space) => space));
  for (const space of [...spaces].sort((one, other) => one - other)) {
    const names = namesOf(record, (sheet) => sheet.space === space);
    if (names.length > 1) yield ofGame("space-shared", "O2", [], {space, players: {names}});
  }
}

function* sharedSquares(rulebook, record) {
  for (const id of rulebook.rows.flatMap(rowIds)) {
    const names = namesOf(record, (sheet) => sheet.marks.has(id));
    if (names.length > 1) yield ofGame("square-shared", "D3", [id], {cell: {cells: [id]}, players: {names}});
  }
}

/** No number of turns fits all sheets. */
function* checkTurns(rulebook, record, enoughClosed) {
  const actions = rulebook.track ? 3 : 2;
  const counts = turnCounts(rulebook, record);
  // With more turns, somebody would have been active more often than he crossed or was penalised.
  const most = counts.length * (Math.min(...counts.map(({crosses, penalties}) => crosses + penalties)) + 2);
  for (let turns = 0; turns < most; turns += 1) {
    if (turnsArePossible(counts, turns, actions, enoughClosed)) return;
  }
  yield explainTurns(counts, actions, enoughClosed);
}

/** What each sheet tells about the number of turns. Locks are no crosses of their own here. */
function turnCounts(rulebook, record) {
  const cells = rulebook.rows.flatMap((row) => row.cells.map((cell) => cell.id));
  return record.sheets.map((sheet) => {
    const moves = fewestMoves(rulebook, record, sheet);
    const crosses = countCrosses(sheet, cells);
    return {name: sheet.name, crosses, penalties: sheet.penalties, moves: moves === Infinity ? 0 : moves};
  });
}

/** Is there a fair split of the turns that fits every sheet, at most one of them with a turn cut short? */
function turnsArePossible(counts, turns, actions, enoughClosed) {
  const cutShort = enoughClosed ? [null, ...counts] : [null];
  return cutShort.some((player) => turnsCanBeSplit(counts, turns, actions, player));
}

/** Everybody gets the same number of turns, and as many players as are left over get one more. */
function turnsCanBeSplit(counts, turns, actions, cutShort) {
  const fewer = Math.floor(turns / counts.length);
  const leftOver = turns % counts.length;
  const fits = (own) => (player) => turnsFit(player, turns, own, actions, player === cutShort);
  const fitFewer = counts.filter(fits(fewer));
  const fitMore = counts.filter(fits(fewer + 1));
  const everybodyFits = counts.every((player) => fitFewer.includes(player) || fitMore.includes(player));
  return everybodyFits && counts.length - fitFewer.length <= leftOver && leftOver <= fitMore.length;
}

/** Can the player have been active in so many of the turns? His last one may have been cut short. */
function turnsFit({crosses, penalties, moves}, turns, own, actions, isCutShort) {
  const played = own - penalties;
  const least = isCutShort ? played - 1 : played;
  return played >= 0 && moves <= own && least <= crosses && crosses <= actions * played + (turns - own);
}

/** Name the two sheets that contradict each other, or else tell what each would fit. */
function explainTurns(counts, actions, enoughClosed) {
  const spans = counts.map((player) => ({...player, ...turnSpan(player, counts.length, actions, enoughClosed)}));
  const alone = spans.find(({least, most}) => least > most);
  if (alone) {
    const most = alone.crosses + alone.penalties + (enoughClosed ? 1 : 0);
    return ofGame("impossible-turns-alone", "C5", [], {player: alone.name, least: alone.moves, most});
  }
  const short = spans.reduce((one, other) => (other.most < one.most ? other : one));
  const long = spans.reduce((one, other) => (other.least > one.least ? other : one));
  if (short.most < long.least) {
    const values = {short: short.name, most: short.most, long: long.name, least: long.least};
    return ofGame("impossible-turns", "C5", [], values);
  }
  const together = spans.map(({name, least, most}) => `${name} ${least}–${most}`).join(", ");
  return ofGame("impossible-turns-together", "C5", [], {spans: together});
}

/** The least and the most turns that this sheet alone would fit; if none do, the least is more than the most. */
function turnSpan(player, players, actions, enoughClosed) {
  const span = {least: Infinity, most: -Infinity};
  for (let turns = 0; turns < players * (player.crosses + player.penalties + 2); turns += 1) {
    const shares = [Math.floor(turns / players), Math.ceil(turns / players)];
    if (shares.some((own) => turnsFit(player, turns, own, actions, enoughClosed))) {
      span.least = Math.min(span.least, turns);
      span.most = turns;
    }
  }
  return span;
}
