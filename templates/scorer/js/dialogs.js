import {el, textButton} from "./dom.js";

/** Ask a question. Resolves to the value of the answer that was tapped, or null if the question was put away. */
export function ask(app, question, answers) {
  return new Promise((resolve) => {
    const close = (value) => {
      dialog.remove();
      resolve(value);
    };
    const buttons = answers.map(({text, value, kind}) => textButton(text, () => close(value), {class: kind ?? "strong"}));
    const cancel = textButton(app.words.texts.cancel, () => close(null));
    const dialog = el("dialog", {"aria-label": question}, el("p", {}, question), el("div", {class: "answers"}, buttons, cancel));
    dialog.oncancel = () => close(null);
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Offer a link: by the phone's share dialog, or to be copied. */
export function offerLink(app, url) {
  const {texts} = app.words;
  const field = el("input", {readonly: true, value: url, "aria-label": texts.link});
  const copy = textButton(texts.copy_link, () => {
    field.select();
    // The clipboard's own interface is missing on pages of the local network, which have no certificate.
    document.execCommand("copy");
    copy.textContent = texts.copied;
  }, {class: "strong"});
  const share = navigator.share ? textButton(texts.share, () => navigator.share({url}).catch(() => {}), {class: "strong"}, "share") : null;
  const close = () => dialog.remove();
  const dialog = el(
    "dialog",
    {"aria-label": texts.link},
    el("p", {}, texts.link_hint),
    field,
    el("div", {class: "answers"}, [share, copy, textButton(texts.close, close)]),
  );
  dialog.oncancel = close;
  document.body.append(dialog);
  dialog.showModal();
}
