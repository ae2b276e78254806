import {signed} from "../messages.js";
import {hasExtra} from "../rules/rulebook.js";
import {playerColours, rowsView, viewNodes} from "../sheet_drawing.js";
import {drawCross} from "../views/cell_grid.js";
import {el, svgEl, svgOf} from "../views/dom.js";
import {winnersText} from "../views/scores_view.js";

// Lengths in pixels.
const PICTURE_MARGIN = 72;
const CONTENT_WIDTH = 936; // between the margins
const NAME_HEIGHT = 62; // height of a player's name, and of the space above drawings without one
const RANK_WIDTH = 56;
const FIGURE_WIDTH = 140;
const SHEET_WIDTH = 444; // of two sheets side by side
// A picture has light colours, whatever those of the page.
const TEXT_INK = "#1c2027";
const SOFT_INK = "#646c78";
const TYPEFACE = "system-ui, sans-serif";

/**
 * Resolves to a PNG file with the result of a game: title, date, winners, ranking, and all sheets or boards.
 *
 * `result`: the page's data (`page`), and what screens show: date, findings, game, language, scores, words.
 */
export async function resultPicture(result) {
  const drawing = new ResultDrawing(result);
  drawing.addHeading();
  drawing.addRanking();
  drawing.addSheets();
  if (result.page.rulebook.track) drawing.addTrack();
  drawing.addText("sheetgen", 0, NAME_HEIGHT, 22, SOFT_INK);
  const size = [CONTENT_WIDTH + 2 * PICTURE_MARGIN, Math.round(drawing.y) + NAME_HEIGHT + PICTURE_MARGIN];
  const attributes = {viewBox: [-PICTURE_MARGIN, 0, ...size].join(" "), "font-family": TYPEFACE, "font-weight": 600};
  const canvas = await svgCanvas(size, attributes, drawing.elements);
  return new Promise((resolve) => canvas.toBlob(resolve));
}

/** Resolves to a white canvas with SVG elements, which may use all symbols of the page. `size` is in pixels. */
async function svgCanvas([width, height], attributes, elements) {
  const symbols = [...document.querySelector("symbol").closest("svg").children].map((child) => child.cloneNode(true));
  const root = svgEl("svg", {width, height, ...attributes}, ...symbols, ...elements);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  const canvas = el("canvas", {width, height});
  const context = canvas.getContext("2d", {willReadFrequently: true});
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** The SVG elements of a picture, which grows downwards. */
class ResultDrawing {
  elements = [];
  y = PICTURE_MARGIN; // top of what is added next

  constructor(result) {
    Object.assign(this, result);
    const {scores} = this;
    this.ranking = [...scores.keys()].sort((one, other) => scores[one].rank - scores[other].rank);
  }

  /** Add title and date, and below the winners as large as they fit, or the total of a single player. */
  addHeading() {
    const {date, findings, game, language, scores, words} = this;
    const {figures, texts, title} = words;
    const winners = (game.complete && winnersText(scores, findings, texts)) || texts.result;
    const headline = scores.length > 1 ? winners : `${figures.total}: ${signed(scores[0].total)}`;
    const size = Math.max(36, Math.min(80, (80 * CONTENT_WIDTH) / textWidth(headline, 80)));
    const when = date.toLocaleDateString(language, {dateStyle: "long"});
    this.addText(title, 0, 36, 40, TEXT_INK, CONTENT_WIDTH - textWidth(when, 32));
    this.addText(when, CONTENT_WIDTH, 36, 28, SOFT_INK, CONTENT_WIDTH, "end");
    this.addText(headline, 0, 72 + size, size, "#215a9f");
    this.y += 164 + size;
  }

  /** Add all players, the best first: rank, name, a bar with the points of each row, and the other figures. */
  addRanking() {
    const {page, ranking, scores, words} = this;
    const figures = hasExtra(page.rulebook) ? ["total", "extra", "penalties"] : ["total", "penalties"];
    const barWidth = CONTENT_WIDTH - RANK_WIDTH - FIGURE_WIDTH * figures.length;
    const scale = barWidth / Math.max(1, ...scores.map(({extra, penalties, total}) => total - extra - penalties));
    const addFigures = (values, baseline, size, width = CONTENT_WIDTH) => {
      for (const [index, figure] of figures.entries()) {
        const x = CONTENT_WIDTH - FIGURE_WIDTH * index;
        this.addText(signed(values[figure]), x, baseline, size, index ? SOFT_INK : TEXT_INK, width, "end");
      }
    };
    addFigures(words.figures, -24, 22, FIGURE_WIDTH);
    for (const seat of ranking) {
      const {rank, rows} = scores[seat];
      this.#add("rect", 0, 0, {width: CONTENT_WIDTH, height: 1, fill: SOFT_INK});
      this.addText(signed(rank), 0, 46, 32, SOFT_INK);
      this.#addName(seat, RANK_WIDTH, barWidth);
      addFigures(scores[seat], 70, 40);
      let x = RANK_WIDTH;
      for (const [id, {points}] of rows) {
        const width = Math.max(0, scale * points - 3);
        this.#add("rect", x, NAME_HEIGHT, {width, height: 22, rx: 4, fill: page.colours[id] ?? SOFT_INK});
        x += scale * points;
      }
      this.y += 108;
    }
  }

  /** Add the sheets in the order of the ranking, two in a line; or a single sheet, or the board of all players. */
  addSheets() {
    const {game, page, ranking} = this;
    const {sheets} = game;
    const isSingle = page.rulebook.tokens || sheets.length < 2;
    if (isSingle) this.y += this.#addSheet(sheets, 0, CONTENT_WIDTH);
    for (const [index, seat] of isSingle ? [] : ranking.entries()) {
      const x = index % 2 && CONTENT_WIDTH - SHEET_WIDTH;
      this.#addName(seat, x, SHEET_WIDTH);
      const bottom = this.#addSheet([sheets[seat]], x, SHEET_WIDTH);
      if (x || index === sheets.length - 1) this.y += bottom + 16;
    }
  }

  /** Add the track with the pieces of all players. */
  addTrack() {
    const {game, page, ranking} = this;
    const view = page.views[`track ${game.side}`];
    const seatsOn = (id) => ranking.filter((seat) => id === `space ${game.sheets[seat].space}`);
    const pieces = (id) => seatsOn(id).map((seat) => playerColours(page, seat));
    this.y += this.#addView(view, 0, NAME_HEIGHT, CONTENT_WIDTH / view.box[2], pieces);
  }

  /** Add a sheet with its crosses, or a board with the tokens of several sheets. Returns how far it reaches down. */
  #addSheet(sheets, x, width) {
    const {tokens, views} = this.page;
    const {penalties} = views;
    const rows = rowsView(this.page, sheets[0]);
    // The penalty boxes are to the right of the rows, wherever they are printed.
    const left = rows.box[2] + 4;
    const scale = width / (left + penalties.box[2]);
    const top = NAME_HEIGHT + Math.max(0, rows.box[3] - penalties.box[3]) * scale;
    const taken = sheets.flatMap((sheet, seat) => Array(sheet.penalties).fill({...tokens[seat]}));
    const bottom = this.#addView(penalties, x + left * scale, top, scale, () => taken.splice(0, 1));
    const counts = (id) => sheets.map(({marks}) => marks.get(id));
    const marks = (id) => counts(id).flatMap((count, seat) => (count ? [{...tokens[seat], count}] : []));
    return Math.max(bottom, this.#addView(rows, x, NAME_HEIGHT, scale, marks));
  }

  /** Add a view in a scale of pixels per mm, with the marks on each cell. Returns how far it reaches down. */
  #addView(view, x, top, scale, marksOn) {
    const [, , width, height] = view.box.map((length) => length * scale);
    const marks = Object.entries(view.cells).flatMap(([id, {box}]) => drawMarks(box, marksOn(id)));
    const attributes = {width, height, viewBox: view.box.join(" "), overflow: "visible"};
    this.#add("svg", x, top, attributes, ...viewNodes(view, this.language).map(svgOf), ...marks);
    return top + height;
  }

  /** Add a player's name, after a disc if the player has tokens or a piece. */
  #addName(seat, x, width) {
    const colours = playerColours(this.page, seat);
    const indent = colours ? 40 : 0;
    if (colours) this.elements.push(...drawMarks([x - 3, this.y + 18, 34, 34], [colours]));
    this.addText(this.scores[seat].name, x + indent, 46, 32, TEXT_INK, width - indent);
  }

  /** Add a line of text, shortened if it is wider than `width`. */
  addText(text, x, baseline, size, fill, width = CONTENT_WIDTH, anchor = "start") {
    let shown = text;
    while (textWidth(shown, size) > width) shown = shown.replace(/\s*.…?$/u, "…");
    const isolated = `\u2068${shown}\u2069`; // because it may run from right to left
    this.#add("text", x, baseline, {fill, "font-size": size, "text-anchor": anchor}, isolated);
  }

  /** Add an element, `top` pixels below the top of what is added now. */
  #add(tag, x, top, attributes, ...children) {
    this.elements.push(svgEl(tag, {x, y: this.y + top, ...attributes}, ...children));
  }
}

/** Draw marks side by side on a cell: discs in the colours of tokens or pieces, otherwise a cross. */
function drawMarks([x, y, outerWidth, height], marks) {
  const width = outerWidth / marks.length;
  return marks.map(({count, fill, ink}, index) => {
    const attributes = {x: x + index * width, y, width, height, viewBox: "0 0 10 10"};
    if (!fill) return drawCross(attributes);
    const text = {x: 5, y: 6.6, fill: ink, "font-size": 5, "text-anchor": "middle"};
    return svgEl(
      "svg",
      attributes,
      svgEl("circle", {cx: 5, cy: 5, r: 4, fill, stroke: "#fff"}),
      svgEl("text", text, count > 1 ? count : ""),
    );
  });
}

function textWidth(text, size) {
  const context = el("canvas").getContext("2d");
  context.font = `600 ${size}px ${TYPEFACE}`;
  return context.measureText(text).width;
}
