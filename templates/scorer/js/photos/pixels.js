// A picture is {width, height, data}: its rows of grey values one after the other, usually as a Uint8Array.

const SMOOTHING = [0.49912, 0.22851, 0.02193]; // weights of pixels at distances of 0, 1 and 2 in a blur of 0.8 pixels
const BLUR_REACH = 3; // radius of other Gaussian kernels / sigma

/** Return a grey picture of half the size; each pixel is the mean of 2x2 pixels. An odd last row or column is lost. */
export function halved(picture) {
  const {width: from, data} = picture;
  const width = picture.width >> 1;
  const height = picture.height >> 1;
  const half = new data.constructor(width * height);
  const rounding = data instanceof Float32Array ? 0 : 0.5; // integers are rounded down when they are stored
  for (let y = 0; y < height; y += 1) {
    let at = 2 * y * from;
    for (let x = 0; x < width; x += 1, at += 2) {
      half[y * width + x] = (data[at] + data[at + 1] + data[at + from] + data[at + from + 1]) / 4 + rounding;
    }
  }
  return {width, height, data: half};
}

/** Return a grey picture after a Gaussian blur of 0.8 pixels against noise. Pixels at the edge are repeated outside. */
export function smoothed({width, height, data}) {
  const [middle, near, far] = SMOOTHING;
  const row = new Uint8Array(width + 4);
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    row.fill(data[start], 0, 2);
    row.set(data.subarray(start, start + width), 2);
    row.fill(data[start + width - 1], width + 2);
    for (let x = 0; x < width; x += 1) {
      rows[start + x] = middle * row[x + 2] + near * (row[x + 1] + row[x + 3]) + far * (row[x] + row[x + 4]);
    }
  }
  const smooth = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    const [above, below] = [Math.max(y - 1, 0) * width, Math.min(y + 1, height - 1) * width];
    const [top, bottom] = [Math.max(y - 2, 0) * width, Math.min(y + 2, height - 1) * width];
    for (let x = 0; x < width; x += 1) {
      const level = near * (rows[above + x] + rows[below + x]) + far * (rows[top + x] + rows[bottom + x]);
      smooth[start + x] = middle * rows[start + x] + level + 0.5; // rounds down
    }
  }
  return {width, height, data: smooth};
}

/** Return the picture after a Gaussian blur of `sigma` pixels, as floats. Pixels at the edge are repeated outside. */
function blurred(picture, sigma) {
  const {width, height} = picture;
  const weights = gaussianWeights(sigma);
  const across = blurredRows(picture, weights);
  const data = new Float32Array(width * height);
  const radius = (weights.length - 1) / 2;
  for (let y = 0; y < height; y += 1) {
    const row = data.subarray(y * width, (y + 1) * width);
    for (let tap = 0; tap < weights.length; tap += 1) {
      const from = Math.min(Math.max(y + tap - radius, 0), height - 1) * width;
      const weight = weights[tap];
      for (let x = 0; x < width; x += 1) row[x] += weight * across[from + x];
    }
  }
  return {width, height, data};
}

/** Return the picture after unsharp masking with a Gaussian blur of `sigma` pixels, in grey values of 0 to 255. */
export function sharpened(picture, sigma, amount) {
  const {width, height, data} = picture;
  const soft = blurred(picture, sigma).data;
  const sharp = new Uint8ClampedArray(data.length);
  for (let at = 0; at < data.length; at += 1) sharp[at] = (1 + amount) * data[at] - amount * soft[at];
  return {width, height, data: sharp};
}

/**
 * Return the integral image: at (x, y), the sum of all pixels to the left of x and above y.
 *
 * It has one column and one row more than the picture, and holds up to 16 million pixels.
 */
export function integralOf({width, height, data}) {
  const sums = new Uint32Array((width + 1) * (height + 1));
  for (let y = 0; y < height; y += 1) {
    const above = y * (width + 1) + 1;
    let sum = 0;
    for (let x = 0; x < width; x += 1) {
      sum += data[y * width + x];
      sums[above + width + 1 + x] = sums[above + x] + sum;
    }
  }
  return sums;
}

/** Return the grey value at a point between pixels. Points outside have the value of the nearest pixel. */
export function greyAt({width, height, data}, x, y) {
  const inX = Math.min(Math.max(x, 0), width - 1);
  const inY = Math.min(Math.max(y, 0), height - 1);
  const left = Math.min(Math.floor(inX), width - 2);
  const top = Math.min(Math.floor(inY), height - 2);
  const right = inX - left;
  const at = top * width + left;
  const upper = data[at] + (data[at + 1] - data[at]) * right;
  const lower = data[at + width] + (data[at + width + 1] - data[at + width]) * right;
  return upper + (lower - upper) * (inY - top);
}

function gaussianWeights(sigma) {
  const radius = Math.ceil(BLUR_REACH * sigma);
  const weights = Array.from({length: 2 * radius + 1}, (_, tap) => Math.exp(-((tap - radius) ** 2) / (2 * sigma ** 2)));
  const sum = weights.reduce((one, other) => one + other);
  return weights.map((weight) => weight / sum);
}

function blurredRows({width, height, data}, weights) {
  const radius = (weights.length - 1) / 2;
  const padded = new Float32Array(width + 2 * radius);
  const rows = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * width;
    padded.fill(data[start], 0, radius);
    padded.set(data.subarray(start, start + width), radius);
    padded.fill(data[start + width - 1], radius + width);
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (let tap = 0; tap < weights.length; tap += 1) sum += weights[tap] * padded[x + tap];
      rows[start + x] = sum;
    }
  }
  return rows;
}
