import {qrPicture} from "../sharing/qr_picture.js";
import {el, textButton} from "./dom.js";

/** Ask a question. Resolves to the value of the chosen answer, or to null if the dialog was cancelled. */
export function ask(texts, question, answers) {
  return new Promise((resolve) => {
    const buttons = answers.map(({text, value, kind = "strong"}) =>
      textButton(text, () => close(value), {class: kind}),
    );
    const close = openDialog(question, [], [...buttons, textButton(texts.cancel, () => close(null))], resolve);
  });
}

/** Offer a link to be scanned by another phone, to be shared with the phone's own dialog, or to be copied. */
export function offerLink(texts, url) {
  const field = el("input", {readonly: true, value: url, "aria-label": texts.link});
  const share = () => navigator.share({url}).catch(() => {}); // the user cancelled
  const copy = ({target}) => {
    field.select();
    field.setSelectionRange(0, url.length); // select() has no effect on read-only fields of some phones
    // Pages without a certificate, such as those of the local network, have no Clipboard API.
    if (document.execCommand("copy")) target.textContent = texts.copied;
  };
  const close = openDialog(
    texts.link_hint,
    [qrPicture(url, texts.link_code), field],
    [
      ...(navigator.share ? [textButton(texts.share, share, {class: "strong"}, "share")] : []),
      textButton(texts.copy_link, copy, {class: "strong"}),
      textButton(texts.close, () => close(null)),
    ],
  );
}

/** Open a modal dialog. Returns a function that closes it and passes a value to `whenClosed`. */
export function openDialog(text, content, buttons, whenClosed = () => {}) {
  const close = (value) => {
    dialog.close(); // restores the focus
    dialog.remove();
    whenClosed(value);
  };
  const dialog = el("dialog", {"aria-label": text}, el("p", {}, text), content, el("div", {class: "answers"}, buttons));
  dialog.oncancel = () => close(null);
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the focused button may be below what can be seen
  return close;
}
