import {sheetArrangement, sheetCompanion} from "./rules/sheet_rules.js";
import {drawShuffled, shuffledView} from "./shuffled_parts.js";

/** Return the view of a sheet's rows. That of a shuffled sheet may have a `drawing` to be shown instead of symbols. */
export function rowsView({rulebook, shuffled_parts: parts, views}, sheet) {
  if (sheetCompanion(rulebook, sheet)) return views[`${sheet.arrangement} rows`];
  const {rows} = views;
  const arrangement = sheetArrangement(rulebook, sheet);
  if (!arrangement) return rows;
  const view = shuffledView(rows, arrangement);
  return parts ? {...view, drawing: drawShuffled(parts, arrangement.rulebook, view)} : view;
}

/** Return the view of a sheet's penalty boxes. */
export function penaltiesView({rulebook, views}, sheet) {
  return views[sheetCompanion(rulebook, sheet) ? `${sheet.arrangement} penalties` : "penalties"];
}

/** Return the SVG nodes, {tag, attributes, children}, that draw a view. */
export function viewNodes({drawing, symbols}, language) {
  return drawing ?? symbols[language].map((id) => ({tag: "use", attributes: {href: `#${id}`}, children: []}));
}

/** Return the colours of a player's tokens or piece; undefined if the game has neither. */
export function playerColours({pieces, tokens}, seat) {
  return tokens[seat] ?? pieces[seat % pieces.length];
}
