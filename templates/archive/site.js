/* The list of campaigns, searched in the page. What it knows stands in campaigns.js, loaded before. */
"use strict";
(() => {
  const STEP = 100;
  const byId = (id) => document.getElementById(id);
  const all = (window.campaigns || []).map((row) => {
    const [page, name, game, scenario, seats, result, places] = row;
    const text = [name, game, scenario, result, ...seats.flat(), ...places].join("\n");
    return { page, name, game, scenario, seats, result, text: plain(text) };
  });
  const words = byId("words"), game = byId("game"), list = byId("list"), found = byId("found"), more = byId("more");
  let hits = all, shown = STEP;

  function plain(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").normalize("NFC").toLowerCase();
  }

  function element(name, kind, ...parts) {
    const made = document.createElement(name);
    if (kind) made.className = kind;
    made.append(...parts);
    return made;
  }

  function item(one) {
    const title = element("a", "title", element("bdi", "", one.name));
    title.href = one.page;
    const seats = one.seats.map(([side, person]) => element("span", "", side + ": ", element("bdi", "", person)));
    return element("li", "", title, " ", element("span", "played", one.game + " · " + one.scenario), " ",
                   element("span", "players", ...seats), " ", element("span", "result", one.result));
  }

  function show() {
    list.replaceChildren(element("ul", "campaigns", ...hits.slice(0, shown).map(item)));
    if (!hits.length) list.replaceChildren();
    found.textContent = hits.length
      ? found.dataset.count.replace("{n}", hits.length).replace("{all}", all.length) : found.dataset.none;
    more.hidden = hits.length <= shown;
  }

  function search() {
    const wanted = plain(words.value).split(/\s+/).filter(Boolean);
    hits = all.filter((one) => (!game.value || one.game === game.value) && wanted.every((word) => one.text.includes(word)));
    shown = STEP;
    const asked = new URLSearchParams();
    if (words.value.trim()) asked.set("q", words.value.trim());
    if (game.value) asked.set("game", game.value);
    try {
      history.replaceState(null, "", String(asked) ? "#" + asked : location.pathname);
    } catch { /* some browsers keep the addresses of files as they are */ }
    show();
  }

  const asked = new URLSearchParams(location.hash.slice(1));
  words.value = asked.get("q") || "";
  game.value = asked.get("game") || "";
  if (game.selectedIndex < 0) game.value = "";
  words.addEventListener("input", search);
  game.addEventListener("change", search);
  more.addEventListener("click", () => { shown += STEP; show(); });
  byId("search").hidden = false;
  search();
})();
