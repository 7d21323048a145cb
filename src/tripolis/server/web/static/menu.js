// The menu of a table: pause, leave, resign, close, keep one's seat, tell the host. Loaded when it is first opened.

import { $, PAGE, api, copy, el, say, t, trying } from "./page.js";

/** What the buttons of the menu and its dialogs do. */
export function wire(page) {
  const on = (id, work) => $(id)?.addEventListener("click", work);
  on("#pause", () => page.deed(page.state.state.paused ? "resume" : "pause"));
  on("#resign", () => sure(t("resign_sure"), () => page.deed("resign")));
  on("#leave", () => sure(t("leave_sure"), () => page.deed("leave")));
  on("#close-table", () => sure(t("close_sure"), () => page.deed("close")));
  on("#watch", () =>
    trying(async () => {
      PAGE.watched = (await api("POST", `/api/tables/${PAGE.table}/watch`, { watch: !PAGE.watched })).watch;
      $("#watch").textContent = PAGE.watched ? t("watch_off") : t("watch_on");
    }),
  );
  on("#keep-seat", () => trying(keep));
  on("#copy-keep", () => copy($("#keep-address").value));
  on("#copy-link", () => copy(location.href.split("#")[0]));
  on("#report", () => report(page));
  $("#report-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const seat = $("#report-about").value;
    trying(async () => {
      await api("POST", `/api/tables/${PAGE.table}/report`, { text: $("#report-text").value, seat: seat === "" ? null : Number(seat) });
      $("#report-dialog").close();
      $("#report-text").value = "";
      say(t("reported"));
    });
  });
  for (const button of document.querySelectorAll("#menu .menu button")) button.addEventListener("click", () => $("#menu").close());
}

/** Tell the host of something here. */
function report(page) {
  const others = page.state.state.seats.map((seat, i) => [seat, i]).filter(([seat, i]) => seat.kind === "person" && i !== page.you);
  const choices = others.map(([seat, i]) => el("option", { value: i }, seat.name));
  $("#report-about").replaceChildren(el("option", { value: "" }, t("report_nobody")), ...choices);
  $("#report-dialog").showModal();
}

async function keep() {
  $("#menu").close();
  const found = await api("POST", `/api/tables/${PAGE.table}/keep`, {});
  $("#keep-address").value = new URL(found.path, location.href).href;
  $("#keep-dialog").showModal();
}

function sure(question, work) {
  $("#menu").close();
  const box = $("#sure");
  $("#sure-question").textContent = question;
  box.onclose = () => box.returnValue === "yes" && work();
  box.showModal();
}
