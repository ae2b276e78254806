// Only with tokens.
import {cellName} from "../messages.js";

/** Describe a square of the board with the tokens of all players. */
export function describeSquare(id, {game, names, words}, colours) {
  const counts = game.sheets.map((sheet) => sheet.marks.get(id) ?? 0);
  const owners = [...counts.keys()].filter((seat) => counts[seat]);
  return {
    label: [cellName(id, words), ...owners.map((seat) => `${names[seat]} ${counts[seat]}`)].join(", "),
    isPressed: counts[game.current] > 0,
    marks: owners.map((seat) => ({kind: "token", ...colours[seat], text: counts[seat] > 1 ? counts[seat] : ""})),
  };
}
