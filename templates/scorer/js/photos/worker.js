import {findSheet, readCells} from "./reading.js";
import {makeTemplate} from "./template.js";

let template = null; // the sheet as it was printed
let photo = null; // the photo in which the sheet was found: {pixels, marks}

const TASKS = {
  /** Make the template of a sheet, which serves for all photos until the next one is made. */
  template({sheet, cells, reference}) {
    template = makeTemplate(sheet, cells, reference);
    return {};
  },

  /** Find the sheet on a photo. */
  find({pixels, codePlaces}) {
    const {marks, ...answer} = findSheet(pixels, codePlaces);
    photo = {pixels, marks};
    return answer;
  },

  /** Read the cells of the sheet that was found. */
  read() {
    const {pixels, marks} = photo;
    photo = null;
    return readCells(pixels, marks, template);
  },
};

/** Answer each message of the page, which names a task and has what the task needs. */
self.onmessage = ({data: {task, ...values}}) => {
  const answer = TASKS[task](values);
  self.postMessage(answer, answer.picture ? [answer.picture.data.buffer] : []);
};
