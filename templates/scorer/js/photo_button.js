// Only with camera.
import {takePassedPhoto} from "./passed_photo.js";
import {photoScriptUrl} from "./photo_scripts.js";
import {el, icon} from "./views/dom.js";

const CAMERA_ICON = "M4 8h4l2-3h4l2 3h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z";
const PHOTO_TYPES = "image/jpeg,image/png,image/webp"; // phones convert other photos to one of these

/** The button for photos of sheets. The camera, which reads and shows them, is loaded when it is needed first. */
export class PhotoButton {
  constructor(app, sheetElement) {
    this.app = app;
    this.sheetElement = sheetElement;
    this.failures = 0; // to load the camera
    // Without the attribute `capture`, phones offer both the camera and the gallery.
    this.input = el("input", {
      type: "file",
      accept: PHOTO_TYPES,
      multiple: true,
      hidden: true,
      onchange: () => this.#onChosen(),
    });
    document.body.append(this.input);
    navigator.mediaDevices?.enumerateDevices().then(
      (devices) => (this.hasCamera = devices.some(({kind}) => kind === "videoinput")),
      () => {},
    );
  }

  button() {
    const {texts} = this.app;
    return el(
      "button",
      {class: "photo", "aria-label": texts.photo_take, key: "photo", onclick: () => this.#open()},
      icon(CAMERA_ICON),
      texts.photo,
    );
  }

  /** Return the question about a doubtful cell of a photo; null if there is none. */
  question(state) {
    return this.camera?.question(state) ?? null;
  }

  /** Read the photo that the page of another layout has passed on, if there is one. */
  readPassedPhoto() {
    const url = takePassedPhoto();
    if (url) this.#use((camera) => camera.readUrl(url));
  }

  /** Show the live camera if there is one, which needs a secure connection; else let the user choose photos. */
  #open() {
    if (this.hasCamera) this.#use((camera) => camera.readLive(() => this.#choose()));
    else this.#choose();
  }

  /** Let the user take or choose photos, and get ready to read them meanwhile. */
  #choose() {
    this.input.click();
    // If it fails, reading tries again, and tells what is wrong.
    this.#load().then(
      (camera) => camera.prepare(),
      () => {},
    );
  }

  #onChosen() {
    const photos = [...this.input.files];
    this.input.value = "";
    if (photos.length) this.#use((camera) => camera.read(photos));
  }

  async #use(task) {
    const camera = await this.#load().catch(() => null);
    if (camera) await task(camera);
    else this.app.showToast(this.app.texts.photo_failed);
  }

  /** Resolves to the camera. If it could not be loaded, the next call tries again. */
  async #load() {
    const retry = this.failures ? `?${this.failures}` : ""; // browsers remember an address that failed
    this.loading ??= import(photoScriptUrl(this.app.page, "camera") + retry);
    try {
      const {Camera} = await this.loading;
      this.camera ??= new Camera(this.app, this.sheetElement);
      return this.camera;
    } catch (error) {
      this.loading = null;
      this.failures++;
      throw error;
    }
  }
}
