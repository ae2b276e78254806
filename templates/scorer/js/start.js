const known = [...document.querySelectorAll("main > [lang]")].map((element) => element.lang);
const wanted = navigator.languages.map((tag) => tag.split("-")[0]).find((language) => known.includes(language)) ?? "en";
document.documentElement.lang = wanted;
const {worker} = document.body.dataset;
if (worker) navigator.serviceWorker?.register(worker);
for (const element of document.querySelectorAll("main [lang]")) element.hidden = element.lang !== wanted;
