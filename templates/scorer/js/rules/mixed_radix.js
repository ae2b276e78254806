/** Codes are multiples of this prime number, so that a damaged code is detected. */
export const CHECK_PRIME = 65521n;

/** Reads the digits of a number in which each digit has its own base; `rest` is what has not been read. */
export class MixedRadixReader {
  constructor(number) {
    this.rest = number / CHECK_PRIME;
  }

  take = (base) => {
    const digit = Number(this.rest % BigInt(base));
    this.rest /= BigInt(base);
    return digit;
  };
}
