// Markers of a JPEG: codes that follow a byte 0xff.
const FIRST_SEGMENT = 0xc0; // the first of those that begin a segment, which has its length
const PROGRESSIVE_FRAME = 0xc2;
const FIRST_RESTART = 0xd0; // inside of scans; no segments
const START = 0xd8;
const END = 0xd9;
const SCAN = 0xda;

/**
 * Return {scans, isProgressive} of a JPEG file, given its bytes; null if it is another file.
 *
 * A JPEG with one scan can be decoded at a fraction of its size. Others are decoded as a whole, and each of their scans
 * takes time for all pixels, however few bytes it has.
 */
export function jpegStructure(bytes) {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  let scans = 0;
  let isProgressive = false;
  for (let at = 2; at < bytes.length - 1; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const marker = bytes[at + 1];
    if (marker === END) break; // previews and films may follow
    if (marker === SCAN) scans += 1;
    if (marker === PROGRESSIVE_FRAME) isProgressive = true;
    const isSegment = marker >= FIRST_SEGMENT && marker < 0xff && (marker < FIRST_RESTART || marker > START);
    if (isSegment) at += 1 + 256 * bytes[at + 2] + bytes[at + 3];
  }
  return {scans, isProgressive};
}
