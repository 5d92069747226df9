// Two panes scroll together; code can be searched; a map says which value is under the pointer or the cursor.
"use strict";

// What a link leads to is opened.
const reveal = (element) => {
  for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
  if (element) element.scrollIntoView({ block: "center" });
};
const arrive = () => reveal(location.hash && document.getElementById(location.hash.slice(1)));
window.addEventListener("hashchange", arrive);
window.addEventListener("load", arrive);

const lines = [...document.querySelectorAll("div.code p:not(.head), div.side pre > span")];
if (lines.length) {
  const box = document.createElement("search");
  box.innerHTML = '<input type="search" placeholder="Find in code: a register, a label, a mnemonic"'
    + ' aria-label="Find in code"><output aria-live="polite"></output>';
  document.querySelector("h1").after(box);
  const [field, output] = box.children;
  let hits = [];
  let now = -1;
  field.addEventListener("input", () => {
    const wanted = field.value.trim().toLowerCase();
    for (const line of hits) line.classList.remove("hit", "here");
    hits = wanted ? lines.filter((line) => line.textContent.toLowerCase().includes(wanted)) : [];
    for (const line of hits) line.classList.add("hit");
    now = -1;
    output.textContent = wanted ? `${hits.length} lines; Enter leads to the next, Shift-Enter to the one before` : "";
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !hits.length) return;
    if (now >= 0) hits[now].classList.remove("here");
    now = (now + (event.shiftKey ? hits.length - 1 : 1) + (now < 0 && event.shiftKey ? 1 : 0)) % hits.length;
    hits[now].classList.add("here");
    reveal(hits[now]);
    output.textContent = `${now + 1} of ${hits.length} lines`;
  });
}

// Banks have the colours that plots have, without an element for each operand.
if (window.CSS && CSS.highlights) {
  const banks = [0, 1, 2, 3].map(() => new Highlight());
  for (const cells of document.querySelectorAll("div.code p > b")) {
    const walker = document.createTreeWalker(cells, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      for (const found of node.data.matchAll(/\b[WRC]([0-3])/g)) {
        const range = { startContainer: node, startOffset: found.index, endContainer: node, endOffset: found.index + 2 };
        banks[found[1]].add(new StaticRange(range));
      }
    }
  }
  banks.forEach((highlight, bank) => CSS.highlights.set(`bank${bank}`, highlight));
}

for (const sides of document.querySelectorAll("div.sides")) {
  const panes = [...sides.querySelectorAll("div.side")];
  for (const pane of panes) {
    pane.addEventListener("scroll", () => {
      for (const other of panes) {
        if (other !== pane && (other.scrollTop !== pane.scrollTop || other.scrollLeft !== pane.scrollLeft)) {
          other.scrollTop = pane.scrollTop;
          other.scrollLeft = pane.scrollLeft;
        }
      }
    });
  }
}

// What scrolls must be reachable without a pointer.
const reach = () => {
  for (const box of document.querySelectorAll("div.scroll:not([role])")) {
    const scrolls = box.scrollWidth > box.clientWidth;
    if (scrolls && !box.querySelector(".stage")) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
reach();
window.addEventListener("resize", reach);

for (const figure of document.querySelectorAll("figure[data-area]")) {
  const [left, top, width, height] = figure.dataset.area.split(" ").map(Number);
  const data = JSON.parse(figure.querySelector("script").textContent);
  const stage = figure.querySelector(".stage");
  const cross = figure.querySelector(".cross");
  const output = figure.querySelector("output");
  const points = data.points;
  const rows = Array.from({ length: data.rows }, () => []);
  for (const stay of data.stays) rows[stay[0]].push(stay);
  let row = 0;
  let point = 0;

  const place = (at) => {
    const k = Math.min(at >> 1, data.lines.length - 1);
    return `line ${data.lines[k]}`;
  };
  const show = () => {
    cross.style.display = "block";
    cross.style.left = `${100 * (left + (width * (point + 0.5)) / points)}%`;
    cross.style.top = `${100 * (top + height * (1 - (row + 0.5) / data.rows))}%`;
    const k = Math.min(point >> 1, data.lines.length - 1);
    const stay = rows[row].find((s) => s[1] <= point && point < s[2]);
    const what = stay ? `holds a value from ${place(stay[1])} to ${place(stay[2] - 1)}` : "is free";
    output.textContent = `v${row}, bank ${row % 4}, ${what}; line ${data.lines[k]}: ${data.texts[k]}`;
  };
  stage.addEventListener("pointermove", (event) => {
    const frame = stage.getBoundingClientRect();
    const x = ((event.clientX - frame.left) / frame.width - left) / width;
    const y = ((event.clientY - frame.top) / frame.height - top) / height;
    if (x < 0 || x >= 1 || y < 0 || y >= 1) return;
    point = Math.floor(x * points);
    row = Math.floor((1 - y) * data.rows);
    if (row >= data.rows) row = data.rows - 1;
    show();
  });
  stage.addEventListener("focus", show);
  stage.addEventListener("keydown", (event) => {
    const far = event.shiftKey ? 16 : 1;
    const moves = { ArrowLeft: [0, -2], ArrowRight: [0, 2], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
    const move = moves[event.key];
    if (!move) return;
    row = Math.min(Math.max(row + far * move[0], 0), data.rows - 1);
    point = Math.min(Math.max(point + far * move[1], 0), points - 1);
    show();
    event.preventDefault();
  });
}
