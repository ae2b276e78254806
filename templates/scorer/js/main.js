import {App} from "./app.js";
import {registerServiceWorker} from "./device.js";
import {openFragment} from "./fragment.js";
import {openStorage} from "./games/store.js";

/** Start the scorer with the stored games, and open the sheets in the link's fragment. */
function startScorer() {
  const page = JSON.parse(document.getElementById("page").textContent);
  const app = new App(page, openStorage());
  app.showScreen(history.state?.screen ?? "sheet");
  openFragment(app, location.hash.slice(1));
  app.camera?.readPassedPhoto();
  addEventListener("hashchange", () => openFragment(app, location.hash.slice(1)));
  addEventListener("popstate", ({state}) => app.showScreen(state?.screen ?? "sheet"));
  matchMedia("(prefers-color-scheme: dark)").onchange = () => app.update();
  addEventListener("storage", ({key, newValue}) => app.onStorageChange(key, newValue));
  // A page that was in the background has received no storage events.
  addEventListener("pageshow", ({persisted}) => persisted && app.reload());
  document.addEventListener("visibilitychange", () => document.hidden || app.reload());
  registerServiceWorker();
}

startScorer();
