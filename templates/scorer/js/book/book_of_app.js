// Only with book.
import {BookScreen} from "./book_screen.js";

/** Return the book as a screen of a page that has none beside it, and that opens games itself. */
export function bookOfApp(app) {
  return new BookScreen(app.store, {
    opener: (entry) => app.canOpen(entry) && {onclick: () => app.openStored(entry.id)},
    onChange: (id) => app.onStored(id),
    refresh: () => app.update(),
  });
}
