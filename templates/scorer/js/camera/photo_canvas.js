const WORKING_SIDE = 1500; // pixels; photos are halved as long as their shorter side stays at least this long
const MIN_SIDE = 480; // pixels of the shorter side
const MAX_PIXELS = 110e6; // more than the cameras of common phones have

/** Resolves to {canvas}, a canvas with a photo in the size that reading needs, or to {problem, values}. */
export async function photoCanvas(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => Object.assign(image, {onload: resolve, onerror: reject}));
    return drawnPhoto(image);
  } catch {
    return {problem: "no_picture"};
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/**
 * Return {canvas}, or {problem, values}. An image that is drawn smaller can be decoded smaller, as Chromium does, which
 * takes less time and memory than to decode all of a large photo first.
 */
function drawnPhoto(image) {
  const {naturalWidth: width, naturalHeight: height} = image;
  const least = Math.min(width, height);
  if (least < MIN_SIDE) return {problem: "too_small", values: {width, height, least: MIN_SIDE}};
  if (width * height > MAX_PIXELS) return {problem: "too_many_pixels", values: {most: MAX_PIXELS / 1e6}};
  const factor = 2 ** Math.max(0, Math.floor(Math.log2(least / WORKING_SIDE)));
  const canvas = document.createElement("canvas");
  Object.assign(canvas, {width: Math.round(width / factor), height: Math.round(height / factor)});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.imageSmoothingQuality = "medium";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return isWhole(context) ? {canvas} : {problem: "cut_short"};
}

/** Return whether a drawn photo has all its corners: what is missing at the end of a file stays transparent. */
function isWhole(context) {
  const [right, bottom] = [context.canvas.width - 1, context.canvas.height - 1];
  const alphaAt = (x, y) => context.getImageData(x, y, 1, 1).data[3];
  return alphaAt(0, 0) && alphaAt(right, 0) && alphaAt(0, bottom) && alphaAt(right, bottom);
}
