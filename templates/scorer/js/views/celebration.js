import {el} from "./dom.js";

const PIECES = 70;
const DURATION = 4000; // milliseconds, as in page.css

/** Let confetti of these colours fall, unless the device asks for less motion. */
export function throwConfetti(colours) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const pieces = Array.from({length: PIECES}, (_, index) => {
    const piece = el("i");
    piece.style.left = `${100 * Math.random()}%`;
    piece.style.background = colours[index % colours.length];
    piece.style.animationDelay = `${Math.random() * 0.4 * DURATION}ms`;
    return piece;
  });
  const confetti = el("div", {class: "confetti", "aria-hidden": "true"}, pieces);
  document.body.append(confetti);
  setTimeout(() => confetti.remove(), 1.4 * DURATION);
}
