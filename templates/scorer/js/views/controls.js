import {el} from "./dom.js";

const MAX_NAME_LENGTH = 40; // characters

/** Return a group of buttons, one of which is chosen. */
export function choice(label, options, chosen, onChoose) {
  const buttons = options.map(({value, text}) =>
    el(
      "button",
      {"aria-pressed": String(value === chosen), key: `${label} ${value}`, onclick: () => onChoose(value)},
      text,
    ),
  );
  return el("div", {class: "choice", role: "group", "aria-label": label}, buttons);
}

/** Return the field for a player's name; `defaultName` is shown while it is empty. */
export function nameField(name, defaultName, onRename, attributes) {
  return el("input", {
    type: "text",
    value: name,
    placeholder: defaultName,
    maxlength: MAX_NAME_LENGTH,
    autocomplete: "off",
    enterkeyhint: "done",
    onkeydown: ({key, target}) => {
      if (key === "Enter") target.blur(); // closes the keyboard of a phone
    },
    onchange: ({target}) => onRename(target.value),
    ...attributes,
  });
}
