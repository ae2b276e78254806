// Only with companions.
import {isFree, withSheet} from "../games/game.js";
import {choice} from "./controls.js";

/** Return a choice of the layout of the current player's sheet, as long as nothing is crossed; null after that. */
export function layoutChoice({game, sheet, words}, change) {
  if (sheet.serial !== null || !isFree(sheet)) return null;
  const options = [[null, words.title], ...Object.entries(words.companions)].map(([value, text]) => ({value, text}));
  const onChoose = (arrangement) => change((now) => withSheet(now, () => ({arrangement}), game.current));
  return choice(words.texts.sheet, options, sheet.arrangement, onChoose);
}
