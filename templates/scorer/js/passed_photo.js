// Only with camera.

export const PASSED_PHOTO = "sheetgen photo"; // key in the storage of the tab

/** Return the photo that the page of another layout has passed on, as a data URL; null if there is none. */
export function takePassedPhoto() {
  try {
    const url = sessionStorage.getItem(PASSED_PHOTO);
    sessionStorage.removeItem(PASSED_PHOTO);
    return url;
  } catch {
    return null; // no storage, so nothing was passed on
  }
}
