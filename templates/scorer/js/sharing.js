import {offerLink} from "./dialogs.js";
import {el} from "./dom.js";
import {gameOf, recordOf} from "./game.js";
import {encodeRecord} from "./link.js";
import {render} from "./messages.js";
import {readRecord, recordData} from "./record.js";

/** Share the sheet of the current player. */
export function shareSheet(app) {
  share(app, {...app.game, complete: false, sheets: [app.sheet]});
}

/** Share all sheets. */
export function shareGame(app) {
  share(app, app.game);
}

/** A link to this page where others can reach it; from a file, to where printed codes lead. */
function share(app, game) {
  const code = encodeRecord(app.rulebook, app.page.rules, game);
  if (code === null) return app.tell(app.texts.link_not);
  const here = location.protocol.startsWith("http") ? location.origin + location.pathname : app.page.address;
  offerLink(app, `${here}#${code}`);
}

/** Save the game as a file. */
export function saveGame(app) {
  const data = recordData(app.rulebook, recordOf(app.game, app.words), app.page.game);
  const blob = new Blob([JSON.stringify(data, null, 1)], {type: "application/json"});
  const link = el("a", {href: URL.createObjectURL(blob), download: `${app.page.slug}.json`});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** Open the game that a file holds, as a new one. */
export function loadGame(app, text) {
  const {record, where} = readGameText(app, text);
  if (record) app.startGame(gameOf(app.rulebook, record));
  else app.tell(render(app.texts.load_bad, {where}));
}

function readGameText(app, text) {
  let data = null;
  try {
    data = JSON.parse(text.normalize("NFC"));
  } catch {
    return {where: "JSON"};
  }
  const {variant} = app.page.game;
  const isOurs = variant ? data?.variant === variant : typeof data?.layout === "string"; // a file may have any name
  if (!isOurs) return {where: JSON.stringify(data?.variant ?? data?.layout ?? null).slice(0, 40)};
  const {record, problems} = readRecord(app.rulebook, data);
  return {
    record,
    where: problems
      .slice(0, 3)
      .map(({path, fault}) => `${path} (${fault})`)
      .join(", "),
  };
}
