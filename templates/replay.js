"use strict";
(async () => {
  const packed = Uint8Array.from(atob(document.getElementById("film").textContent), (sign) => sign.charCodeAt(0));
  const film = await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
  const { episodes, pieces, words } = film, spots = film.places;
  const root = document.documentElement;
  const find = (selector) => document.querySelector(selector);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const narrow = matchMedia("(max-width: 60rem)");
  root.classList.add("live");

  const index = new Map(episodes.map((episode, number) => [episode.id, number]));
  const articles = episodes.map((episode) => document.getElementById(episode.id));
  for (const article of articles) {
    const title = article.querySelector("h2");
    title.id = `${article.id}-title`;
    article.setAttribute("aria-labelledby", title.id);
    article.tabIndex = -1;
  }

  const stage = find(".stage"), map = stage.querySelector("svg");
  const layer = (name) => map.querySelector(`.${name}`);
  const layers = { tints: layer("tints"), bursts: layer("bursts"), arrows: layer("arrows"), printed: layer("printed"),
    places: layer("places"), marks: layer("marks"), moving: layer("moving"), discs: layer("discs") };
  const byPlace = (group) => new Map([...group.children].map((child) => [child.dataset.place, child]));
  const printed = byPlace(layers.printed), places = byPlace(layers.places), tints = byPlace(layers.tints);

  // What is in each place at each episode: at the first what stands in the page, and from then on only what changes.
  const start = {};
  for (const [number, place] of places) {
    const side = tints.get(number).getAttribute("class").match(/\d+/)?.[0] ?? 0;
    start[number] = [Number(side), pieces.push(printed.get(number).innerHTML) - 1, pieces.push(place.innerHTML) - 1];
  }
  const states = [];
  for (const episode of episodes) states.push({ ...(states.at(-1) ?? start), ...episode.set });
  const drawn = { ...start };

  const slider = find("#slider"), status = find("#status"), speed = find("#speed");
  const play = find("[data-go=play]"), tale = find("#tale");

  find("#known").replaceChildren(...film.known.map((name) => new Option(name)));
  let at = -1;
  let timer = 0, running = false, glide = null;
  let matches = null, sought = [];

  // -- the map

  const put = (number, content) => {
    if (drawn[number]?.every((part, which) => part === content[which])) return;
    drawn[number] = content;
    printed.get(number).innerHTML = pieces[content[1]];
    places.get(number).innerHTML = pieces[content[2]];
    tints.get(number).setAttribute("class", content[0] ? `m-tint${content[0]}` : "m-bare");
  };
  const settle = (state) => {
    for (const number of Object.keys(state)) put(number, state[number]);
  };
  const outline = (number, looks) =>
    `<use href="#m-hex" class="${looks}" transform="translate(${spots[number][0]} ${spots[number][1]})"/>`;

  const mark = (episode) => {
    layers.marks.innerHTML = [
      ...Object.keys(episode.set ?? {}).map((number) => outline(number, "mark")),
      ...sought.map((number) => outline(number, "sought")),
    ].join("");
  };

  const along = (points, part) => {
    const lengths = points.slice(1).map(([x, y], leg) => Math.hypot(x - points[leg][0], y - points[leg][1]));
    let rest = part * lengths.reduce((sum, length) => sum + length, 0);
    for (const [leg, length] of lengths.entries()) {
      if (rest <= length || leg === lengths.length - 1) {
        const share = length ? Math.min(1, rest / length) : 1;
        const [[ax, ay], [bx, by]] = [points[leg], points[leg + 1]];
        return [ax + (bx - ax) * share, ay + (by - ay) * share];
      }
      rest -= length;
    }
    return points[0];
  };

  // Counters go from place to place; where they come from is empty at once, where they go to is filled when they are there.
  const animate = (number, done) => {
    const episode = episodes[number], state = states[number];
    for (const [, route] of episode.moves) if (state[route[0]]) put(route[0], state[route[0]]);
    layers.moving.innerHTML = episode.moves.map(([stack]) => `<g class="stack">${stack}</g>`).join("");
    const movers = episode.moves.map(([, route], order) => {
      const points = route.map((place) => spots[place]).filter(Boolean);
      return { group: layers.moving.children[order], points, time: Math.min(2200, 550 + 260 * points.length) / speed.value };
    });
    let begun = 0, frame = 0;
    const draw = (now) => {
      begun ||= now;
      let open = false;
      for (const { group, points, time } of movers) {
        const part = Math.min(1, (now - begun) / time);
        const [x, y] = along(points, part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2);
        group.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
        open ||= part < 1;
      }
      if (open) frame = requestAnimationFrame(draw);
      else finish();
    };
    const finish = () => {
      cancelAnimationFrame(frame);
      layers.moving.innerHTML = "";
      glide = null;
      settle(state);
      done();
    };
    glide = finish;
    draw(performance.now());
  };

  // -- the part of the map that is seen

  const whole = map.getAttribute("viewBox").split(" ").map(Number);
  const readable = 1.6; // pixels a point, at which the smallest letters are 12 pixels high
  let seen = [...whole], following = narrow.matches || stage.clientWidth < 0.75 * readable * whole[2], flight = 0;
  const look = (box) => {
    seen = box;
    map.setAttribute("viewBox", box.map((value) => value.toFixed(1)).join(" "));
    const size = map.getScreenCTM()?.a ?? 1;
    stage.classList.toggle("near", box[2] < whole[2] * 0.98);
    stage.classList.toggle("far", size < 0.8);
    stage.classList.toggle("farther", size < 0.55);
  };
  const fly = (to) => {
    cancelAnimationFrame(flight);
    const from = [...seen], begun = performance.now(), time = 450;
    if (still.matches || from.every((value, side) => Math.abs(value - to[side]) < 1)) return look(to);
    const draw = (now) => {
      const part = Math.min(1, Math.max(0, (now - begun) / time)), eased = 1 - (1 - part) ** 3;
      look(from.map((value, side) => value + (to[side] - value) * eased));
      if (part < 1) flight = requestAnimationFrame(draw);
    };
    flight = requestAnimationFrame(draw);
  };
  const concerned = (episode) => [...new Set([...(episode.in ?? []), ...(episode.moves ?? []).flatMap(([, route]) => route)])];
  const box = (numbers) => {
    const points = numbers.map((number) => spots[number]).filter(Boolean);
    if (!points.length) return null;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const pane = stage.getBoundingClientRect(), shape = pane.width / pane.height;
    const least = Math.min(Math.max(pane.width / readable, 280), 640);
    let wide = Math.max(Math.max(...xs) - Math.min(...xs) + 170, least);
    let tall = Math.max(...ys) - Math.min(...ys) + 170;
    if (wide / tall < shape) wide = tall * shape;
    else tall = wide / shape;
    if (wide >= whole[2] && tall >= whole[3]) return whole;
    const middle = (low, high, size, start, length) => size >= length ? start + (length - size) / 2
      : Math.min(Math.max((low + high) / 2 - size / 2, start), start + length - size);
    return [middle(Math.min(...xs), Math.max(...xs), wide, whole[0], whole[2]),
      middle(Math.min(...ys), Math.max(...ys), tall, whole[1], whole[3]), wide, tall];
  };
  const aim = (jump) => {
    const target = following ? box(concerned(episodes[at])) : null;
    if (target) (jump ? look : fly)(target);
  };
  const follow = (yes) => {
    following = yes;
    find("[data-view=follow]").setAttribute("aria-pressed", String(yes));
  };
  const zoom = (by, x = seen[0] + seen[2] / 2, y = seen[1] + seen[3] / 2) => {
    const wide = Math.min(Math.max(seen[2] / by, 160), whole[2] * 1.3), real = seen[2] / wide;
    look([x - (x - seen[0]) / real, y - (y - seen[1]) / real, wide, seen[3] / real]);
  };
  const views = {
    follow: () => { follow(!following); aim(); if (!following) fly([...whole]); },
    whole: () => { follow(false); fly([...whole]); },
    smaller: () => { follow(false); zoom(1 / 1.4); },
    larger: () => { follow(false); zoom(1.4); },
  };
  for (const button of all("[data-view]")) button.addEventListener("click", views[button.dataset.view]);

  const scale = () => map.getScreenCTM();
  const spot = (x, y) => new DOMPoint(x, y).matrixTransform(scale().inverse());
  const fingers = new Map();
  let dragged = 0;
  map.addEventListener("wheel", (event) => {
    if (narrow.matches && !event.ctrlKey) return;
    event.preventDefault();
    const { x, y } = spot(event.clientX, event.clientY);
    follow(false);
    zoom(Math.exp(-event.deltaY / 400), x, y);
  }, { passive: false });
  map.addEventListener("pointerdown", (event) => {
    if (!fingers.size) dragged = 0;
    fingers.set(event.pointerId, event);
  });
  map.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
    dragged += Math.abs(dx) + Math.abs(dy);
    if (dragged < 6) return;
    if (!map.hasPointerCapture(event.pointerId)) map.setPointerCapture(event.pointerId);
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (other) {
      const span = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY) || 1;
      const { x, y } = spot(other.clientX, other.clientY);
      zoom(span(event) / span(before), x, y);
    } else if (event.pointerType === "mouse" || stage.classList.contains("near")) {
      const { a, d } = scale();
      look([seen[0] - dx / a, seen[1] - dy / d, seen[2], seen[3]]);
    }
    follow(false);
    fingers.set(event.pointerId, event);
  });
  for (const end of ["pointerup", "pointercancel"]) map.addEventListener(end, (event) => fingers.delete(event.pointerId));

  // -- one episode

  const show = (number, { push = false, replace = false, jump = false } = {}) => {
    number = Math.min(Math.max(number, 0), episodes.length - 1);
    const before = at, episode = episodes[number];
    const again = number === before;
    glide?.();
    at = number;
    if (!again) {
      if (articles[before]) articles[before].classList.remove("shown");
      articles[at].classList.add("shown");
      tale.scrollTop = 0;
      if (narrow.matches && !jump) {
        const over = tale.getBoundingClientRect().top - stage.getBoundingClientRect().bottom;
        if (over < 0) scrollBy(0, over);
      }
    }
    tale.classList.toggle("last", at === episodes.length - 1);
    slider.value = at;
    slider.setAttribute("aria-valuetext", episode.label);
    slider.style.setProperty("--part", `${(100 * at) / Math.max(1, episodes.length - 1)}%`);
    status.setAttribute("aria-live", running ? "off" : "polite");
    tell();
    document.title = `${episode.label} – ${find("h1").textContent}`;
    for (const link of turns) {
      if (index.get(link.hash.slice(1)) <= at && at < index.get(link.hash.slice(1)) + Number(link.dataset.count)) {
        link.setAttribute("aria-current", "step");
      } else link.removeAttribute("aria-current");
    }
    for (const link of all("#matches a")) {
      if (link.hash.slice(1) === episode.id) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
    }
    const address = `#${episode.id}`;
    if (push && location.hash !== address) history.pushState(null, "", address);
    if (replace && location.hash !== address) history.replaceState(null, "", address);

    layers.arrows.innerHTML = episode.arrows ?? "";
    layers.discs.innerHTML = episode.discs ?? "";
    layers.bursts.innerHTML = episode.bursts ?? "";
    layers.bursts.classList.toggle("flash", number === before + 1);
    mark(episode);
    aim(jump);
    buttons();
    if (number === before + 1 && episode.moves && !still.matches && !document.hidden) animate(number, proceed);
    else {
      settle(states[at]);
      proceed();
    }
  };
  const tell = () => {
    const place = matches ? matches.indexOf(at) : -1;
    const count = place >= 0 ? fill(words.found, { number: place + 1, count: matches.length })
      : fill(words.place, { number: at + 1, count: episodes.length });
    status.firstElementChild.textContent = count;
    status.lastElementChild.textContent = episodes[at].label;
  };

  // -- going

  const next = (way) => {
    if (!matches) return at + way;
    const found = way > 0 ? matches.find((number) => number > at) : matches.findLast((number) => number < at);
    return found ?? at;
  };
  const phase = (way) => {
    const stretch = (number) => episodes[number].stretch;
    let to = at;
    if (way > 0) {
      while (to < episodes.length - 1 && stretch(to) === stretch(at)) to += 1;
    } else {
      if (to > 0 && stretch(to - 1) !== stretch(to)) to -= 1;
      while (to > 0 && stretch(to - 1) === stretch(to)) to -= 1;
    }
    return to;
  };
  const halt = () => {
    running = false;
    clearTimeout(timer);
    root.classList.remove("running");
    play.setAttribute("aria-label", words.play);
    status.setAttribute("aria-live", "polite");
  };
  const proceed = () => {
    clearTimeout(timer);
    if (!running) return;
    if (next(1) === at || at === episodes.length - 1) return halt();
    const reading = Math.min(2600, 700 + 2 * articles[at].textContent.length);
    timer = setTimeout(() => show(next(1), { replace: true }), reading / speed.value);
  };
  const go = {
    first: () => show(matches ? matches[0] : 0, { push: true }),
    last: () => show(matches ? matches.at(-1) : episodes.length - 1, { push: true }),
    back: (repeated) => show(next(-1), { push: !repeated, replace: repeated }),
    next: (repeated) => show(next(1), { push: !repeated, replace: repeated }),
    "phase-back": () => show(phase(-1), { push: true }),
    "phase-next": () => show(phase(1), { push: true }),
    play: () => {
      if (running) return halt();
      running = true;
      root.classList.add("running");
      play.setAttribute("aria-label", words.pause);
      if (next(1) === at || at === episodes.length - 1) show(matches ? matches[0] : 0, { push: true });
      else show(next(1), { push: true });
    },
  };
  for (const button of all("[data-go]")) {
    button.addEventListener("click", () => {
      if (button !== play) halt();
      go[button.dataset.go](false);
    });
  }
  let sliding = false;
  slider.addEventListener("input", () => {
    halt();
    show(Number(slider.value), { push: !sliding, replace: sliding });
    sliding = true;
  });
  for (const end of ["change", "pointerup", "blur"]) slider.addEventListener(end, () => { sliding = false; });

  const keys = { ArrowLeft: "back", ArrowRight: "next", PageUp: "phase-back", PageDown: "phase-next", Home: "first", End: "last" };
  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === "Escape" && matches) return seek("");
    if (target.matches("input[type=search], select, textarea")) return;
    if (target.closest(".popup") || (target.matches("summary") && key === " ")) return;
    if (key === " ") {
      if (target.matches("button, a")) return;
      go.play();
    } else if (key === "/") {
      field.focus();
      field.select();
    } else if ("+=-−".includes(key)) {
      const to = speed.selectedIndex + ("+=".includes(key) ? 1 : -1);
      speed.selectedIndex = Math.min(Math.max(to, 0), speed.options.length - 1);
    } else if (keys[key]) {
      halt();
      const way = event.shiftKey && key.startsWith("Arrow") ? { back: "phase-back", next: "phase-next" }[keys[key]] : keys[key];
      go[way](event.repeat);
    } else return;
    event.preventDefault();
  });

  // -- links to episodes

  const named = () => index.get(decodeURIComponent(location.hash.slice(1)));
  const follows = () => {
    const number = named();
    if (number !== undefined && number !== at) {
      halt();
      show(number);
    } else if (number === undefined && !location.hash) show(0);
  };
  addEventListener("popstate", follows);
  addEventListener("hashchange", follows);

  const share = find("#share"), shared = find("#shared");
  share.addEventListener("click", async () => {
    const address = `${location.href.split("#")[0]}#${episodes[at].id}`;
    try {
      await navigator.clipboard.writeText(address);
      shared.textContent = words.copied;
    } catch {
      shared.textContent = `${words.copy} ${address}`;
    }
  });

  // -- filter by place or unit

  const field = find("#find"), found = find("#found"), list = find("#matches");
  const things = [];
  for (const [place, [, , id, called]] of Object.entries(spots)) {
    things.push({ names: [called, called.replace(` (${id})`, ""), id], place, episodes: [] });
  }
  const units = film.units.map((id) => ({ names: [id], episodes: [] }));
  const known = new Map(things.map((thing) => [thing.place, thing]));
  for (const [number, episode] of episodes.entries()) {
    for (const place of concerned(episode)) known.get(place)?.episodes.push(number);
    for (const unit of episode.units ?? []) units[unit].episodes.push(number);
  }
  things.push(...units);
  const ticks = find(".ticks");

  const seek = (text, { keep = false } = {}) => {
    if (!keep) field.value = text;
    const wanted = text.trim().toLowerCase();
    const exact = things.filter((thing) => thing.names.some((name) => name.toLowerCase() === wanted));
    const meant = !wanted ? [] : exact.length ? exact
      : things.filter((thing) => thing.names[0].toLowerCase().includes(wanted));
    matches = wanted ? [...new Set(meant.flatMap((thing) => thing.episodes))].sort((a, b) => a - b) : null;
    sought = meant.map((thing) => thing.place).filter(Boolean).slice(0, 12);
    found.textContent = !matches ? "" : matches.length ? fill(words.many, { count: matches.length }) : words.none;
    ticks.innerHTML = (matches ?? []).map((number) =>
      `<i style="left:${((100 * number) / Math.max(1, episodes.length - 1)).toFixed(2)}%"></i>`).join("");
    list.hidden = !matches?.length;
    list.querySelector("summary").textContent = found.textContent;
    list.querySelector("ol").replaceChildren(...(matches ?? []).map((number) => {
      const entry = document.createElement("li"), link = document.createElement("a");
      link.href = `#${episodes[number].id}`;
      link.textContent = episodes[number].label;
      entry.append(link);
      return entry;
    }));
    if (matches && !matches.length) matches = null;
    for (const button of all("[data-match]")) button.disabled = !matches;
    mark(episodes[at]);
    buttons();
    tell();
  };
  const buttons = () => {
    for (const [name, way] of [["back", -1], ["next", 1]]) {
      const to = next(way);
      find(`[data-go=${name}]`).setAttribute("aria-disabled", String(to === at || to < 0 || to >= episodes.length));
    }
  };
  field.addEventListener("input", () => seek(field.value, { keep: true }));
  find(".find").addEventListener("submit", (event) => {
    event.preventDefault();
    if (matches) show(next(1), { push: true });
  });
  for (const button of all("[data-match]")) {
    button.addEventListener("click", () => {
      halt();
      show(next(Number(button.dataset.match)), { push: true });
    });
  }

  // -- cards at the spot: rules, and what is in a place

  const popup = find("#popup"), content = popup.querySelector(".content"), act = popup.querySelector(".act");
  let opener = null;
  const open = (parts, label, place, point) => {
    content.replaceChildren(...parts);
    popup.setAttribute("aria-label", label);
    popup.dataset.place = place ?? "";
    act.hidden = !place;
    if (!popup.matches(":popover-open")) popup.showPopover();
    const size = popup.getBoundingClientRect();
    popup.style.left = `${Math.min(Math.max(8, point.x - size.width / 2), innerWidth - size.width - 8)}px`;
    popup.style.top = `${point.y + 12 + size.height < innerHeight ? point.y + 12 : Math.max(8, point.y - size.height - 12)}px`;
    popup.focus({ preventScroll: true });
  };
  const told = (number) => places.get(number).querySelector("title").textContent.split("\n").map((line, order) => {
    const paragraph = document.createElement("p");
    paragraph.textContent = line;
    if (!order) paragraph.className = "name";
    return paragraph;
  });
  const middle = (element) => {
    const { left, bottom, width } = element.getBoundingClientRect();
    return { x: left + width / 2, y: bottom };
  };
  if (popup.showPopover) {
    popup.hidden = false;
    popup.querySelector(".close").addEventListener("click", () => popup.hidePopover());
    popup.addEventListener("beforetoggle", (event) => {
      if (event.newState === "closed" && popup.contains(document.activeElement)) opener?.focus?.({ preventScroll: true });
    });
    act.querySelector("button").addEventListener("click", () => {
      const called = spots[popup.dataset.place][3];
      popup.hidePopover();
      seek(called);
    });
    map.addEventListener("click", (event) => {
      const group = event.target.closest("[data-place]");
      if (!group || dragged >= 6) return;
      opener = null;
      open(told(group.dataset.place), spots[group.dataset.place][3], group.dataset.place, { x: event.clientX, y: event.clientY });
    });
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const name = link.hash.slice(1), number = index.get(name);
    if (number !== undefined) {
      halt();
      show(number, { push: true });
    } else if (name.startsWith("place-") && popup.showPopover && spots[name.slice(6)]) {
      opener = link;
      open(told(name.slice(6)), link.textContent, name.slice(6), middle(link));
    } else if (name.startsWith("rule-") && popup.showPopover) {
      opener = link;
      open([...document.getElementById(name).cloneNode(true).childNodes], link.textContent, "", middle(link));
    } else if (name === "tale") articles[at].focus();
    else return;
    event.preventDefault();
  });

  const turns = all(".turns a");
  for (const link of turns) link.style.flexGrow = link.dataset.count;
  follow(following);
  show(named() ?? 0, { jump: true });
  if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView(); // the page was another one before
  addEventListener("resize", () => { if (following) aim(true); });
})().catch((error) => {
  document.querySelector(".old").hidden = document.documentElement.classList.contains("live");
  throw error;
});
