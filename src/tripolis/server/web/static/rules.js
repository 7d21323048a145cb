// The rules page needs little program of its own: language and theme, and paper.

import { $ } from "./page.js";

// Pictures that were not scrolled to yet are fetched before the page is printed.
addEventListener("beforeprint", () => {
  for (const picture of document.querySelectorAll("img[loading=lazy]")) picture.loading = "eager";
});
$("#print")?.addEventListener("click", async () => {
  const pictures = [...document.querySelectorAll("img.only-light")];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  print();
});
