/** Light or dark: as it was chosen, or else as the device is set. */
export function lookOf(choice) {
  if (choice === "light" || choice === "dark") return choice;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
