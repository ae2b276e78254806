import {sheetCells} from "../photos/printed_sheet.js";

const CELL_MARGIN = 1.6; // mm shown around a cell in its picture, so that strokes are seen whole
const OVERVIEW_WIDTH = 900; // pixels of the picture of a whole sheet
const FRAMES = {cross: "#067a3a", ask: "#d95f00"}; // colours by answer
const QUALITY = 0.8; // of JPEG pictures, from 0 to 1

/** Return a small picture of one cell of a photographed sheet, as a data URL. */
export function cellPicture(page, reading, id) {
  const [x, y, width, height] = sheetCells(page, reading.arrangement)[id].box;
  return partPicture(reading, [x - CELL_MARGIN, y - CELL_MARGIN, width + 2 * CELL_MARGIN, height + 2 * CELL_MARGIN]);
}

/** Return a picture of a part of a photographed sheet, given by its box in mm, as a data URL. */
export function partPicture({picture, scale}, box) {
  const [x, y, width, height] = box.map((length) => Math.round(length * scale));
  const canvas = sheetCanvas(picture, width, height, -x, -y, 1);
  return canvas.toDataURL("image/jpeg", QUALITY);
}

/** Return a picture of a photographed sheet with frames around crossed and unsure cells, as a data URL. */
export function overviewPicture(page, {picture, scale, arrangement, readings}) {
  const reduction = OVERVIEW_WIDTH / picture.width;
  const canvas = sheetCanvas(picture, OVERVIEW_WIDTH, Math.round(picture.height * reduction), 0, 0, reduction);
  const context = canvas.getContext("2d");
  const cells = sheetCells(page, arrangement);
  for (const [id, {answer}] of readings) {
    if (!FRAMES[answer]) continue;
    const [x, y, width, height] = cells[id].box.map((length) => length * scale * reduction);
    for (const [colour, line] of [
      ["#fff", 7],
      [FRAMES[answer], 4],
    ]) {
      context.strokeStyle = colour;
      context.lineWidth = line;
      context.setLineDash(answer === "ask" && colour !== "#fff" ? [9, 5] : []);
      context.strokeRect(x - 1, y - 1, width + 2, height + 2);
    }
  }
  return canvas.toDataURL("image/jpeg", QUALITY);
}

/** Return a canvas with a part of a picture. */
function sheetCanvas(picture, width, height, x, y, reduction) {
  const whole = new OffscreenCanvas(picture.width, picture.height);
  whole.getContext("2d").putImageData(new ImageData(picture.data, picture.width), 0, 0);
  const canvas = document.createElement("canvas");
  Object.assign(canvas, {width, height});
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(whole, x, y, picture.width * reduction, picture.height * reduction);
  return canvas;
}
