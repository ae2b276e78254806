import {rowIds} from "../rules/rulebook.js";
import {viewNodes} from "../sheet_drawing.js";
import {el, svgEl, svgOf} from "./dom.js";

const CROSS = "M1.6 1.4 8.3 8.7M8.6 1.3 1.5 8.5"; // path of a hand-drawn cross in a box of 10 x 10
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const MIN_TARGET = 24; // width and height of a touch target in CSS pixels

/** A view of the sheet or board: its drawing, and a button for each of its cells. */
export class CellGrid {
  /** Cells of the same row form a group. */
  constructor(view, rows, onTap) {
    this.view = view;
    this.buttons = new Map();
    this.shown = new Map();
    const [, , width, height] = view.box;
    this.svg = svgEl("svg", {viewBox: view.box.join(" "), "aria-hidden": "true"});
    const groups = this.#groups(rows).map((ids) =>
      el(
        "div",
        {role: "group"},
        ids.map((id) => this.#button(id, onTap)),
      ),
    );
    this.element = el("div", {class: "view"}, this.svg, groups);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty("--ratio", width / height);
    this.element.style.minWidth = `${this.#minWidth()}px`;
    this.element.onkeydown = (event) => this.#moveFocus(event);
  }

  /** Return the width in pixels at which every target is large enough. */
  #minWidth() {
    const smallest = Math.min(...Object.values(this.view.cells).flatMap((cell) => targetBox(cell).slice(2)));
    return Math.ceil((MIN_TARGET * this.view.box[2]) / smallest) + 1; // browsers round positions
  }

  /** Return the ids of the cells of each row, and of all cells without a row. */
  #groups(rows) {
    const ids = Object.keys(this.view.cells);
    const inRows = rows.map((row) => rowIds(row).filter((id) => ids.includes(id)));
    return [...inRows, ids.filter((id) => !inRows.flat().includes(id))].filter((group) => group.length);
  }

  #button(id, onTap) {
    const cell = this.view.cells[id];
    const target = targetBox(cell);
    const marks = el("span", {class: "marks"});
    place(marks, cell.box, target);
    const button = el("button", {class: "cell", "data-cell": id, onclick: () => onTap(id)}, marks);
    place(button, target, this.view.box);
    button.tabIndex = this.buttons.size ? -1 : 0;
    button.onfocus = () => this.#setTabStop(button);
    this.buttons.set(id, button);
    return button;
  }

  /** Show the state of each cell as `describe` returns it, and label the groups. */
  update(language, describe, labels) {
    if (this.language !== language) this.svg.replaceChildren(...viewNodes(this.view, language).map(svgOf));
    this.language = language;
    for (const [index, group] of [...this.element.querySelectorAll("[role=group]")].entries()) {
      group.setAttribute("aria-label", labels[index]);
    }
    for (const [id, button] of this.buttons) this.#show(id, button, describe(id));
  }

  /** Change a button only if its cell has changed, so that taps respond quickly. */
  #show(id, button, cell) {
    const key = JSON.stringify(cell);
    if (this.shown.get(id) === key) return;
    this.shown.set(id, key);
    button.setAttribute("aria-label", cell.label);
    button.setAttribute("aria-pressed", cell.isPressed);
    button.setAttribute("aria-disabled", cell.isDisabled ?? false);
    button.dataset.severity = cell.severity ?? "";
    button.firstChild.replaceChildren(...cell.marks.map((mark) => (mark === "cross" ? drawCross() : disc(mark))));
  }

  /** Scroll to a cell and focus it. */
  reveal(id) {
    this.buttons.get(id)?.scrollIntoView({block: "center", inline: "center"});
    this.buttons.get(id)?.focus({preventScroll: true});
  }

  /** Make a button the only tab stop; the arrow keys move to the others. */
  #setTabStop(button) {
    for (const other of this.buttons.values()) other.tabIndex = other === button ? 0 : -1;
  }

  #moveFocus(event) {
    const arrow = ARROWS[event.key];
    const from = this.view.cells[event.target.dataset.cell];
    if (!arrow || !from) return;
    event.preventDefault();
    const [x, y] = centre(from.box);
    const others = Object.entries(this.view.cells).map(([id, {box}]) => {
      const [dx, dy] = [centre(box)[0] - x, centre(box)[1] - y];
      const along = dx * arrow[0] + dy * arrow[1];
      const aside = Math.abs(dx * arrow[1] + dy * arrow[0]);
      return {id, along, distance: along + 4 * aside};
    });
    const ahead = others.filter(({along}) => along > from.box[2] / 4).sort((one, two) => one.distance - two.distance);
    this.buttons.get(ahead[0]?.id)?.focus();
  }
}

/** Return a cross, which is drawn without a style sheet, too. */
export function drawCross(attributes = {class: "cross"}) {
  const path = {d: CROSS, fill: "none", stroke: "#16181d", "stroke-width": 1.05, "stroke-linecap": "round"};
  return svgEl("svg", {viewBox: "0 0 10 10", ...attributes}, svgEl("path", path));
}

/** Return a token, a piece, or the dot of a player, with a short text on it. */
export function disc({kind, fill, ink, text = ""}) {
  const element = el("span", {class: kind}, text);
  element.style.background = fill;
  element.style.color = ink;
  return element;
}

/** Return the box of a cell's touch target. */
function targetBox({box: [x, y, width, height], margins: [left, top, right, bottom]}) {
  return [x - left, y - top, left + width + right, top + height + bottom];
}

function centre([x, y, width, height]) {
  return [x + width / 2, y + height / 2];
}

/** Position an element in percent of the box around it. */
function place(element, [x, y, width, height], [left, top, outerWidth, outerHeight]) {
  element.style.left = `${(100 * (x - left)) / outerWidth}%`;
  element.style.top = `${(100 * (y - top)) / outerHeight}%`;
  element.style.width = `${(100 * width) / outerWidth}%`;
  element.style.height = `${(100 * height) / outerHeight}%`;
}
