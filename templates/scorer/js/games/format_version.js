const FORMAT_VERSION = 1; // of records and links, the latest that can be read

/** Return whether a version, which may be missing or anything else, is later than the latest that can be read. */
export function isLaterVersion(version, latest = FORMAT_VERSION) {
  return Number.isInteger(version) && version > latest;
}

/** Return what follows the # of a link, without its version, such as `v1.`; null if that is a later one. */
export function currentFragment(fragment) {
  const [prefix = "", version] = /^v([1-9]\d{0,8})\./.exec(fragment) ?? [];
  return isLaterVersion(Number(version)) ? null : fragment.slice(prefix.length);
}
