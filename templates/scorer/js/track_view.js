// Only with track.
import {ask} from "./dialogs.js";
import {el, refill} from "./dom.js";
import {onSheet} from "./game.js";
import {cellName, render} from "./messages.js";
import {choice} from "./parts.js";
import {Picture} from "./picture.js";

/** The track of the chosen side, with everybody's piece. */
export class TrackView {
  constructor(app) {
    this.app = app;
    const sides = Object.keys(app.rulebook.tracks);
    this.pictures = new Map(sides.map((side) => [side, new Picture(app, `track ${side}`, (id) => this.#tap(id))]));
    this.head = el("div");
    this.paper = el("div", {class: "paper scrolling"});
    this.element = el("section", {class: "track"}, this.head, this.paper);
  }

  /** Nothing to do as long as all pieces stand where they stood. */
  update() {
    const {app} = this;
    const {side, current, sheets} = app.game;
    const standing = [app.language, side, current, app.names, sheets.map(({space}) => space)].join();
    if (this.standing === standing) return;
    this.standing = standing;
    const picture = this.pictures.get(side);
    picture.update((id) => describeSpace(app, id), [app.texts.track]);
    refill(this.head, this.#sides(), this.#hint());
    if (!this.paper.contains(picture.element)) this.paper.replaceChildren(picture.element);
  }

  #sides() {
    const {app} = this;
    const sides = [...this.pictures.keys()];
    if (sides.length < 2) return null;
    const options = sides.map((side) => ({value: side, text: render(app.texts.side, {side: side.toUpperCase()})}));
    return choice(app.texts.track, options, app.game.side, (side) => this.#turnBoard(side));
  }

  #hint() {
    const {app} = this;
    const name = app.names[app.game.current];
    const {space} = app.sheet;
    const text = space ? `${name}: ${spaceName(app, space)}` : render(app.texts.track_hint, {name});
    return el("p", {class: "hint"}, text);
  }

  /** Spaces of one side mean nothing on the other. */
  async #turnBoard(side) {
    const {app} = this;
    const isLost = app.game.sheets.some(({space}) => space);
    if (isLost && !(await ask(app, app.texts.side_ask, [{text: app.texts.side_change, value: true}]))) return;
    app.change((game) => ({...game, side, sheets: game.sheets.map((sheet) => ({...sheet, space: 0}))}));
  }

  #tap(id) {
    const number = Number(id.split(" ")[1]);
    this.app.change((game) => onSheet(game, (sheet) => ({space: sheet.space === number ? 0 : number})));
  }
}

/** The colours of a player's piece. */
export function pieceColours(app, seat) {
  return app.page.pieces[seat % app.page.pieces.length];
}

/** What a space of the track shows: who stands there. */
function describeSpace(app, id) {
  const number = Number(id.split(" ")[1]);
  const here = app.game.sheets.flatMap((sheet, seat) => (sheet.space === number ? [seat] : []));
  return {
    label: [spaceName(app, number), ...here.map((seat) => app.names[seat])].join(", "),
    pressed: app.sheet.space === number,
    marks: here.map((seat) => ({
      kind: seat === app.game.current ? "piece own" : "piece",
      ...pieceColours(app, seat),
      text: [...app.names[seat]][0],
    })),
  };
}

/** A space as it is called: by its number from the start, what is printed on it, and its points. */
function spaceName(app, number) {
  if (!number) return app.texts.start;
  const space = app.rulebook.tracks[app.game.side][number - 1];
  const cell = cellName(`${space.row} ${space.number}`, app.words);
  return render(app.texts.space, {space: number, cell, extra: space.extra});
}
