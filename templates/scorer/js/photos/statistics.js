/** Return the smallest of some values; infinity if there is none. */
export function least(values) {
  return values.reduce((one, other) => Math.min(one, other), Infinity);
}

/** Return the largest of some values; minus infinity if there is none. */
export function most(values) {
  return values.reduce((one, other) => Math.max(one, other), -Infinity);
}

/** Return the median of some values. */
export function median(values) {
  return percentile(values, 50);
}

/** Return a percentile of some values, interpolated between the two nearest ones. */
export function percentile(values, percent) {
  const numbers = new Float64Array(values);
  const rank = ((numbers.length - 1) * percent) / 100;
  const below = Math.floor(rank);
  const lower = valueOfRank(numbers, below);
  if (rank === below) return lower;
  let upper = Infinity;
  for (let at = below + 1; at < numbers.length; at += 1) upper = Math.min(upper, numbers[at]);
  return lower + (upper - lower) * (rank - below);
}

/** Return the value of this rank, from 0 on, after moving smaller ones before it and larger ones behind it. */
export function valueOfRank(numbers, rank) {
  let left = 0;
  let right = numbers.length - 1;
  while (left < right) {
    const pivot = numbers[(left + right) >> 1];
    let low = left;
    let high = right;
    while (low <= high) {
      while (numbers[low] < pivot) low += 1;
      while (numbers[high] > pivot) high -= 1;
      if (low > high) break;
      const smaller = numbers[high];
      numbers[high] = numbers[low];
      numbers[low] = smaller;
      low += 1;
      high -= 1;
    }
    if (rank <= high) right = high;
    else if (rank >= low) left = low;
    else return numbers[rank];
  }
  return numbers[rank];
}
