/** Return a finding about one player's sheet. */
export function ofSheet(sheet, reason, rule, cells, values) {
  return {reason, rule, player: sheet.name, cells, values};
}

/** Return a finding about the whole game. */
export function ofGame(reason, rule, cells, values) {
  return {reason, rule, player: null, cells, values};
}
