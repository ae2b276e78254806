import {App} from "./app.js";
import {registerServiceWorker} from "./device.js";
import {GameFormat} from "./games/game_format.js";
import {openGameStore} from "./games/game_store.js";
import {moveOldGames} from "./games/old_games.js";
import {openFragment} from "./links/fragment.js";

/** Start the scorer with the stored games, and open what the link's fragment stands for. */
async function startScorer() {
  const page = JSON.parse(document.getElementById("page").textContent);
  const store = await openGameStore();
  const format = new GameFormat(page);
  if (!store.isTemporary) await moveOldGames(store, format).catch(() => {}); // the next visit tries again
  const app = new App(page, store, format, await store.entries());
  app.openFirstGame(history.state?.game);
  app.showScreen(history.state?.screen ?? "sheet");
  openFragment(app, location.hash.slice(1));
  app.camera?.readPassedPhoto();
  addEventListener("hashchange", () => openFragment(app, location.hash.slice(1)));
  addEventListener("popstate", ({state}) => {
    app.showScreen(state?.screen ?? "sheet");
    app.rememberGame();
  });
  addEventListener("beforeunload", (event) => app.unsavedGames().length && event.preventDefault());
  matchMedia("(prefers-color-scheme: dark)").onchange = () => app.update();
  store.onChange((id) => app.onStored(id));
  // A page that was in the background may not have heard of changes.
  document.addEventListener("visibilitychange", () => document.hidden || app.onStored(app.game.id));
  registerServiceWorker();
}

startScorer();
