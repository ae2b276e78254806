import {answerAll} from "./answers.js";

// What the script of a page, which exports nothing, can be asked.
globalThis.answered = answerAll;
