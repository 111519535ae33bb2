const SEPARATOR = "|";
/** What else parts a list that is written by others. */
const OTHER_SEPARATORS = /[\n;,]/;

/** How many backslashes a text ends with. */
function backslashes(text: string): number {
  let start = text.length;
  while (text[start - 1] === "\\") start--;
  return text.length - start;
}

const doubled = (text: string): string => text + "\\".repeat(backslashes(text));

/** An element with a `\|` for each `|` in it; `isLast`: no `|` comes behind it. */
function escaped(element: string, isLast: boolean): string {
  const parts = element.split(SEPARATOR);
  return parts.map((part, index) => (isLast && index === parts.length - 1 ? part : doubled(part))).join("\\|");
}

/**
 * Writes a list as one text that `splitList` reads back: joined with `|`, which is `\|` within an element. A list of one
 * element that other separators would part ends with `|`. Backslashes mean themselves where no `|` follows them.
 */
export function joinList(elements: readonly string[]): string {
  const [first = ""] = elements;
  const isAmbiguous = elements.length === 1 && !first.includes(SEPARATOR) && OTHER_SEPARATORS.test(first);
  const last = isAmbiguous ? -1 : elements.length - 1;
  const text = elements.map((element, index) => escaped(element, index === last)).join(SEPARATOR);
  return isAmbiguous ? text + SEPARATOR : text;
}

/** Cuts a text at each `|` that is not `\|`. */
export function splitList(text: string): string[] {
  const elements: string[] = [];
  let element = "";
  const parts = text.split(SEPARATOR);
  for (const [index, part] of parts.entries()) {
    const count = index === parts.length - 1 ? 0 : backslashes(part);
    element += part.slice(0, part.length - Math.ceil(count / 2));
    if (count % 2 === 1) {
      element += SEPARATOR;
    } else {
      elements.push(element);
      element = "";
    }
  }
  return elements;
}
