/** The numbers of codes are multiples of this prime, so that one that was damaged on its way is noticed. */
export const CHECK = 65521n;

/** A large number that is made of choices, each with as many values as there are; and what is left of it. */
export class Choices {
  constructor(number) {
    this.left = number / CHECK;
  }

  take = (count) => {
    const value = Number(this.left % BigInt(count));
    this.left /= BigInt(count);
    return value;
  };
}
