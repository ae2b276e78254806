import {svgEl} from "./dom.js";

/** The scenes of the page as SVG symbols, which views show by their names. */
export function drawSymbols({glyphs, shapes, paints, symbols}) {
  return svgEl(
    "svg",
    {width: 0, height: 0, "aria-hidden": "true"},
    svgEl(
      "defs",
      {},
      ...glyphs.map((outline, id) => svgEl("path", {id: `g${id}`, d: outline})),
      ...shapes.map(drawShape),
    ),
    ...Object.entries(symbols).map(([id, groups]) =>
      svgEl("symbol", {id, overflow: "visible"}, ...groups.map(([paint, ...uses]) => drawGroup(paints[paint], uses))),
    ),
  );
}

function drawShape(shape, number) {
  const id = `s${number}`;
  const [first, second, third] = shape;
  if (first === "n") return drawNumber(id, shape.slice(1));
  if (first === "w") return svgEl("text", {id, "font-size": third, "font-weight": 700, textLength: shape[3]}, second);
  if (typeof first === "string") return svgEl("path", {id, d: first, "fill-rule": "evenodd"});
  if (shape.length === 1) return svgEl("circle", {id, r: first});
  return svgEl("rect", {id, width: first, height: second, rx: third});
}

function drawNumber(id, [scale, ...glyphs]) {
  const uses = pairs(glyphs).map(([glyph, x]) => svgEl("use", {href: `#g${glyph}`, x}));
  return svgEl("g", {id, transform: `scale(${scale} ${-scale})`}, ...uses);
}

function drawGroup([fill, stroke, line], uses) {
  const group = svgEl("g", {fill: fill ?? "none", stroke: stroke ?? "none", "stroke-width": line});
  for (const [shape, places] of pairs(uses)) {
    group.append(...pairs(places).map(([x, y]) => svgEl("use", {href: `#s${shape}`, x, y})));
  }
  return group;
}

function pairs(list) {
  return Array.from({length: list.length / 2}, (_, index) => list.slice(2 * index, 2 * index + 2));
}
