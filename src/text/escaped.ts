/** A text as the content of an element of HTML or XML. */
export const escapedMarkup = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A text as a part of a regular expression that stands for itself. */
export const escapedPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
