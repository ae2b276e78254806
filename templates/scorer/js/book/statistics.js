// Only with book.
import {uniqueNames} from "../games/players.js";

const MAX_BINS = 12;
const MIN_BIN_WIDTH = 5; // points
const MIN_BIN_SPAN = 20; // points that all bins cover at least
const UNSMOOTHED_GAMES = 24; // in a chart of more games, the line follows means of several games

/** Return the entries of finished games, the earliest first: those of a layout, or of all, that ended since a time. */
export function finishedGames(entries, layout = null, since = 0) {
  const isWanted = (entry) => entry.finished >= since && (layout === null || entry.layout === layout);
  const games = entries.filter((entry) => entry.finished && isWanted(entry));
  return games.sort((one, other) => one.finished - other.finished);
}

/**
 * Return the figures of all players with a name, the leader first: by wins, then by the average.
 *
 * Only games of several players count. `games` are entries, the earliest first.
 */
export function ranking(games) {
  const results = new Map();
  for (const {finished, layout, result} of games.filter((game) => game.result.length > 1)) {
    for (const [seat, name] of uniqueNames(result.map((player) => player.name)).entries()) {
      const {total, rank} = result[seat];
      if (!results.has(name)) results.set(name, []);
      results.get(name).push({finished, layout, total, isWin: rank === 1});
    }
  }
  results.delete("");
  const players = [...results].map(([name, own]) => ({name, results: own, ...figuresOf(own)}));
  return players.sort((one, other) => other.wins - one.wins || other.average - one.average || compareNames(one, other));
}

/** Return the figures of a player with these results, the earliest first. */
export function figuresOf(results) {
  const totals = results.map(({total}) => total);
  const streaks = winningStreaks(results);
  const wins = results.filter(({isWin}) => isWin).length;
  return {
    games: results.length,
    wins,
    share: wins / results.length,
    average: averageOf(totals),
    best: greatest(totals),
    streak: streaks.at(-1),
    longest: greatest(streaks),
  };
}

/** Return after each game how many the player has won in a row. */
function winningStreaks(results) {
  let streak = 0;
  return results.map(({isWin}) => (streak = isWin ? streak + 1 : 0));
}

function averageOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}

/** Return the greatest of any number of numbers, which are too many for the arguments of a function. */
export function greatest(numbers) {
  return numbers.reduce((one, other) => Math.max(one, other));
}

/** Return the smallest of any number of numbers. */
export function smallest(numbers) {
  return -greatest(numbers.map((number) => -number));
}

function compareNames(one, other) {
  return one.name.localeCompare(other.name);
}

/** Return for each number the mean of it and of those before it, `count` numbers in all where there are so many. */
export function trendOf(numbers) {
  const count = Math.ceil(numbers.length / UNSMOOTHED_GAMES);
  return {count, means: numbers.map((_, index) => averageOf(numbers.slice(Math.max(0, index + 1 - count), index + 1)))};
}

/**
 * Return about `count` round whole numbers at equal distances, the first at most `least`, the last at least `most`.
 *
 * They are at least `minDistance` apart, which is 1 or 5.
 */
export function roundTicks(least, most, count, minDistance = 1) {
  const ideal = Math.max((most - least) / count, minDistance);
  const power = 10 ** Math.floor(Math.log10(ideal));
  const distance = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= ideal);
  const first = Math.floor(least / distance);
  const last = Math.max(Math.ceil(most / distance), first + 1);
  return Array.from({length: last - first + 1}, (_, index) => (first + index) * distance);
}

/** Return how many of these whole numbers are in each of some bins: bin i has those from edge i to below edge i + 1. */
export function histogram(numbers) {
  const [least, most] = [smallest(numbers), greatest(numbers) + 1];
  const margin = Math.max(0, (MIN_BIN_SPAN - most + least) / 2);
  const edges = roundTicks(least - margin, most + margin, MAX_BINS, MIN_BIN_WIDTH);
  const counts = edges.slice(1).map((end, bin) => numbers.filter((each) => edges[bin] <= each && each < end).length);
  return {edges, counts};
}
