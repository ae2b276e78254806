// The page's reader in Node: answers each line of JSON on standard input, {pixels, codePlaces, template}, with a line.
// Pictures are given as {width, height, file}, with the path of a file of RGBA pixels.
import {readFileSync} from "node:fs";
import {createInterface} from "node:readline";

const [, , parametersFile] = process.argv;
globalThis.PARAMETERS = JSON.parse(readFileSync(parametersFile, "utf-8"));
const {findSheet, readCells} = await import("../templates/scorer/js/photos/reading.js");
const {makeTemplate} = await import("../templates/scorer/js/photos/template.js");

function pictureOf({width, height, file}) {
  return {width, height, data: new Uint8ClampedArray(readFileSync(file))};
}

for await (const line of createInterface({input: process.stdin})) {
  const {
    pixels,
    codePlaces,
    template: {sheet, cells, reference},
  } = JSON.parse(line);
  const photo = pictureOf(pixels);
  const {marks, link, problem} = findSheet(photo, codePlaces);
  const read = problem ? {problem} : readCells(photo, marks, makeTemplate(sheet, cells, pictureOf(reference)));
  const answers = Object.fromEntries(
    [...(read.readings ?? [])].map(([id, {answer, isCrossed}]) => [id, [answer, isCrossed]]),
  );
  console.log(JSON.stringify({problem: read.problem ?? null, link: link ?? null, answers}));
}
