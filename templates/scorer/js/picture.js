import {inFull} from "./brief.js";
import {el, refill, svgEl} from "./dom.js";
import {drawShuffled} from "./kit.js";
import {cellName} from "./messages.js";
import {refusal} from "./play.js";
import {colourOf, rowIds} from "./rows.js";

const CROSS = "M1.6 1.4 8.3 8.7M8.6 1.3 1.5 8.5";
const ARROWS = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
const SMALLEST_TARGET = 24;

/** One view of the sheet or board, with a button on each of its cells. On a shuffled sheet they have other names. */
export class Picture {
  constructor(app, name, tap, arrangement = null) {
    this.app = app;
    this.rulebook = arrangement?.rulebook ?? app.rulebook;
    const {views} = app.page;
    const {box, cells, uses} = views[name];
    const brief = typeof cells === "string" ? views[cells].cells : cells;
    const places = inFull(Object.values(brief)).map((place) => placesOf(...place));
    const boxes = Object.keys(brief).map((id, at) => [arrangement?.renamed.get(id) ?? id, places[at]]);
    this.view = {box, uses, cells: Object.fromEntries(boxes)};
    const cellBoxes = Object.fromEntries(boxes.map(([id, {cell}]) => [id, cell]));
    this.shuffled = arrangement && app.page.kit ? drawShuffled(app.page.kit, this.rulebook, cellBoxes) : null;
    this.buttons = new Map();
    this.shown = new Map();
    const [, , width, height] = this.view.box;
    this.drawing = svgEl("svg", {viewBox: this.view.box.join(" "), "aria-hidden": "true"});
    this.element = el("div", {class: "view"}, this.drawing);
    this.element.style.aspectRatio = `${width} / ${height}`;
    this.element.style.setProperty("--ratio", width / height);
    this.element.style.minWidth = `${this.#narrowest()}px`;
    this.element.onkeydown = (event) => this.#move(event);
    for (const ids of this.#groups()) {
      this.element.append(
        el(
          "div",
          {role: "group"},
          ids.map((id) => this.#button(id, tap)),
        ),
      );
    }
  }

  /** How wide the view must be so that every target can be hit. */
  #narrowest() {
    const narrowest = Math.min(...Object.values(this.view.cells).flatMap(({target}) => [target[2], target[3]]));
    return Math.ceil((SMALLEST_TARGET * this.view.box[2]) / narrowest) + 1; // browsers round places a little
  }

  /** Cells of a row belong together; what is in no row does too. */
  #groups() {
    const ids = Object.keys(this.view.cells);
    const rows = this.rulebook.rows.map((row) => rowIds(row).filter((id) => ids.includes(id)));
    return [...rows, ids.filter((id) => !rows.flat().includes(id))].filter((group) => group.length);
  }

  #button(id, tap) {
    const {cell, target} = this.view.cells[id];
    const marks = el("span", {class: "marks"});
    place(marks, cell, target);
    const button = el("button", {class: "cell", "data-cell": id, onclick: () => tap(id)}, marks);
    place(button, target, this.view.box);
    button.tabIndex = this.buttons.size ? -1 : 0;
    button.onfocus = () => this.#rove(button);
    this.buttons.set(id, button);
    return button;
  }

  /** Show a state: for each cell its label, whether it is crossed, what lies on it, and how it stands out. */
  update(describe, labels) {
    refill(
      this.drawing,
      this.shuffled ?? this.view.uses[this.app.language].map((id) => svgEl("use", {href: `#${id}`})),
    );
    for (const [index, group] of [...this.element.querySelectorAll("[role=group]")].entries()) {
      group.setAttribute("aria-label", labels[index]);
    }
    for (const [id, button] of this.buttons) this.#show(id, button, describe(id));
  }

  /** Touch only what has changed: a tap must be answered at once. */
  #show(id, button, cell) {
    const key = JSON.stringify(cell);
    if (this.shown.get(id) === key) return;
    this.shown.set(id, key);
    button.setAttribute("aria-label", cell.label);
    button.setAttribute("aria-pressed", cell.pressed);
    button.setAttribute("aria-disabled", cell.shut ?? false);
    button.dataset.blame = cell.blame ?? "";
    button.firstChild.replaceChildren(...cell.marks.map((mark) => (mark === "cross" ? drawCross() : disc(mark))));
  }

  /** Bring a cell into sight, and the focus onto it. */
  reveal(id) {
    this.buttons.get(id)?.scrollIntoView({block: "center", inline: "center"});
    this.buttons.get(id)?.focus({preventScroll: true});
  }

  /** Only one cell is a stop of the Tab key; the arrows lead to the others. */
  #rove(button) {
    for (const other of this.buttons.values()) other.tabIndex = other === button ? 0 : -1;
  }

  #move(event) {
    const arrow = ARROWS[event.key];
    const from = this.view.cells[event.target.dataset.cell];
    if (!arrow || !from) return;
    event.preventDefault();
    const [x, y] = centre(from.cell);
    const ways = Object.entries(this.view.cells).map(([id, {cell}]) => {
      const [dx, dy] = [centre(cell)[0] - x, centre(cell)[1] - y];
      const along = dx * arrow[0] + dy * arrow[1];
      const aside = Math.abs(dx * arrow[1] + dy * arrow[0]);
      return {id, along, far: along + 4 * aside};
    });
    const ahead = ways.filter(({along}) => along > from.cell[2] / 4).sort((one, other) => one.far - other.far);
    this.buttons.get(ahead[0]?.id)?.focus();
  }
}

/** A cross as a pen makes it. */
function drawCross() {
  return svgEl("svg", {class: "cross", viewBox: "0 0 10 10"}, svgEl("path", {d: CROSS}));
}

/** A token, with its height if it is a stack; or a piece with the first letter of its player. */
export function disc({kind, fill, ink, text = ""}) {
  const element = el("span", {class: kind}, text);
  element.style.background = fill;
  element.style.color = ink;
  return element;
}

/** What a cell of a sheet shows. */
export function describeCross(app, id, blamed) {
  const sheet = app.sheet;
  const crossed = sheet.marks.has(id);
  const shut = app.game.mode === "playing" && !crossed && refusal(app.rules, sheet, id) !== null;
  return {
    label: colouredName(app, id),
    pressed: crossed,
    marks: crossed ? ["cross"] : [],
    blame: blamed.get(id),
    shut,
  };
}

/** A cell as it is called, with its colour if that is not its row's. */
function colouredName(app, id) {
  const row = app.rules.rows.find((each) => rowIds(each).includes(id));
  const colour = row.cells.find((cell) => cell.id === id)?.colour;
  const name = cellName(id, app.words);
  return colour && colour !== colourOf(row) ? `${name}, ${app.words.rows[colour]}` : name;
}

/** The box of a cell, and its target, which reaches out of it on each side. */
function placesOf(x, right, left, y, top, bottom, height, width) {
  return {
    cell: [x, y, width, height],
    target: [x - left, y - top, width + left + right, height + top + bottom],
  };
}

function centre([x, y, width, height]) {
  return [x + width / 2, y + height / 2];
}

/** Put an element where its box lies within another. */
function place(element, [x, y, width, height], [left, top, wide, high]) {
  element.style.left = `${(100 * (x - left)) / wide}%`;
  element.style.top = `${(100 * (y - top)) / high}%`;
  element.style.width = `${(100 * width) / wide}%`;
  element.style.height = `${(100 * height) / high}%`;
}
