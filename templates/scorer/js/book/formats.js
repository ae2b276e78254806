// Only with book.
import {signed} from "../messages.js";

const FORMATS = new Map(); // by language

/** Return functions that write dates and numbers in a language, in the way of the device's region if it has one. */
export function formatsOf(language) {
  if (!FORMATS.has(language)) FORMATS.set(language, makeFormats(language));
  return FORMATS.get(language);
}

function makeFormats(language) {
  const region = navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
  const date = (options) => {
    const format = new Intl.DateTimeFormat(region, options);
    return (time) => format.format(time);
  };
  const number = (options) => {
    const format = new Intl.NumberFormat(region, options);
    return (value) => signed(format.format(value));
  };
  return {
    day: date({dateStyle: "medium"}),
    moment: date({weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "numeric"}),
    month: date({month: "long", year: "numeric"}),
    whole: number({}),
    mean: number({minimumFractionDigits: 1, maximumFractionDigits: 1}),
    percent: number({style: "percent"}),
  };
}

/** Return a time's date on this device as in "2026-01-31", which is how Swedes write it. */
export function isoDate(time) {
  return new Date(time).toLocaleDateString("sv");
}
