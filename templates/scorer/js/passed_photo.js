// Only with camera.

const PASSED_PHOTO = "sheetgen photo"; // key in the storage of the tab

/** Keep a photo, given as a data URL, for the page of another layout. */
export function passPhoto(url) {
  try {
    sessionStorage.setItem(PASSED_PHOTO, url);
  } catch {
    // Without storage, the photo has to be taken again on the other page.
  }
}

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
