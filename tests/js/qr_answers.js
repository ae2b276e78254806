import {readCode} from "../../templates/scorer/js/photos/qr/qr_code.js";
import {decodeModules} from "../../templates/scorer/js/photos/qr/qr_decoder.js";
import {qrModules} from "../../templates/scorer/js/sharing/qr_encoder.js";

/** The texts of codes, given their modules and perhaps their certainties as digits. */
export function decodeAll(codes) {
  return codes.map(([modules, certainties]) => {
    const size = Math.sqrt(modules.length);
    return decodeModules(Uint8Array.from(modules), size, certainties && Uint8Array.from(certainties));
  });
}

/** The text of the code in a square picture, given its grey levels in base 64. */
export function readPicture(levels, margin) {
  const data = Uint8Array.from(atob(levels), (character) => character.charCodeAt(0));
  const side = Math.sqrt(data.length);
  return readCode({width: side, height: side, data}, margin);
}

/** The modules of the codes of these texts as rows of digits, 1 if dark; null for those that are too long. */
export function encodeAll(texts) {
  return texts.map((text) => qrModules(text)?.map((row) => row.map(Number).join("")) ?? null);
}
