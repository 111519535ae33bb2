import { replaceTags } from "../../text/without-tags.ts";

/** Whether a text says anything without its tags. */
export const hasText = (text: string | null): boolean =>
  text !== null && (text.includes("<") ? replaceTags(text, "").replaceAll("&nbsp;", "") : text).trim() !== "";
