// Only with book.
import {saveFile} from "../device.js";
import {render} from "../messages.js";
import {bookText, csvText, mergedEntry, readBook} from "./book_file.js";
import {isoDate} from "./formats.js";
import {shownNames} from "./games_list.js";
import {finishedGames} from "./statistics.js";

const MAX_BOOK_SIZE = 20; // megabytes

/** Save all entries of a store as a file. Resolves to a text that tells what was left out; "" if nothing was. */
export async function saveBook(store, book) {
  const {text, damaged} = bookText(await store.entries());
  saveFile(fileName("json"), new Blob([text], {type: "application/json"}));
  return leftOut(book, damaged, store.laterGames);
}

/** Save the results of all finished games as a table. */
export function saveTable(entries, texts) {
  const text = csvText(finishedGames(entries), (result) => shownNames(result, texts));
  saveFile(fileName("csv"), new Blob([text], {type: "text/csv"}));
}

function fileName(extension) {
  return `sheetgen-book-${isoDate(Date.now())}.${extension}`;
}

/** Store the games in a file that are new or were changed later. Resolves to a text that tells what happened. */
export async function importBook(store, file, book) {
  if (file.size > 1e6 * MAX_BOOK_SIZE) return render(book.file_large, {most: MAX_BOOK_SIZE});
  const {entries, damaged, later, problem} = readBook(await file.text().catch(() => ""));
  if (problem) return book[problem];
  const counts = {added: 0, updated: 0, same: 0};
  let unreadable = 0; // entries here, which the store leaves alone
  try {
    unreadable = await store.change([...entries.keys()], (stored, id) => {
      const merged = mergedEntry(stored, entries.get(id));
      counts[merged ? (stored ? "updated" : "added") : "same"]++;
      return merged;
    });
  } catch {
    return book.file_full;
  }
  return `${render(book.imported, counts)} ${leftOut(book, damaged, later + unreadable)}`.trim();
}

/** Return a text that tells how many games were left out; "" if none was. */
function leftOut(book, damaged, later) {
  const sentences = [
    damaged && render(book.left_damaged, {count: damaged}),
    later && render(book.left_later, {count: later}),
  ];
  return sentences.filter(Boolean).join(" ");
}
