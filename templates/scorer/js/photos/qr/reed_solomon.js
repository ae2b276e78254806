const FIELD_POLYNOMIAL = 0x11d; // defines the multiplication in GF(256), the finite field of QR codes
const SPARE_SYNDROMES = 4; // syndromes that a correction with erasures leaves unused, to detect a false correction

const FIELD_POWERS = new Uint8Array(510); // powers of 2, twice, so that sums of two logarithms are valid indices
const FIELD_LOGARITHMS = new Uint8Array(256); // by value, to the base 2
for (let exponent = 0, power = 1; exponent < 255; exponent += 1) {
  FIELD_POWERS[exponent] = FIELD_POWERS[exponent + 255] = power;
  FIELD_LOGARITHMS[power] = exponent;
  power = (power << 1) ^ (power & 128 ? FIELD_POLYNOMIAL : 0);
}

/**
 * Return a block of codewords, the last `checkCount` of which are for error correction, without its errors.
 *
 * The codewords at the indices in `erasures` are probably wrong. Each of them costs one error correction codeword and
 * any other wrong codeword costs two. Return null if there are too many wrong codewords.
 */
export function correctBlock(block, checkCount, erasures = []) {
  const syndromes = syndromesOf(block, checkCount);
  if (!syndromes.some(Boolean)) return block;
  // Polynomials are arrays of coefficients, the constant first. The last codeword of a block has the locator 1.
  const locators = erasures.map((index) => FIELD_POWERS[block.length - 1 - index]);
  const polynomial = errorLocator(syndromes, locators);
  const errors = polynomial.length - 1;
  const available = erasures.length ? checkCount - SPARE_SYNDROMES : checkCount;
  if (2 * errors - erasures.length > available) return null;
  const corrected = correctErrors(block, syndromes, polynomial);
  return syndromesOf(corrected, checkCount).some(Boolean) ? null : corrected;
}

/** Return the block as a polynomial evaluated at the first powers of 2: all are 0 if the block has no errors. */
function syndromesOf(block, count) {
  return Array.from({length: count}, (_, exponent) =>
    block.reduce((sum, codeword) => fieldProduct(sum, FIELD_POWERS[exponent]) ^ codeword, 0),
  );
}

/** Return the polynomial whose roots are the inverse locators of the errors, by the Berlekamp-Massey algorithm. */
function errorLocator(syndromes, erasureLocators) {
  let polynomial = [1];
  for (const locator of erasureLocators) polynomial = polynomialSum(polynomial, [0, ...polynomial], locator);
  let previous = polynomial;
  let errors = erasureLocators.length;
  for (let step = errors; step < syndromes.length; step += 1) {
    previous = [0, ...previous];
    const discrepancy = productCoefficient(polynomial, syndromes, step);
    if (!discrepancy) continue;
    const improved = polynomialSum(polynomial, previous, discrepancy);
    if (2 * errors <= step + erasureLocators.length) {
      errors = step + erasureLocators.length + 1 - errors;
      previous = polynomial.map((factor) => fieldProduct(factor, fieldInverse(discrepancy)));
    }
    polynomial = improved;
  }
  while (!polynomial.at(-1)) polynomial.pop();
  return polynomial;
}

/** Return a copy of the block without its errors, whose values follow from Forney's formula. */
function correctErrors(block, syndromes, locatorPolynomial) {
  const evaluator = syndromes.map((_, degree) => productCoefficient(locatorPolynomial, syndromes, degree));
  const derivative = locatorPolynomial.map((factor, degree) => (degree % 2 ? factor : 0)).slice(1);
  return block.map((codeword, index) => {
    const locator = FIELD_POWERS[block.length - 1 - index];
    const root = fieldInverse(locator);
    if (polynomialValue(locatorPolynomial, root)) return codeword;
    const slope = polynomialValue(derivative, root);
    return codeword ^ fieldProduct(locator, fieldProduct(polynomialValue(evaluator, root), fieldInverse(slope)));
  });
}

const fieldProduct = (a, b) => (a && b ? FIELD_POWERS[FIELD_LOGARITHMS[a] + FIELD_LOGARITHMS[b]] : 0);
const fieldInverse = (a) => FIELD_POWERS[255 - FIELD_LOGARITHMS[a]];
const polynomialValue = (polynomial, x) => polynomial.reduceRight((sum, factor) => fieldProduct(sum, x) ^ factor, 0);

/** Return the coefficient of the product of two polynomials for this degree. */
function productCoefficient(one, other, degree) {
  return one.reduce((sum, factor, at) => sum ^ fieldProduct(factor, other[degree - at] ?? 0), 0);
}

/** Return one polynomial plus `factor` times another. */
function polynomialSum(one, other, factor) {
  const length = Math.max(one.length, other.length);
  return Array.from({length}, (_, degree) => (one[degree] ?? 0) ^ fieldProduct(other[degree] ?? 0, factor));
}
