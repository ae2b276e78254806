// A mask has one value per pixel of a picture, row by row: 1 inside, 0 outside.

/** Label the connected components of a mask from 1 on. Return the labels, and the number of labels with 0. */
export function labelComponents(mask, width, height, withDiagonals) {
  const labels = new Int32Array(mask.length);
  const stack = new Int32Array(mask.length);
  let depth = 0;
  let count = 1;
  for (let start = 0; start < mask.length; start += 1) {
    if (!mask[start] || labels[start]) continue;
    labels[start] = count;
    stack[depth++] = start;
    while (depth) {
      const at = stack[--depth];
      const x = at % width;
      const y = (at - x) / width;
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row += 1) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column += 1) {
          const next = row * width + column;
          if (!mask[next] || labels[next] || (!withDiagonals && row !== y && column !== x)) continue;
          labels[next] = count;
          stack[depth++] = next;
        }
      }
    }
    count += 1;
  }
  return {labels, count};
}

/** Return the indices of the pixels of a mask. */
export function indicesOf(mask) {
  const indices = [];
  for (let at = 0; at < mask.length; at += 1) if (mask[at]) indices.push(at);
  return indices;
}

/** Return the distance of each pixel of a mask from the nearest pixel outside of it, in pixels. */
export function distanceInside(mask, width, height) {
  // Everything around the mask is outside.
  const [outerWidth, outerHeight] = [width + 2, height + 2];
  const squares = new Float64Array(outerWidth * outerHeight);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) if (mask[y * width + x]) squares[(y + 1) * outerWidth + x + 1] = Infinity;
  }
  const envelope = makeEnvelope(Math.max(outerWidth, outerHeight));
  for (let x = 0; x < outerWidth; x += 1) transformLine(squares, x, outerWidth, outerHeight, envelope);
  for (let y = 0; y < outerHeight; y += 1) transformLine(squares, y * outerWidth, 1, outerWidth, envelope);
  const distances = new Float32Array(mask.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) distances[y * width + x] = Math.sqrt(squares[(y + 1) * outerWidth + x + 1]);
  }
  return distances;
}

/** Return memory for the lower envelope of parabolas along a line. */
function makeEnvelope(length) {
  return {line: new Float64Array(length), vertices: new Int32Array(length), begins: new Float64Array(length + 1)};
}

/**
 * Replace squared distances along a line by the least sum of one of them and the squared distance to its place.
 *
 * These are the lower envelope of parabolas (Felzenszwalb and Huttenlocher), given by their vertices and by where each
 * of them begins. The first and the last square of a line are finite.
 */
function transformLine(squares, start, step, length, {line, vertices, begins}) {
  let last = 0;
  vertices[0] = 0;
  begins[0] = -Infinity;
  line[0] = squares[start];
  for (let at = 1; at < length; at += 1) {
    const square = squares[start + at * step];
    line[at] = square;
    if (square === Infinity) continue;
    let begin = beginOf(line, vertices[last], at);
    while (begin <= begins[last]) {
      last -= 1;
      begin = beginOf(line, vertices[last], at);
    }
    last += 1;
    vertices[last] = at;
    begins[last] = begin;
  }
  begins[last + 1] = Infinity;
  for (let at = 0, current = 0; at < length; at += 1) {
    while (begins[current + 1] < at) current += 1;
    squares[start + at * step] = (at - vertices[current]) ** 2 + line[vertices[current]];
  }
}

/** Return where the parabola of a vertex becomes lower than that of a vertex before it. */
function beginOf(line, before, vertex) {
  return (line[vertex] + vertex * vertex - line[before] - before * before) / (2 * (vertex - before));
}
