import {findMarks} from "../../templates/scorer/js/photos/marks.js";
import {greyAt, halved, integralOf, sharpened, smoothed} from "../../templates/scorer/js/photos/pixels.js";

/** Return the marks in a picture by their ids, or what is wrong with it. */
export function marksInPicture(picture) {
  const {marks, ...problem} = findMarks(unpacked(picture));
  return marks ? {marks: Object.fromEntries(marks)} : problem;
}

/** Return the pixels of a picture after each of the operations on pictures. */
export function pictureOperations(picture, sigma, amount, points) {
  const grey = unpacked(picture);
  return {
    halved: [...halved(grey).data],
    smoothed: [...smoothed(grey).data],
    sharpened: [...sharpened(grey, sigma, amount).data],
    integral: [...integralOf(grey)],
    greyAt: points.map(([x, y]) => greyAt(grey, x, y)),
  };
}

/** Return a picture whose grey levels are given in base 64. */
function unpacked({width, height, levels}) {
  const characters = atob(levels);
  const data = new Uint8Array(characters.length);
  for (let at = 0; at < data.length; at += 1) data[at] = characters.charCodeAt(at);
  return {width, height, data};
}
