import {CODE_MASKS, formatInformation} from "../../sharing/qr_format.js";
import {correctBlock} from "./reed_solomon.js";

/** Smallest version of a code that can be read. */
export const MIN_CODE_VERSION = 2;
/** Largest version of a code that can be read. */
export const MAX_CODE_VERSION = 15;

// Kinds of modules. Light and dark ones are part of patterns that all codes of the same size have.
const DATA_MODULE = 0;
const LIGHT_MODULE = 1;
const DARK_MODULE = -1;
const INFORMATION_MODULE = 2; // part of the format information or the version information

// By version from 2: the error correction codewords per block and the number of blocks, at error correction level M.
const CODE_BLOCKS = [
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
  [30, 5],
  [22, 8],
  [22, 9],
  [24, 9],
  [24, 10],
];

const VERSION_INFORMATION_SIZE = 45; // modules of the smallest codes that have version information
const BYTE_MODE = 4; // mode indicator of a segment of bytes
const LONG_COUNT_VERSION = 10; // smallest version with 2 bytes for the number of bytes in a segment, not 1
const PADDING_BYTES = [0xec, 0x11]; // bytes that fill the rest of a code in turns

/**
 * Return the text of a QR code; null if it has too many errors, or is of another kind than the codes on sheets.
 *
 * These have a version from 2 to 15, error correction level M, and one segment of bytes. `modules` has `size` rows of
 * `size` modules, 1 if dark and 0 if light. `certainties`, if given, has a number for each module that is larger the
 * more certain the module is: codewords with uncertain modules are then corrected as erasures, where that helps.
 */
export function decodeModules(modules, size, certainties = null) {
  const version = (size - 17) / 4;
  const blocks = CODE_BLOCKS[version - MIN_CODE_VERSION];
  if (!blocks) return null;
  const places = codewordPlaces(size);
  const inverts = CODE_MASKS[readMask(modules, size)];
  const bitAt = (place) => modules[place] ^ (inverts(Math.floor(place / size), place % size) ? 0 : 1);
  const codewords = places.map((own) => own.reduce((value, place) => 2 * value + bitAt(place), 0));
  const certaintyOf = (own) => Math.min(...own.map((place) => certainties[place]));
  const data = correctedData(codewords, certainties && places.map(certaintyOf), ...blocks);
  return data && readSegment(data, version < LONG_COUNT_VERSION ? 1 : 2);
}

/** Return 1 for each module that is light in all codes of this size, -1 for dark ones, and 0 for all others. */
export function knownModules(size) {
  return moduleKinds(size).map((kind) => (kind === INFORMATION_MODULE ? 0 : kind));
}

/** Return the kind of each module of a code of this size, row by row. */
function moduleKinds(size) {
  const kinds = new Int8Array(size * size);
  for (const [row, column] of alignmentCentres(size)) putPattern(kinds, size, row, column, 2, [1]);
  for (let at = 8; at < size - 8; at += 1) {
    kinds[6 * size + at] = kinds[at * size + 6] = at % 2 ? LIGHT_MODULE : DARK_MODULE; // timing patterns
  }
  putPattern(kinds, size, 3, 3, 4, [2, 4]); // finder patterns with their light separators
  putPattern(kinds, size, 3, size - 4, 4, [2, 4]);
  putPattern(kinds, size, size - 4, 3, 4, [2, 4]);
  for (const place of formatPlaces(size).flat()) kinds[place] = INFORMATION_MODULE;
  kinds[(size - 8) * size + 8] = DARK_MODULE;
  for (let at = 0; at < 18 && size >= VERSION_INFORMATION_SIZE; at += 1) {
    const [along, across] = [Math.floor(at / 3), size - 11 + (at % 3)];
    kinds[along * size + across] = kinds[across * size + along] = INFORMATION_MODULE;
  }
  return kinds;
}

/** Put a pattern of dark and light rings around a module, as far as it is inside of the code. */
function putPattern(kinds, size, row, column, radius, lightRings) {
  for (let y = Math.max(0, row - radius); y <= Math.min(size - 1, row + radius); y += 1) {
    for (let x = Math.max(0, column - radius); x <= Math.min(size - 1, column + radius); x += 1) {
      const ring = Math.max(Math.abs(y - row), Math.abs(x - column));
      kinds[y * size + x] = lightRings.includes(ring) ? LIGHT_MODULE : DARK_MODULE;
    }
  }
}

/** Return row and column of the centre of each alignment pattern: on a lattice, except where finder patterns are. */
function alignmentCentres(size) {
  const intervals = Math.floor((size - 17) / 28) + 1; // one more every 7 versions
  const step = 2 * Math.ceil((size - 13) / intervals / 2);
  const lines = [6, ...Array.from({length: intervals}, (_, at) => size - 7 - at * step)];
  const centres = lines.flatMap((row) => lines.map((column) => [row, column]));
  return centres.filter((centre) => Math.min(...centre) > 6 || ![6, size - 7].includes(Math.max(...centre)));
}

/** Return for each codeword the indices of its 8 modules: up and down through pairs of columns, from the right. */
function codewordPlaces(size) {
  const kinds = moduleKinds(size);
  const places = [];
  let isUpward = true;
  // Column 6, which has a timing pattern, belongs to no pair.
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let at = 0; at < size; at += 1) {
      const row = isUpward ? size - 1 - at : at;
      places.push(row * size + right, row * size + right - 1);
    }
    isUpward = !isUpward;
  }
  const data = places.filter((place) => kinds[place] === DATA_MODULE);
  return Array.from({length: Math.floor(data.length / 8)}, (_, at) => data.slice(8 * at, 8 * at + 8));
}

/** Return the indices of the modules with the two copies of the format information, from its last bit to its first. */
function formatPlaces(size) {
  const down = [0, 1, 2, 3, 4, 5, 7, 8]; // rows beside the first finder pattern, without the timing pattern
  const back = [7, 5, 4, 3, 2, 1, 0]; // columns below it
  const steps = [0, 1, 2, 3, 4, 5, 6, 7];
  return [
    [...down.map((row) => row * size + 8), ...back.map((column) => 8 * size + column)],
    [...steps.map((at) => 9 * size - 1 - at), ...steps.slice(1).map((at) => (size - 8 + at) * size + 8)],
  ];
}

/** Return the number of the mask: that of level M whose format information differs least from both copies. */
function readMask(modules, size) {
  const differences = CODE_MASKS.map((_, mask) => {
    const expected = formatInformation(mask);
    const isWrong = (place, bit) => modules[place] !== ((expected >> bit) & 1);
    return formatPlaces(size).reduce((sum, copy) => sum + copy.filter(isWrong).length, 0);
  });
  return differences.indexOf(Math.min(...differences));
}

/** Return the data codewords of all blocks after error correction; null if a block has too many errors. */
function correctedData(codewords, certainties, checkCount, blockCount) {
  const data = [];
  for (const places of deinterleave(codewords.length, checkCount, blockCount)) {
    const block = places.map((place) => codewords[place]);
    const corrected = certainties
      ? correctWithErasures(
          block,
          checkCount,
          places.map((place) => certainties[place]),
        )
      : correctBlock(block, checkCount);
    if (!corrected) return null;
    data.push(...corrected.slice(0, -checkCount));
  }
  return data;
}

/** Return a corrected block with as few erasures as possible, the least certain codewords; null if that fails. */
function correctWithErasures(block, checkCount, certainties) {
  const leastCertain = [...block.keys()].sort((one, other) => certainties[one] - certainties[other]);
  for (let count = 0; count < checkCount; count += 2) {
    const corrected = correctBlock(block, checkCount, leastCertain.slice(0, count));
    if (corrected) return corrected;
  }
  return null;
}

/** Return for each block the indices of its codewords; the last blocks may have one more data codeword than others. */
function deinterleave(codewordCount, checkCount, blockCount) {
  const blocks = Array.from({length: blockCount}, () => []);
  const dataCount = codewordCount - checkCount * blockCount;
  const isExtra = (at) => at < dataCount && at >= dataCount - (dataCount % blockCount);
  for (let at = 0; at < codewordCount; at += 1) {
    // The first data codewords of all blocks, the second ones, …, the extra ones, and in the same way the others.
    if (isExtra(at)) blocks[blockCount - dataCount + at].push(at);
    else blocks[(at < dataCount ? at : at - dataCount) % blockCount].push(at);
  }
  return blocks;
}

/** Return the text of data codewords; null unless they are a segment of bytes, a terminator and padding. */
function readSegment(data, countLength) {
  // The mode indicator has 4 bits, so that each byte of the segment is in the halves of two codewords.
  const bytes = data.map((codeword, at) => ((codeword << 4) | (data[at + 1] >> 4)) & 255);
  const count = bytes.slice(0, countLength).reduce((value, byte) => 256 * value + byte, 0);
  const end = countLength + count;
  const isComplete = data[0] >> 4 === BYTE_MODE && end < data.length && (data[end] & 15) === 0;
  if (!isComplete || data.slice(end + 1).some((codeword, at) => codeword !== PADDING_BYTES[at % 2])) return null;
  try {
    const escaped = bytes.slice(countLength, end).map((byte) => `%${byte.toString(16).padStart(2, "0")}`);
    return decodeURIComponent(escaped.join("")); // throws an error if this is no UTF-8
  } catch {
    return null;
  }
}
