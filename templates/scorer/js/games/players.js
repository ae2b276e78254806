/** Return these names, of which those that occur again get a number. Empty ones stay empty. */
export function uniqueNames(names) {
  const unique = [];
  for (const name of names) {
    let own = name;
    for (let count = 2; name && unique.includes(own); count++) own = `${[...name].slice(0, 36).join("")} ${count}`;
    unique.push(own);
  }
  return unique;
}

/** Return the names of all players in these entries, those who played last first, without those in `except`. */
export function knownPlayers(entries, except) {
  const names = entries.flatMap(({result}) => result.map(({name}) => name));
  return [...new Set(names)].filter((name) => name && !except.includes(name));
}

/** Return the names of the players of the last game in which all of several had a name; null if there is none. */
export function lastPlayers(entries, most) {
  const tables = entries.map(({result}) => result.map(({name}) => name));
  const isTable = (names) => names.length > 1 && names.length <= most && names.every((name) => name);
  return tables.find(isTable) ?? null;
}
