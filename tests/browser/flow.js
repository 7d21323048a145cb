// What is wrong with the geometry of a page that scrolls: a list of sentences. Runs inside the page.
() => {
  const found = [];
  const narrow = innerWidth < 700;
  const least = narrow ? 12 : 11;
  const seen = (node) => node.getClientRects().length > 0 && getComputedStyle(node).visibility === "visible";
  const named = (node) => node.id || node.textContent.trim().slice(0, 30) || node.className;
  const root = document.documentElement;
  if (root.scrollWidth > root.clientWidth + 1) found.push(`the page is wider than the window: ${root.scrollWidth}`);
  for (const node of document.querySelectorAll("main button, main a.button, main select, main summary, main label.file, main .segments span")) {
    if (!seen(node)) continue;
    const { left, right, height, width } = node.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) found.push(`${named(node)} sticks out of the window`);
    const link = node.matches(".quiet, .text");
    if (!link && (height < 43.5 || width < 43.5)) found.push(`${named(node)} is small: ${Math.round(width)}x${Math.round(height)}`);
    if (!link && node.scrollWidth > node.clientWidth + 1) found.push(`cut: ${named(node)}`);
  }
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || parent.closest("dialog, .vh, [hidden]") || !seen(parent)) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < least - 0.25) found.push(`too small to read: “${text.data.trim().slice(0, 20)}” ${size.toFixed(1)} px`);
    const range = document.createRange();
    range.selectNodeContents(text);
    const { right } = range.getBoundingClientRect();
    if (right > innerWidth + 1) found.push(`outside of the window: “${text.data.trim().slice(0, 20)}”`);
  }
  return [...new Set(found)];
}
