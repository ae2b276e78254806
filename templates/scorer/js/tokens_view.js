// Only with tokens.
import {cellName} from "./messages.js";

/** What a square of a common board shows: everybody's tokens. */
export function describeTokens(app, id, blamed) {
  const counts = app.game.sheets.map((sheet) => sheet.marks.get(id) ?? 0);
  const name = cellName(id, app.words);
  const told = counts.flatMap((count, seat) => (count ? [`${app.names[seat]} ${count}`] : []));
  return {
    label: [name, ...told].join(", "),
    pressed: counts[app.game.current] > 0,
    marks: counts.flatMap((count, seat) =>
      count ? [{kind: "token", ...app.page.tokens[seat], text: count > 1 ? count : ""}] : [],
    ),
    blame: blamed.get(id),
  };
}
