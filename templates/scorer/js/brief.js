/** Lists of the same length, in full. Each was told without its end where that is the same as of the one before. */
export function inFull(lists) {
  let before = [];
  return lists.map((list) => (before = [...list, ...before.slice(list.length)]));
}
