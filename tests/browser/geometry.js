// What is wrong with the geometry of a table as it stands: a list of sentences. Runs inside the page.
() => {
  const { stage, layout, picker, state, myTurn } = window.tripolis;
  const found = [];
  const narrow = innerWidth < 700;
  const least = narrow ? 12 : 11;
  const box = (node) => node.getBoundingClientRect();
  const seen = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === "visible";
  const inside = ({ left, top, right, bottom }) => left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const below = ({ bottom }, sheet) => bottom > sheet.getBoundingClientRect().bottom + 1;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1 || root.scrollHeight > root.clientHeight + 1) found.push(`the page scrolls: ${root.scrollWidth}x${root.scrollHeight}`);

  // everything that may be clicked next can be hit
  const targets = [];
  for (const id of stage?.can ?? []) {
    const kept = stage.sprites.get(id);
    const summed = kept && stage.areas.get(kept.data.area)?.place?.how === "chip" && stage.canIn?.(kept.data.area).length === 1;
    const button = summed ? stage.areas.get(kept.data.area).chip : document.querySelector(`#choices [data-id="${id}"]`);
    const node = button ?? kept?.face;
    if (!node || !(button || stage.areas.get(kept.data.area)?.shown)) {
      found.push(`${id} is nowhere`);
      continue;
    }
    targets.push({ id, node, button, area: kept && stage.areas.get(kept.data.area), panned: kept && stage.areas.get(kept.data.area)?.place?.how === "panned" });
  }
  const hit = ({ id, node, button }) => {
    const { left, top, width, height } = box(node);
    for (const [u, v] of [[0.5, 0.5], [0.5, 0.25], [0.25, 0.5], [0.75, 0.5], [0.5, 0.75], [0.3, 0.3], [0.7, 0.7], [0.3, 0.7], [0.7, 0.3]]) {
      const [x, y] = [left + u * width, top + v * height];
      const [top_] = document.elementsFromPoint(x, y);
      if (!top_) continue;
      if (button ? button.contains(top_) : top_.closest("#boards .frame") && stage.under({ clientX: x, clientY: y }) === id) return true;
    }
    return false;
  };
  const shown = targets.filter(({ node }) => seen(node));
  if (myTurn && targets.length && !shown.length) found.push(`none of what may be clicked is shown: ${targets.map(({ id }) => id).join()}`);
  for (const target of narrow ? shown : targets) {
    const { id, node, button, panned } = target;
    const place = box(node);
    if (panned) {
      if (Math.min(place.width, place.height) < 28) found.push(`${id} is small: ${Math.round(place.width)}x${Math.round(place.height)}`);
      continue;
    }
    const sheet = narrow && node.closest("#boards.scrolls, #choices");
    if (!inside(place) && !sheet) found.push(`${id} lies outside of the window`);
    else if (inside(place) && !(sheet && below(place, sheet)) && !hit(target)) found.push(`${id} is covered`);
    const wanted = button ? 44 : 28;
    if (Math.min(place.width, place.height) < wanted - 0.5) found.push(`${id} is small: ${Math.round(place.width)}x${Math.round(place.height)}`);
  }
  const panning = shown.filter(({ panned }) => panned);
  if (panning.length && panning.length === shown.length && !panning.some((target) => inside(box(target.node)) && hit(target))) found.push("nothing of what may be clicked is in the part of the map that is shown");

  // controls are large enough for a finger
  for (const node of document.querySelectorAll("#table button, .head button, #table input, #table select")) {
    if (!seen(node) || node.closest("[hidden], dialog, #log, #moves, #aid, #chat")) continue;
    const { width, height } = box(node);
    if (width && (width < 43.5 || height < 35.5)) found.push(`${node.id || node.className || node.textContent} is small: ${Math.round(width)}x${Math.round(height)}`);
  }

  // no text below the least size
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const small = new Map();
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !parent || parent.closest("script, title, [hidden], dialog, .skip, .art") || !seen(parent)) continue;
    let size = parseFloat(getComputedStyle(parent).fontSize);
    const svg = parent.closest("svg");
    if (svg) size *= svg.getScreenCTM()?.a ?? 1;
    const area = parent.closest(".area")?.dataset.area;
    if (size < least - 0.25) small.set(`${area ?? parent.id ?? parent.className}: “${text.data.trim().slice(0, 20)}” ${size.toFixed(1)} px`, true);
  }
  found.push(...[...small.keys()].slice(0, 6).map((text) => `too small to read: ${text}`));

  // nothing is cut, nothing overlaps
  for (const node of document.querySelectorAll("#status, .choice, #who, .brand, #gain, #tools button, #whose")) {
    if (!seen(node)) continue;
    if (node.scrollWidth > node.clientWidth + 1 && getComputedStyle(node).display !== "inline") found.push(`cut: ${node.id || node.className} “${node.textContent.trim().slice(0, 50)}” ${node.scrollWidth} > ${node.clientWidth}`);
    if (node.scrollHeight > node.clientHeight + 2 && getComputedStyle(node).display !== "inline") found.push(`cut: ${node.id || node.className} “${node.textContent.trim().slice(0, 50)}” ${node.scrollHeight} high`);
  }
  // of a summary as many chips are shown as there is room for, the most important first, each whole
  for (const chips of [...document.querySelectorAll(".chip .chips")].filter(seen)) {
    const { right, bottom } = box(chips);
    const [first, ...more] = [...chips.children].map(box);
    if (first && (first.right > right + 1 || first.bottom > bottom + 1)) found.push(`cut: chips “${chips.textContent}”`);
    for (const chip of more) if ((chip.right > right + 1 && chip.left < right - 1) || (chip.bottom > bottom + 1 && chip.top < bottom - 1)) found.push(`cut: a chip of “${chips.textContent}”`);
  }
  const parts = [...document.querySelectorAll("#boards .area, #side, #bar, .head, #sheets")].filter((node) => seen(node) && !node.matches('.large, #side.over, [data-role="open"], .in-bar')); // what lies over the boards on purpose
  const named = (node) => node.dataset.area ?? node.id ?? node.className;
  parts.forEach((a, i) => parts.slice(i + 1).forEach((b) => {
    const [p, q] = [box(a), box(b)];
    if (a.closest(".scrolls") || b.closest(".scrolls")) return;
    if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) found.push(`${named(a)} and ${named(b)} overlap`);
  }));
  const bar = [...document.querySelectorAll("#bar > *, .area.in-bar")].filter(seen);
  bar.forEach((a, i) => bar.slice(i + 1).forEach((b) => {
    const [p, q] = [box(a), box(b)];
    if (p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1) found.push(`${named(a)} and ${named(b)} of the bar overlap`);
  }));
  for (const node of [...bar, ...document.querySelectorAll(".head > *, #choices > *")].filter(seen)) if (!inside(box(node)) && !(narrow && node.closest("#choices"))) found.push(`${node.id || node.className} sticks out of the window`);
  const main = document.querySelector('.area[data-role="main"]');
  const board = main && seen(main) ? (({ left, top, width, height }) => [left, top, width, height].map(Math.round).join())(box(main)) : null;
  return { found, board };
}
