"use strict";
{
  // Cards at the spot: a link to a rule or a place opens a copy of what it leads to beside it.
  const popup = document.getElementById("popup");
  const content = popup.querySelector(".content");
  const narrow = matchMedia("(max-width: 40rem)");
  const find = popup.querySelector(".find");
  const chart = document.querySelector(".chart");
  const drawing = chart?.querySelector("svg");
  let opener = null;

  const place = (link) => {
    const at = link.getBoundingClientRect();
    const size = popup.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const left = Math.min(Math.max(8, at.left + at.width / 2 - size.width / 2), wide - size.width - 8);
    const below = at.bottom + 8;
    const fits = below + size.height + 8 <= innerHeight || at.top < size.height + 16;
    popup.style.left = `${left + scrollX}px`;
    popup.style.top = `${(fits ? below : at.top - size.height - 8) + scrollY}px`;
  };

  const show = (link, card) => {
    opener = link;
    content.replaceChildren(...[...card.cloneNode(true).childNodes].filter((part) => !part.classList?.contains("close")));
    const there = drawing?.querySelector(`a[href="#${card.id}"]`);
    find.hidden = !there || drawing.contains(link);
    find.onclick = (event) => {
      event.preventDefault();
      popup.hidePopover();
      for (const other of drawing.querySelectorAll(".found")) other.classList.remove("found");
      there.classList.add("found");
      there.scrollIntoView({ block: "center", inline: "center" });
      there.focus({ preventScroll: true });
    };
    popup.setAttribute("aria-label", card.querySelector(".name").textContent.trim());
    if (!popup.matches(":popover-open")) popup.showPopover();
    popup.style.left = popup.style.top = "";
    if (!narrow.matches) place(link);
    popup.focus({ preventScroll: true });
  };

  if (popup.showPopover) {
    popup.hidden = false;
    popup.querySelector(".close").addEventListener("click", () => popup.hidePopover());
    popup.addEventListener("beforetoggle", (event) => {
      if (event.newState === "closed" && popup.contains(document.activeElement)) opener?.focus({ preventScroll: true });
    });
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href^='#rule-'], a[href^='#place-']");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const card = document.getElementById(link.getAttribute("href").slice(1));
      if (!card) return;
      event.preventDefault();
      show(link, card);
    });
  }

  // The map: larger and smaller about its middle; the arrow keys go from place to place, so that Tab passes it in one step.
  if (drawing) {
    const buttons = [...document.querySelectorAll("[data-zoom]")];
    const scale = () => drawing.getBoundingClientRect().width / chart.clientWidth;
    const largest = Math.max(4, 2.5 * scale());
    const enlarge = (to) => {
      const x = (chart.scrollLeft + chart.clientWidth / 2) / chart.scrollWidth;
      const y = (chart.scrollTop + chart.clientHeight / 2) / chart.scrollHeight;
      const wanted = Math.min(Math.max(to, 1), largest);
      chart.style.height = wanted > 1 ? `${chart.clientHeight}px` : "";
      drawing.style.minWidth = "0";
      drawing.style.maxWidth = "none";
      drawing.style.width = `${wanted * 100}%`;
      chart.scrollTo(x * chart.scrollWidth - chart.clientWidth / 2, y * chart.scrollHeight - chart.clientHeight / 2);
    };
    for (const button of buttons) {
      const step = Number(button.dataset.zoom);
      button.addEventListener("click", () => enlarge(step ? scale() * 1.5 ** step : 1));
    }
    document.querySelector(".zoom").hidden = false;
    const start = document.getElementById(`m-${chart.dataset.start}`)?.getBoundingClientRect();
    if (start) chart.scrollLeft += start.left + start.width / 2 - chart.getBoundingClientRect().left - chart.clientWidth / 2;

    const links = [...drawing.querySelectorAll("a")];
    const middle = (link) => {
      const at = link.getBoundingClientRect();
      return [at.left + at.width / 2, at.top + at.height / 2];
    };
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const first = links.find((link) => link.getAttribute("href") === `#place-${chart.dataset.start}`) ?? links[0];
    for (const link of links) link.setAttribute("tabindex", link === first ? "0" : "-1");
    // (on the frame, as a drawing that listens for the focus would be a stop of its own)
    chart.addEventListener("focusin", (event) => {
      const link = event.target.closest("a");
      if (link) for (const other of links) other.setAttribute("tabindex", other === link ? "0" : "-1");
    });
    chart.addEventListener("keydown", (event) => {
      const way = ways[event.key];
      const from = event.target.closest("a");
      if (!way || !from) return;
      event.preventDefault();
      const [x, y] = middle(from);
      let best = null, least = Infinity;
      for (const link of links) {
        const [toX, toY] = middle(link);
        const along = (toX - x) * way[0] + (toY - y) * way[1];
        const aside = Math.abs((toX - x) * way[1]) + Math.abs((toY - y) * way[0]);
        if (along > 1 && along >= aside / 2 && along + 2 * aside < least) [best, least] = [link, along + 2 * aside];
      }
      best?.focus();
    });
  }

  // What has to be scrolled sideways can be reached with Tab.
  const reach = new ResizeObserver((changed) => {
    for (const { target } of changed) {
      if (target.scrollWidth > target.clientWidth) target.tabIndex = 0; else target.removeAttribute("tabindex");
    }
  });
  for (const table of document.querySelectorAll(".table")) reach.observe(table);

  // Orders to the clipboard.
  for (const button of document.querySelectorAll("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const draft = document.getElementById(button.dataset.copies);
      draft.closest("details").open = true;
      getSelection().selectAllChildren(draft);
      try {
        await navigator.clipboard.writeText(draft.textContent);
      } catch {
        if (!document.execCommand("copy")) return;
      }
      button.firstChild.data = button.dataset.done;
    });
  }

  // Dice: the recipe of witp_pbem/docs/logbook-format.md.
  const section = document.getElementById("proof");
  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytes = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
  const chain = 4096;

  const thrown = async (key, message, [faces, lowest]) => {
    for (let attempt = 0; ; attempt++) {
      const text = new TextEncoder().encode(JSON.stringify([...message, attempt]));
      for (const byte of new Uint8Array(await crypto.subtle.sign("HMAC", key, text))) {
        if (byte < 256 - (256 % faces)) return lowest + (byte % faces);
      }
    }
  };

  const leads = async (link, end) => {
    let value = bytes(link);
    for (let step = 0; step < chain; step++) {
      value = new Uint8Array(await crypto.subtle.digest("SHA-256", value));
      if (hex(value) === end) return true;
    }
    return false;
  };

  const mark = (element, right) => {
    element.classList.toggle("right", right);
    element.classList.toggle("wrong", !right);
  };

  const check = async () => {
    let good = 0, bad = 0;
    const ends = section.dataset.chains?.split(" ") ?? []; // of the players' own chains
    let before = [section.dataset.anchor, ...ends];
    for (const group of section.querySelectorAll("[data-proof]")) {
      const proof = JSON.parse(group.dataset.proof);
      const links = [proof.link, ...(proof.links ?? [])]; // the keeper's, then those of the players' own chains
      for (const [number, end] of (proof.anchors ?? []).entries()) { // another player may have brought a new chain
        if (end !== ends[number]) before[number + 1] = ends[number] = end;
      }
      const key = await crypto.subtle.importKey(
        "raw", bytes(links.join("")), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
      for (const [number, element] of [...group.querySelectorAll(".link")].entries()) {
        const linked = await leads(links[number], before[number]);
        mark(element, linked);
        if (!linked) bad++;
      }
      before = links;
      const shown = [...group.querySelectorAll(".die")];
      for (const [label, first, dice, kind] of proof.throws) {
        for (let number = 0; number < dice.length; number++) {
          const die = await thrown(key, [proof.campaign, proof.sitting, proof.words, label, first + number], kind);
          const face = shown.shift();
          const right = face.textContent === String(die) && dice[number] === die;
          mark(face, right);
          if (right) good++; else bad++;
        }
      }
    }
    const status = section.querySelector("[role=status]");
    status.textContent = (bad ? status.dataset.bad : status.dataset.good).replace("{n}", bad || good);
    status.className = bad ? "wrong" : "right";
    section.querySelector("details").open = true;
  };

  if (section && globalThis.crypto?.subtle) {
    section.querySelector(".check").hidden = false;
    section.querySelector(".check button").addEventListener("click", check);
  }

  // Paper shows everything.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll("details:not([open])")];
    for (const part of closed) part.open = true;
  });
  addEventListener("afterprint", () => {
    for (const part of closed) part.open = false;
  });
}
