/** Return a text with its placeholders replaced; placeholders inside values are kept. */
export function render(text, values) {
  const value = (placeholder, name) => (Object.hasOwn(values, name) ? values[name] : placeholder);
  return text.replace(/\{\{ *(\w+) *\}\}/g, value);
}

/** Return a number with a typographic minus sign. */
export function signed(number) {
  return String(number).replace("-", "−");
}

/** Return the name of a cell, such as "Red 5", "Red lock" or "Misthrows 1". */
export function cellName(id, words) {
  const space = id.lastIndexOf(" ");
  const number = id.slice(space + 1);
  if (id.slice(0, space) === "penalty") return `${words.figures.penalties} ${number}`;
  const row = words.rows[id.slice(0, space)];
  return number === "lock" ? render(words.lock, {row}) : `${row} ${number}`;
}

/** Return the message of a finding or of an illegal move. */
export function message({reason, values}, words) {
  return renderNames(words.findings[reason], values, words);
}

/** Return a text with its placeholders replaced; values may be cells, rows, players or figures to be named. */
export function renderNames(text, values, words) {
  const named = Object.entries(values).map(([name, value]) => [name, nameValue(value, words)]);
  return render(text, Object.fromEntries(named));
}

function nameValue(value, words) {
  if (typeof value === "number") return signed(value);
  if (typeof value === "string") return value;
  if (value.cells) return value.cells.map((id) => cellName(id, words)).join(", ");
  if (value.rows) return value.rows.map((id) => words.rows[id]).join(", ");
  if (value.names) return joinNames(value.names, words);
  return Object.hasOwn(words.figures, value.figure) ? words.figures[value.figure] : words.rows[value.figure];
}

function joinNames(names, words) {
  const last = names.at(-1);
  return names.length > 1 ? render(words.both, {others: names.slice(0, -1).join(", "), last}) : last;
}
