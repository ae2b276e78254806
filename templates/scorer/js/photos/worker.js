import {Framing} from "./framing.js";
import {findSheets, readCells} from "./reading.js";
import {makeTemplate} from "./template.js";

let template = null; // the sheet as it was printed
let framing = null; // what judges the frames of a live camera
let photo = null; // the photo in which sheets were found: {pixels, sheets}

const TASKS = {
  /** Draw the printed sheet, with which all photos are compared until the next one is drawn. */
  template({page, definitions, arrangement}) {
    template = makeTemplate(page, definitions, arrangement);
    return {};
  },

  /** Judge a frame of a live camera; the first one of several has `isFirst`. */
  look({pixels, codePlaces, enlargement, isFirst}) {
    if (isFirst) framing = new Framing();
    return framing.judge(pixels, codePlaces, enlargement);
  },

  /** Find the sheets on a photo, which is kept until the next one. */
  find({pixels, codePlaces}) {
    const {sheets, ...answer} = findSheets(pixels, codePlaces);
    photo = {pixels, sheets};
    return {...answer, links: sheets?.map(({link}) => link)};
  },

  /** Read the cells of one of the sheets that were found. */
  read({index}) {
    return readCells(photo.pixels, photo.sheets[index].marks, template);
  },
};

/** Answer each message of the page, which names a task and has what the task needs. */
self.onmessage = ({data: {task, ...values}}) => {
  const answer = TASKS[task](values);
  self.postMessage(answer, answer.picture ? [answer.picture.data.buffer] : []);
};
