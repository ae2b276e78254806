import {saveFile} from "./device.js";
import {isLaterVersion} from "./games/format_version.js";
import {encodeRecord} from "./games/link.js";
import {readRecord, recordData} from "./games/record.js";
import {resultPicture} from "./sharing/result_picture.js";

/** Return a link with a game, to this page or, from a local file, to the printed address; null if it is too large. */
export function gameLink(page, game) {
  const code = encodeRecord(page.rulebook, page.rules_fingerprint, game);
  const address = location.protocol.startsWith("http") ? location.origin + location.pathname : page.address;
  return code === null ? null : `${address}#${code}`;
}

/** Download a record as a JSON file. */
export function downloadRecord(page, record) {
  const data = recordData(page.rulebook, record, page.reference);
  saveFile(`${page.slug}.json`, new Blob([JSON.stringify(data, null, 1)], {type: "application/json"}));
}

/** Share a picture of the result with the phone's own dialog, or download it where files cannot be shared. */
export async function sharePicture(page, state) {
  const date = new Date(state.game.changed);
  const blob = await resultPicture({...state, page, date});
  const name = `${page.slug}-${date.toLocaleDateString("sv")}.png`; // Swedish dates are those of ISO 8601
  const files = [new File([blob], name, {type: blob.type})];
  if (!navigator.canShare?.({files})) return saveFile(name, blob);
  // Sharing also fails if the tap was too long ago.
  return navigator.share({files}).catch((error) => error.name === "AbortError" || saveFile(name, blob));
}

/** Return the `record` in the text of a file, or whether it is of a later version, or its faults as `problem`. */
export function readRecordFile(page, text) {
  let data = null;
  try {
    data = JSON.parse(text.normalize("NFC"));
  } catch {
    return {problem: "JSON"};
  }
  if (isLaterVersion(data?.version)) return {isLater: true}; // first, because all the rest may be different
  const {variant} = page.reference;
  const isThisGame = variant ? data?.variant === variant : typeof data?.layout === "string"; // any file name will do
  if (!isThisGame) return {problem: JSON.stringify(data?.variant ?? data?.layout ?? null).slice(0, 40)};
  const {record, problems} = readRecord(page.rulebook, data);
  const first = problems.slice(0, 3).map(({path, fault}) => `${path} (${fault})`);
  return {record, problem: first.join(", ")};
}
