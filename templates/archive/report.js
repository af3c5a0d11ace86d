/* The places of a map, which all its campaigns share, then what a report does with them. */
"use strict";
{
  // A link and a card for each place of which the page itself has nothing to tell; what is printed there for all.
  const drawing = document.querySelector(".chart svg");
  const links = drawing?.querySelector(".places");
  const cards = document.getElementById("cards");
  const { hit, places } = globalThis.map ?? { places: [] };

  const drawn = (name, attributes, ...parts) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
    made.append(...parts);
    return made;
  };

  const written = (name, kind, ...parts) => {
    const made = document.createElement(name);
    made.className = kind;
    made.append(...parts);
    return made;
  };

  const shift = document.querySelector(".symbols image");
  const [right, down] = ["x", "y"].map((side) => Number(shift?.getAttribute(side)));
  const bare = [];
  for (const [anchor, x, y, title, name, code, facts] of links ? places : []) {
    if (!document.getElementById(`m-${anchor}`)) {
      const there = { id: `m-${anchor}`, transform: `translate(${(x + right).toFixed(1)} ${(y + down).toFixed(1)})` };
      bare.push(drawn("a", { href: `#place-${anchor}`, tabindex: "-1" }, drawn("g", there,
        drawn("title", {}, title), drawn("path", { class: "m-hit", d: hit }))));
    }
    let card = document.getElementById(`place-${anchor}`);
    if (!card) {
      const called = written("p", "name", name, name && code ? " " : "");
      if (code) called.append(written("span", "code", code));
      card = written("div", "card", called);
      card.id = `place-${anchor}`;
      cards.append(card);
    }
    if (facts && !card.querySelector(".print")) card.insertBefore(written("p", "print", facts), card.querySelector(".close"));
  }
  links?.prepend(...bare);
}

{% include "report.js" %}

{
  // Whoever comes from a place in the text of another page is shown it on the map.
  const there = location.hash.startsWith("#place-") && document.querySelector(`.chart a[href="${location.hash}"]`);
  if (there) {
    there.classList.add("found");
    there.scrollIntoView({ block: "center", inline: "center" });
    if (!document.querySelector(".card:target")) there.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  }
}
