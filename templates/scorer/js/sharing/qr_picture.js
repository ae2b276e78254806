import {svgEl} from "../views/dom.js";
import {qrModules} from "./qr_encoder.js";

/** Return a picture of the QR code of a text, with a quiet zone of 4 modules; null if the text is too long. */
export function qrPicture(text, label) {
  const rows = qrModules(text);
  if (!rows) return null;
  const size = rows.length + 8;
  const d = rows.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")).join("")).join("");
  return svgEl(
    "svg",
    {class: "qr", role: "img", "aria-label": label, viewBox: `-4 -4 ${size} ${size}`},
    svgEl("path", {fill: "#fff", d: `M-4-4h${size}v${size}H-4z`}),
    svgEl("path", {d}),
  );
}
