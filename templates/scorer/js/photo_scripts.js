// Only with camera.

/** Return the address of a script that photos need, by its name: a file of its own, or a text that the page contains. */
export function photoScriptUrl({photo: {folder}}, name) {
  if (folder !== null) return `${folder}${name}.js`;
  const text = document.getElementById(name).textContent;
  return URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
}
