// The other end of a link with a secret: it stands behind the #, is never sent by the browser itself, and works once.

import { $, PAGE, api, rememberSeat, t, trying } from "./page.js";

const secret = decodeURIComponent(location.hash.slice(1));
history.replaceState(null, "", location.pathname);
$("#take").disabled = !secret;
$("#keep-status").textContent = secret ? t("keep_ready") : t("keep_none");
$("#take").addEventListener("click", () =>
  trying(async () => {
    if (PAGE.purpose === "mail") {
      const found = await api("POST", "/api/mail", { secret });
      $("#keep-status").textContent = t("mail_done", { mail: found.mail });
      $("#take").disabled = true;
      return;
    }
    const found = await api("POST", "/api/keep", { secret });
    rememberSeat(found);
    location.href = `/table/${found.table}`;
  }),
);
