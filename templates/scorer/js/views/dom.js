const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const HANDLERS = ["onclick", "onchange", "onkeydown"]; // copied to an element that is updated in place
// SVG paths in a box of 24 x 24.
const ICONS = {
  undo: "M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "m15 14 5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  plus: "M12 5v14M5 12h14",
  up: "m6 14 6-6 6 6",
  down: "m6 10 6 6 6-6",
  remove: "m6 6 12 12M18 6 6 18",
  share: "M12 15V3m0 0L7 8m5-5 5 5M5 13v7h14v-7",
  sheet: "M4 4h16v16H4zM8 8l8 8m0-8-8 8",
  result: "M5 20v-8m7 8V4m7 16v-5",
  trophy: "M7 4h10v5a5 5 0 0 1-10 0zM7 6H4c0 3 1 4 3 4M17 6h3c0 3-1 4-3 4M12 14v5M8 20h8",
  book: "M12 6C9 4 6 4 3 5v14c3-1 6-1 9 1 3-2 6-2 9-1V5c-3-1-6-1-9 1zm0 0v14",
  menu: "M4 6h16M4 12h16M4 18h16",
  back: "m14 6-6 6 6 6",
  error: "M12 7v6m0 4v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  warning: "M12 9v5m0 3v.01M12 3 2.5 20h19z",
  fine: "m8 12 3 3 5-6M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
};

/**
 * Return an HTML element with attributes, handlers (`onclick` …) and children; strings are always shown as text.
 *
 * An element with a `key` keeps the focus when `updateChildren` replaces it.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element[name] = value;
    else if (name === "key") element.dataset.key = value;
    else if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null));
  return element;
}

/** Return an SVG element. */
export function svgEl(tag, attributes, ...children) {
  const element = document.createElementNS(SVG_NAMESPACE, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Return the SVG element of a node, {tag, attributes, children}. */
export function svgOf({tag, attributes, children}) {
  return svgEl(tag, attributes, ...children.map(svgOf));
}

/** Return a decorative icon, given its name or its path. */
export function icon(name) {
  const path = svgEl("path", {d: ICONS[name] ?? name});
  return svgEl("svg", {class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true"}, path);
}

/** Return a button with an icon and an invisible label. */
export function iconButton(name, label, onclick, attributes = {}) {
  return el("button", {class: "icon-button", "aria-label": label, title: label, onclick, ...attributes}, icon(name));
}

/** Return a button with a text and, if there is one, an icon before it. */
export function textButton(label, onclick, attributes = {}, iconName = null) {
  return el("button", {onclick, ...attributes}, iconName && icon(iconName), label);
}

/** Return a box that scrolls sideways, and whose edges fade out where there is more to see. */
export function scrollingBox(kind) {
  const box = el("div", {class: `${kind} scrolling`});
  const update = () => {
    const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
    box.dataset.more = [box.scrollLeft > 1 ? "left" : "", rest > 1 ? "right" : ""].join(" ");
  };
  box.onscroll = update;
  new ResizeObserver(update).observe(box);
  return box;
}

/** Replace the children of an element. Children of the same kind are updated in place, so that no tap is lost. */
export function updateChildren(parent, ...children) {
  const fresh = children.flat().filter((child) => child !== null);
  const key = parent.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
  const old = [...parent.children];
  for (const child of old.slice(fresh.length)) child.remove();
  for (const [index, child] of fresh.entries()) {
    if (index >= old.length) parent.append(child);
    else if (child !== old[index]) updateElement(old[index], child);
  }
  if (key !== undefined && document.activeElement?.dataset.key !== key) {
    parent.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }
}

function updateElement(old, fresh) {
  if (old.tagName !== fresh.tagName || old.dataset.key !== fresh.dataset.key) return old.replaceWith(fresh);
  const isTyping = old === document.activeElement && old.getAttribute("value") === fresh.getAttribute("value");
  for (const name of old.getAttributeNames()) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name); // opened details stay open
  }
  for (const {name, value} of fresh.attributes) {
    if (name === "style")
      old.style.cssText = value; // the content security policy forbids style attributes
    else if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  for (const handler of HANDLERS) old[handler] = fresh[handler];
  if (old.tagName === "INPUT") old.checked = fresh.checked;
  if (old.tagName === "INPUT" && !isTyping) old.value = fresh.value;
  if ([old, fresh].every(({children, childNodes}) => children.length === childNodes.length))
    updateChildren(old, [...fresh.children]);
  else if (!old.isEqualNode(fresh)) old.replaceChildren(...fresh.childNodes);
}
