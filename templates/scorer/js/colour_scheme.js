/** Return "light" or "dark": the choice, or else the setting of the device. */
export function colourSchemeOf(choice) {
  if (choice === "light" || choice === "dark") return choice;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
