import {jpegStructure} from "./jpeg_structure.js";

const WORKING_SIDE = 1500; // pixels; photos are halved as long as their shorter side stays at least this long
const MAX_WORKING_SIDE = 5400; // pixels of the longer side, so that a canvas has at most 16 million pixels
const MIN_SIDE = 480; // pixels of the shorter side
const MEGABYTE = 1024 ** 2;
const MAX_BYTES = 40 * MEGABYTE;
const MAX_PIXELS = 110e6; // of a JPEG that is decoded at a fraction of its size; more than common phones have
const MAX_DECODED_PIXELS = 51e6; // of a file that is decoded as a whole; photos of "50 megapixels" have up to 50.4
const MAX_SCANS = 32; // of a JPEG; usual progressive ones have about 10

/** Resolves to {canvas}, a canvas with a photo in the size that reading needs, or to {problem, values}. */
export async function photoCanvas(file) {
  if (file.size > MAX_BYTES) return {problem: "too_large", values: {most: MAX_BYTES / MEGABYTE}};
  // Browsers see themselves which format a photo has. With this type, they take no text for a drawing (SVG).
  const url = URL.createObjectURL(file.slice(0, file.size, "image/jpeg"));
  try {
    const jpeg = jpegStructure(new Uint8Array(await file.arrayBuffer()));
    if (jpeg?.scans > MAX_SCANS) return {problem: "damaged"};
    const image = await loadedImage(url);
    const isDecodedSmaller = jpeg?.scans === 1 && !jpeg.isProgressive;
    const problem = problemOfSize(image, isDecodedSmaller ? MAX_PIXELS : MAX_DECODED_PIXELS);
    if (problem) return problem;
    // A bitmap is decoded in the background, so that the page responds, but always at its full size. A JPEG that is drawn
    // smaller can be decoded smaller, as Chromium does, which takes less time and memory.
    const bitmap = jpeg ? null : await createImageBitmap(file).catch(() => null);
    const drawn = drawnPhoto(image, bitmap ?? image);
    bitmap?.close();
    return drawn;
  } catch {
    return {problem: "no_picture"};
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Resolves to the image at an address. Its size is known, but it is not decoded before it is drawn. */
async function loadedImage(url) {
  const image = new Image();
  image.src = url;
  await new Promise((resolve, reject) => Object.assign(image, {onload: resolve, onerror: reject}));
  return image;
}

/** Return {problem, values} if an image is too small or has too many pixels; null if it can be drawn. */
function problemOfSize({naturalWidth: width, naturalHeight: height}, most) {
  if (Math.min(width, height) < MIN_SIDE) return {problem: "too_small", values: {width, height, least: MIN_SIDE}};
  return width * height > most ? {problem: "too_many_pixels", values: {most: most / 1e6}} : null;
}

/** Return {canvas}, or {problem} if the photo is cut short. `source` is what is drawn: the image, or its bitmap. */
function drawnPhoto({naturalWidth: width, naturalHeight: height}, source) {
  const least = Math.min(width, height);
  let factor = 1;
  while (least >= 2 * factor * WORKING_SIDE || Math.max(width, height) > factor * MAX_WORKING_SIDE) factor *= 2;
  const canvas = document.createElement("canvas");
  Object.assign(canvas, {width: Math.round(width / factor), height: Math.round(height / factor)});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.imageSmoothingQuality = "medium";
  context.drawImage(source, 0, 0, canvas.width, canvas.height);
  return isWhole(context) ? {canvas} : {problem: "cut_short"};
}

/** Return whether a drawn photo has all its corners: what is missing at the end of a file stays transparent. */
function isWhole(context) {
  const [right, bottom] = [context.canvas.width - 1, context.canvas.height - 1];
  const alphaAt = (x, y) => context.getImageData(x, y, 1, 1).data[3];
  return alphaAt(0, 0) && alphaAt(right, 0) && alphaAt(0, bottom) && alphaAt(right, bottom);
}
