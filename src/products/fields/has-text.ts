import { replaceTags } from "../../text/without-tags.ts";

/** Whether a text says anything once its tags are gone. */
export const hasText = (text: string | null): boolean =>
  text !== null && (text.includes("<") ? replaceTags(text, "").replaceAll("&nbsp;", "") : text).trim() !== "";
