import {findSheet, readCells} from "./reading.js";

let photo = null; // the photo that was opened last: {pixels, marks, sheet}

/** Answer messages of the page: first {file, width, height, sheet}, then {cells, reference} for the same photo. */
self.onmessage = async ({data}) => {
  try {
    const {answer, transfer = []} = data.file ? await openPhoto(data) : readPhoto(data);
    self.postMessage(answer, transfer);
  } catch {
    self.postMessage({problem: data.file ? "no_picture" : "unlike"});
  }
};

/** Decode a photo in the given size, and find the sheet on it. */
async function openPhoto({file, width, height, sheet}) {
  const size = {resizeWidth: width, resizeHeight: height, resizeQuality: "medium"};
  const bitmap = await createImageBitmap(file, size);
  const context = new OffscreenCanvas(width, height).getContext("2d", {willReadFrequently: true});
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, width, height);
  const {marks, ...answer} = findSheet(pixels, sheet.codePlaces);
  photo = {pixels, marks, sheet};
  return {answer};
}

/** Read the cells of the photo. */
function readPhoto({cells, reference}) {
  const {pixels, marks, sheet} = photo;
  photo = null;
  const answer = readCells(pixels, marks, sheet, cells, reference);
  return {answer, transfer: answer.picture ? [answer.picture.data.buffer] : []};
}
