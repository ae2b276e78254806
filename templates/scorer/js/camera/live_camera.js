import {render} from "../messages.js";
import {el, textButton} from "../views/dom.js";

const VIDEO = {facingMode: "environment", width: {ideal: 1920}, height: {ideal: 1080}};
const FRAME_WIDTH = 640; // pixels of the frames in which sheets are looked for; they are read in full size
const CLEARED_FRAMES = 3; // without the sheet that was read last, after which another one is awaited
const NEXT_DISTANCE = 0.5; // between the outline of a sheet and that of the next one / diagonal
const PROBLEM_PAUSE = 1500; // milliseconds for which a problem is shown before the sheet is read again

/**
 * Shows what the camera sees, tells how to hold it, and reads each sheet by itself as soon as it is sharp and still.
 *
 * Frames are neither stored nor sent, and the camera stops when the page is hidden.
 */
export class LiveCamera {
  /** `choosePhotos` lets the user choose files instead. */
  constructor(app, reader, choosePhotos) {
    this.app = app;
    this.reader = reader;
    this.choosePhotos = choosePhotos;
    this.readings = [];
    this.lastOutline = null; // that of the sheet that was read last, while it may still be seen
    this.clearedFrames = 0;
  }

  /** Show the camera. Resolves to what was read, when the user is done or the page is hidden. */
  open() {
    return new Promise((resolve) => {
      this.finish = resolve;
      this.#show();
      this.#start();
    });
  }

  #show() {
    const {texts} = this.app;
    this.video = el("video", {playsinline: true, muted: true, autoplay: true, "aria-label": texts.photo});
    this.video.muted = true; // the attribute alone does not mute an element that a script has made
    this.drawing = el("canvas", {"aria-hidden": "true"});
    this.hint = el("p", {role: "status"}, texts.live_start);
    this.count = el("p", {class: "count", "aria-live": "polite"});
    this.done = textButton(texts.photo_close, () => this.#close(), {class: "strong", hidden: true});
    const choose = () => {
      this.#close();
      this.choosePhotos();
    };
    const buttons = [this.done, textButton(texts.live_photos, choose), textButton(texts.cancel, () => this.#cancel())];
    this.dialog = el(
      "dialog",
      {class: "live", "aria-label": texts.live_title},
      el("div", {class: "viewer"}, this.video, this.drawing),
      this.hint,
      this.count,
      el("div", {class: "answers"}, buttons),
    );
    this.dialog.oncancel = () => this.#cancel();
    document.body.append(this.dialog);
    this.dialog.showModal();
    document.addEventListener("visibilitychange", this.#onHidden);
  }

  #onHidden = () => document.hidden && this.#close();

  async #start() {
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({video: VIDEO, audio: false});
      if (!this.dialog) return this.#stop();
      this.video.srcObject = this.stream;
      await this.video.play();
      await this.reader.prepared;
      await this.#watch();
    } catch {
      if (this.dialog) this.#tell(this.app.texts.live_failed);
    }
  }

  /** Look at one frame after the other until the dialog is closed. */
  async #watch() {
    let isFirst = true;
    while (this.dialog) {
      const {videoWidth} = await nextFrame(this.video);
      const frame = this.#frame(FRAME_WIDTH);
      const {outlines, hint, problem} = await this.reader.look(frame, videoWidth / FRAME_WIDTH, isFirst);
      isFirst = false;
      if (!this.dialog) return;
      if (problem) throw new Error(problem);
      this.#draw(outlines, frame, !hint);
      if (this.#isNext(outlines)) {
        if (hint) this.#tell(this.app.texts[`live_${hint}`]);
        else await this.#read(outlines);
      }
    }
  }

  /** Return whether another sheet than the last one is seen, or nothing after it. */
  #isNext(outlines) {
    if (!this.lastOutline) return true;
    const isSeen = outlines.some((outline) => distanceShare(outline, this.lastOutline) < NEXT_DISTANCE);
    this.clearedFrames = isSeen ? 0 : this.clearedFrames + 1;
    if (this.clearedFrames < CLEARED_FRAMES) return false;
    this.lastOutline = null;
    return true;
  }

  /** Read the sheets in view, in full size. */
  async #read(outlines) {
    const {texts} = this.app;
    this.#tell(texts.live_reading);
    const found = await this.reader.readFrame(this.#frame(this.video.videoWidth));
    if (!this.dialog) return;
    const read = found.filter(({problem}) => !problem);
    if (!read.length) {
      const [{problem, values}] = found;
      this.#tell(render(texts[problem] ?? texts.live_failed, {layout: "", ...values}));
      await new Promise((resolve) => setTimeout(resolve, PROBLEM_PAUSE));
      return;
    }
    const others = read.filter((reading) => !this.readings.some((known) => isSameSheet(reading, known)));
    this.readings.push(...others);
    [this.lastOutline] = outlines;
    this.clearedFrames = 0;
    this.count.textContent = render(texts.photo_done, {count: this.readings.length});
    this.done.hidden = false;
    this.#tell(others.length ? texts.live_next : texts.live_known);
    navigator.vibrate?.(80);
  }

  /** Return the current frame as ImageData with this width in pixels. */
  #frame(width) {
    const {videoWidth, videoHeight} = this.video;
    const height = Math.round((width * videoHeight) / videoWidth);
    this.canvas ??= document.createElement("canvas");
    if (this.canvas.width !== width) Object.assign(this.canvas, {width, height});
    const context = this.canvas.getContext("2d", {willReadFrequently: true});
    context.drawImage(this.video, 0, 0, width, height);
    return context.getImageData(0, 0, width, height);
  }

  /** Draw the outlines of sheets over the video. */
  #draw(outlines, {width, height}, isReady) {
    if (this.drawing.width !== width) Object.assign(this.drawing, {width, height});
    const context = this.drawing.getContext("2d");
    context.clearRect(0, 0, width, height);
    context.lineWidth = 5;
    context.strokeStyle = isReady ? "#1fd16c" : "#ffc02e";
    for (const outline of outlines) {
      context.beginPath();
      for (const [x, y] of outline) context.lineTo(x, y);
      context.closePath();
      context.stroke();
    }
  }

  #tell(text) {
    if (this.hint.textContent !== text) this.hint.textContent = text;
  }

  #cancel() {
    this.readings = [];
    this.#close();
  }

  #close() {
    if (!this.dialog) return;
    this.#stop();
    document.removeEventListener("visibilitychange", this.#onHidden);
    this.dialog.close();
    this.dialog.remove();
    this.dialog = null;
    this.finish(this.readings);
  }

  #stop() {
    for (const track of this.stream?.getTracks() ?? []) track.stop();
  }
}

/** Resolves to a video when it shows another frame; the same frame seen twice would look as if the camera was still. */
function nextFrame(video) {
  if (video.requestVideoFrameCallback)
    return new Promise((resolve) => video.requestVideoFrameCallback(() => resolve(video)));
  const {currentTime} = video;
  return new Promise((resolve) => {
    const wait = () => (video.currentTime === currentTime ? requestAnimationFrame(wait) : resolve(video));
    wait();
  });
}

/** Return how far the middles of two outlines are apart / diagonal of the second one. */
function distanceShare(outline, other) {
  const [one, two] = [outline, other].map((corners) => middle(corners[0], corners[2]));
  return Math.hypot(one[0] - two[0], one[1] - two[1]) / Math.hypot(other[0][0] - other[2][0], other[0][1] - other[2][1]);
}

function middle(one, other) {
  return [0, 1].map((axis) => (one[axis] + other[axis]) / 2);
}

function isSameSheet(one, other) {
  return one.serial !== null && one.serial === other.serial && one.arrangement === other.arrangement;
}
