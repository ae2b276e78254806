// Only with companions.

/** Return the rulebook of the companion whose sheet this is; undefined if it is a sheet of the game's own layout. */
export function companionOf({companions}, {arrangement}) {
  return Object.hasOwn(companions, arrangement) ? companions[arrangement] : undefined;
}

/** Return the record of a game of a companion as one of the own layout; layouts are given by their slugs. */
export function adoptedRecord(record, companion, own) {
  const players = record.players.map(({sheet = companion, ...player}) => (sheet === own ? player : {...player, sheet}));
  return {...record, players};
}
