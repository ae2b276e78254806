import {cellName, render} from "../messages.js";
import {closingIds, lacksLock} from "../rules/rulebook.js";
import {el, iconButton, textButton} from "./dom.js";

/** Return an offer to cross the lock of the row that was closed by a tap on `cell`; null if it is not needed. */
export function lockOffer(rulebook, sheet, cell, words, onAccept, onDecline) {
  const row = rulebook.rows.find((each) => closingIds(each).includes(cell));
  if (!row || !sheet.marks.has(cell) || !lacksLock(rulebook, sheet, row)) return null;
  const accept = () => onAccept(row.lock.id);
  return el(
    "div",
    {class: "offer"},
    el("span", {}, render(words.texts.offer, {cell: cellName(cell, words)})),
    textButton(cellName(row.lock.id, words), accept, {class: "strong", key: "offer"}),
    iconButton("remove", words.texts.close, onDecline),
  );
}
