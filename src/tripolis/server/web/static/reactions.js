// Reactions beside the chat: a few words with one click, read by everybody in their own language.

import { $, el, t } from "./page.js";

const REACTIONS = ["well", "wow", "thanks", "ouch", "laugh", "wait"];

export class Reactions {
  constructor(page) {
    this.row = el(
      "div",
      { id: "reactions", role: "group", "aria-label": t("react"), hidden: true },
      ...REACTIONS.map((react) => el("button", { type: "button", onclick: () => page.deed("chat", { react }) }, t(`react_${react}`))),
    );
    ($("#panel-chat") ?? $("#chat-form"))?.append(this.row);
  }

  /** They come and go with the field for chat. */
  show() {
    queueMicrotask(() => (this.row.hidden = $("#chat-form")?.hidden ?? true));
  }
}
