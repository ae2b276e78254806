import {CODE_MASKS, formatInformation, withBchCode} from "./qr_format.js";

// By version from 1: the error correction codewords per block and the number of blocks, at error correction level L.
const CHECK_COUNTS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28];
const BLOCK_COUNTS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9];
const LEVEL_L = 8; // as part of the format information
const VERSION_POLYNOMIAL = 0x1f25; // generates the error correction bits of the version information

/**
 * Return the modules of the smallest QR code for a text, as rows of booleans: true if a module is dark.
 *
 * Return null for texts that need a version above 22: cameras cannot read such codes from the screen of a phone.
 */
export function qrModules(text) {
  const bytes = new TextEncoder().encode(text);
  for (const [index, checkCount] of CHECK_COUNTS.entries()) {
    const version = index + 1;
    const blockCount = BLOCK_COUNTS[index];
    const dataCount = (drawCode(version, 0, []).bits >> 3) - checkCount * blockCount;
    const segment = [...(version < 10 ? [] : [bytes.length >> 8]), bytes.length & 255, ...bytes];
    if (segment.length >= dataCount) continue;
    // All bytes are shifted by 4 bits, as they are between the mode indicator 4 and the terminator 0, of 4 bits each.
    const data = [...segment, 0].map((byte, at) => ((at ? segment[at - 1] << 4 : 0x40) | (byte >> 4)) & 255);
    for (let padding = 0xec; data.length < dataCount; padding ^= 0xec ^ 0x11) data.push(padding);
    const codewords = withErrorCorrection(data, checkCount, blockCount);
    const codes = CODE_MASKS.map((_, mask) => drawCode(version, mask, codewords).rows);
    const penalties = codes.map(penaltyPoints);
    return codes[penalties.indexOf(Math.min(...penalties))].map((row) => row.map(Boolean));
  }
  return null;
}

/** Return the codewords of all blocks in turns: first those with data, then those for error correction. */
function withErrorCorrection(data, checkCount, blockCount) {
  let generator = [1]; // the coefficients of a polynomial, as all arrays of codewords here
  for (let exponent = 0, power = 1; exponent < checkCount; exponent += 1) {
    generator = [...generator, 0].map((factor, at) => factor ^ codewordProduct(generator[at - 1], power));
    power = codewordProduct(power, 2);
  }
  const left = [...data];
  const blocks = Array.from({length: blockCount}, (_, block) => {
    const own = left.splice(0, left.length / (blockCount - block)); // rounded down: the last blocks have one more
    const remainder = [...own, ...Array(checkCount).fill(0)];
    for (const at of own.keys()) {
      const quotient = remainder[at];
      for (const [degree, factor] of generator.entries()) remainder[at + degree] ^= codewordProduct(factor, quotient);
    }
    return [own, remainder.slice(own.length)];
  });
  return [0, 1].flatMap((part) => data.flatMap((_, at) => blocks.flatMap((block) => block[part][at] ?? [])));
}

/** Return the product of two codewords as elements of the finite field GF(256). */
function codewordProduct(a, b) {
  let product = 0;
  for (let bit = 128; bit; bit >>= 1) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (b & bit && a);
  return product;
}

/** Return the rows of a code, 1 for dark modules and 0 for light ones, and the number of bits that it holds. */
function drawCode(version, mask, codewords) {
  const size = 17 + 4 * version;
  const rows = Array.from({length: size}, () => Array(size));
  const put = (row, column, module) => {
    rows[row][column] ??= module;
    rows[column][row] ??= module; // all patterns are symmetric
  };
  const putPattern = (row, column, rings) => {
    for (let y = -3; y < 4; y += 1) {
      for (let x = -3; x < 4; x += 1) put(row + y, column + x, rings[Math.max(x, -x, y, -y)]);
    }
  };
  putPattern(3, 3, [1, 1, 0, 1]); // finder patterns
  putPattern(3, size - 4, [1, 1, 0, 1]);
  const lines = [6]; // rows and columns with alignment patterns, the others at equal distances from the last one
  const step = 2 * Math.ceil((size - 13) / Math.floor(version / 7 + 1) / 2);
  for (let line = size - 7; line > 14; line -= step) lines.push(line);
  for (const row of lines) {
    for (const column of lines) if (rows[row][column] === undefined) putPattern(row, column, [1, 0, 1]);
  }
  const versionInformation = withBchCode(version, 12, VERSION_POLYNOMIAL);
  for (let at = 0; at < size; at += 1) {
    put(6, at, 1 - (at % 2)); // timing patterns
    if (version > 6 && at < 18) put(Math.floor(at / 3), size - 11 + (at % 3), (versionInformation >> at) & 1);
  }
  const format = formatInformation(LEVEL_L + mask);
  for (let at = 0; at < 8; at += 1) {
    put(7, at, 0); // separators of the finder patterns
    put(7, size - 1 - at, 0);
    put(at, size - 8, 0);
    const beside = at < 6 ? at : at + 1; // without the timing pattern
    rows[beside][8] = rows[8][size - 1 - at] = (format >> at) & 1;
    rows[8][beside] = rows[size - 1 - at][8] = (format >> (14 - at)) & 1;
  }
  rows[size - 8][8] = 1;
  let bits = 0;
  // Up and down through pairs of columns, from the right. Column 6, which has a timing pattern, belongs to no pair.
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2) {
    for (let at = 0; at < 2 * size; at += 1) {
      const row = (right + 1) & 2 ? at >> 1 : size - 1 - (at >> 1);
      const column = right - (at & 1);
      rows[row][column] ??= ((codewords[bits >> 3] >> (~bits++ & 7)) & 1) ^ !CODE_MASKS[mask](row, column);
    }
  }
  return {rows, bits};
}

/** Return how hard to read a code is, by the four rules of the standard. */
function penaltyPoints(rows) {
  const columns = rows.map((_, column) => rows.map((row) => row[column]));
  const lines = [...rows, ...columns].map((line) => line.join("")).join(" ");
  const runs = lines.match(/0{5,}|1{5,}/g);
  const squares = rows.flatMap((row, y) =>
    row.filter((dark, x) => x && y && [row[x - 1], rows[y - 1][x - 1], rows[y - 1][x]].every((each) => each === dark)),
  );
  const likeFinders = [...lines.matchAll(/(?=10111010000|00001011101)/g)];
  const dark = rows.flat().filter(Boolean);
  return (
    runs.reduce((sum, run) => sum + run.length - 2, 0) +
    3 * squares.length +
    40 * likeFinders.length +
    10 * Math.floor(Math.abs((20 * dark.length) / rows.length ** 2 - 10))
  );
}
