// Only with track.
import {withSheet} from "../games/game.js";
import {cellName, render} from "../messages.js";
import {playerColours} from "../sheet_drawing.js";
import {CellGrid} from "./cell_grid.js";
import {choice} from "./controls.js";
import {ask} from "./dialogs.js";
import {el, scrollingBox, updateChildren} from "./dom.js";

/** The track of the chosen side, with the pieces of all players. */
export class TrackView {
  constructor(page, onChange) {
    const {rulebook, views} = page;
    this.page = page;
    this.tracks = rulebook.tracks;
    this.onChange = onChange;
    const grid = (side) => new CellGrid(views[`track ${side}`], [], (id) => this.#tap(spaceNumber(id)));
    this.grids = new Map(Object.keys(rulebook.tracks).map((side) => [side, grid(side)]));
    this.head = el("div");
    this.paper = scrollingBox("paper");
    this.element = el("section", {class: "track"}, this.head, this.paper);
  }

  /** Show the pieces, unless nothing has changed. */
  update(state) {
    const {game, language, names, words} = state;
    const shown = [language, game.side, game.current, names, game.sheets.map(({space}) => space)].join();
    if (this.shown === shown) return;
    this.shown = shown;
    const grid = this.grids.get(game.side);
    grid.update(language, (id) => this.#describe(spaceNumber(id), state), [words.texts.track]);
    updateChildren(this.head, this.#sides(state), this.#hint(state));
    if (!this.paper.contains(grid.element)) this.paper.replaceChildren(grid.element);
  }

  #sides({game, words: {texts}}) {
    const sides = [...this.grids.keys()];
    if (sides.length < 2) return null;
    const options = sides.map((side) => ({value: side, text: render(texts.side, {side: side.toUpperCase()})}));
    return choice(texts.track, options, game.side, (side) => this.#turnBoard(side, game, texts));
  }

  #hint({game, sheet, names, words}) {
    const name = names[game.current];
    const {space} = sheet;
    const text = space ? `${name}: ${this.#spaceName(space, game, words)}` : render(words.texts.track_hint, {name});
    return el("p", {class: "hint"}, text);
  }

  /** Show the other side of the board, after a question if that moves pieces back to the start. */
  async #turnBoard(side, game, texts) {
    const isLost = game.sheets.some(({space}) => space);
    if (isLost && !(await ask(texts, texts.side_ask, [{text: texts.side_change, value: true}]))) return;
    this.onChange((now) => ({...now, side, sheets: now.sheets.map((sheet) => ({...sheet, space: 0}))}));
  }

  #tap(space) {
    this.onChange((game) => withSheet(game, (sheet) => ({space: sheet.space === space ? 0 : space})));
  }

  /** Describe a space with the pieces that stand on it. */
  #describe(space, {game, names, sheet, words}) {
    const seats = [...game.sheets.keys()].filter((seat) => game.sheets[seat].space === space);
    return {
      label: [this.#spaceName(space, game, words), ...seats.map((seat) => names[seat])].join(", "),
      isPressed: sheet.space === space,
      marks: seats.map((seat) => ({
        kind: seat === game.current ? "piece own" : "piece",
        ...playerColours(this.page, seat),
        text: [...names[seat]][0],
      })),
    };
  }

  /** Return the name of a space: its number from the start, the cell that it requires, and its points. */
  #spaceName(number, {side}, words) {
    if (!number) return words.texts.start;
    const space = this.tracks[side][number - 1];
    const cell = cellName(`${space.row} ${space.number}`, words);
    return render(words.texts.space, {space: number, cell, extra: space.extra});
  }
}

function spaceNumber(id) {
  return Number(id.split(" ")[1]);
}
