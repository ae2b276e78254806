const FORMAT_POLYNOMIAL = 0x537; // generates the error correction bits of the format information
const FORMAT_MASK = 0x5412; // inverts some bits of the format information, so that it is never all light

/** The masks by number: each inverts the data modules for which its function is 0 or false. */
export const CODE_MASKS = [
  (row, column) => (row + column) % 2,
  (row) => row % 2,
  (row, column) => column % 3,
  (row, column) => (row + column) % 3,
  (row, column) => ((row >> 1) + Math.floor(column / 3)) % 2,
  (row, column) => (row * column) % 6,
  (row, column) => (row * column) % 6 > 2,
  (row, column) => (row + column + ((row * column) % 3)) % 2,
];

/** Return the 15 bits of the format information, given the bits of the error correction level and of the mask. */
export function formatInformation(levelAndMask) {
  return withBchCode(levelAndMask, 10, FORMAT_POLYNOMIAL) ^ FORMAT_MASK;
}

/** Return a number followed by its BCH code of this length in bits. */
export function withBchCode(number, length, polynomial) {
  let code = number;
  for (let bit = 0; bit < length; bit += 1) code = (code << 1) ^ ((code >> (length - 1)) * polynomial);
  return (number << length) | code;
}
