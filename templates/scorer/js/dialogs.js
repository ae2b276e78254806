import {el, textButton} from "./dom.js";

/** Ask a question. Resolves to the value of the answer that was tapped, or null if the question was put away. */
export function ask(app, question, answers) {
  return new Promise((resolve) => {
    const buttons = answers.map(({text, value, kind = "strong"}) =>
      textButton(text, () => close(value), {class: kind}),
    );
    const close = openDialog(question, [], [...buttons, textButton(app.texts.cancel, () => close(null))], resolve);
  });
}

/** Offer a link: by the phone's share dialog, or to be copied. */
export function offerLink(app, url) {
  const {texts} = app;
  const field = el("input", {readonly: true, value: url, "aria-label": texts.link});
  const share = () => navigator.share({url}).catch(() => {}); // somebody thought better of it
  const copy = ({target}) => {
    field.select();
    field.setSelectionRange(0, url.length); // some phones do not select what cannot be edited
    // The clipboard's own interface is missing on pages of the local network, which have no certificate.
    if (document.execCommand("copy")) target.textContent = texts.copied;
  };
  const close = openDialog(
    texts.link_hint,
    [field],
    [
      ...(navigator.share ? [textButton(texts.share, share, {class: "strong"}, "share")] : []),
      textButton(texts.copy_link, copy, {class: "strong"}),
      textButton(texts.close, () => close(null)),
    ],
  );
}

/** Put something before everything else. Returns how to close it, with a value for whoever waits for it. */
export function openDialog(text, content, buttons, whenClosed = () => {}) {
  const close = (value) => {
    dialog.close(); // gives the focus back
    dialog.remove();
    whenClosed(value);
  };
  const dialog = el("dialog", {"aria-label": text}, el("p", {}, text), content, el("div", {class: "answers"}, buttons));
  dialog.oncancel = () => close(null);
  document.body.append(dialog);
  dialog.showModal();
  return close;
}
