import {render} from "../messages.js";
import {choice} from "./controls.js";
import {openDialog} from "./dialogs.js";
import {el, textButton} from "./dom.js";

const MAX_FILE_SIZE = 1_000_000; // bytes
const COLOUR_SCHEMES = ["auto", "light", "dark"];

/** Open the menu: a new game, files of games, and the choice of language and colours. */
export function openMenu(app) {
  const {texts, page} = app;
  const closing = (action) => (value) => {
    close();
    action(value);
  };
  const file = el("input", {
    type: "file",
    accept: ".json,application/json",
    hidden: true,
    onchange: closing(async () => {
      const [chosen] = file.files;
      if (chosen) app.loadGame(chosen.size > MAX_FILE_SIZE ? "" : await chosen.text());
    }),
  });
  const languages = Object.entries(page.languages).map(([value, words]) => ({value, text: words.language}));
  const looks = COLOUR_SCHEMES.map((value) => ({value, text: texts[`look_${value}`]}));
  const close = openDialog(
    texts.menu,
    [
      el(
        "p",
        {class: "shares"},
        textButton(texts.new_game, closing(() => app.startGame()), {class: "strong", key: "new"}, "plus"),
        textButton(texts.load, () => file.click(), {key: "import"}),
      ),
      file,
      el("h2", {}, texts.language),
      choice(texts.language, languages, app.language, closing((language) => app.setLanguage(language))),
      el("h2", {}, texts.look),
      choice(texts.look, looks, app.colourScheme, closing((look) => app.setColourScheme(look))),
      el("p", {class: "about"}, texts.kept, " ", render(texts.print, {print: page.fingerprint})),
    ],
    [textButton(texts.close, () => close())],
  );
}
