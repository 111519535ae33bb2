/** Tags that have no end. */
export const VOID: ReadonlySet<string> = new Set(
  "area base br col embed hr img input link meta source track wbr".split(" "),
);
const NAME = /^<\/?([a-z][a-z0-9]*)/i;
const COMMENT = "<!--";
/** No name of a tag is longer. */
const NAME_MAX = 20;

/** A tag or a stretch of text. */
export interface HtmlToken {
  text: string;
  /** The name of a tag, in lower case; `undefined`: it is text. */
  tag?: string;
  isEnd?: boolean;
}

/** Where a comment that begins here ends; `-1`: nowhere. */
function endOfComment(html: string, from: number): number {
  const end = html.indexOf("-->", from);
  return end === -1 ? -1 : end + 2;
}

/** Where a tag that begins here ends: a `>` within quotes is none. `-1`: nowhere. */
function endOfTag(html: string, from: number): number {
  let quote = "";
  for (let at = from + 1; at < html.length; at++) {
    const letter = html.charAt(at);
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === ">") return at;
  }
  return -1;
}

/** The tag or the comment that begins here; `undefined`: none does. */
function tagAt(html: string, from: number): { name: string | undefined; end: number } | undefined {
  if (html.startsWith(COMMENT, from)) return { name: undefined, end: endOfComment(html, from) };
  const [, name] = NAME.exec(html.slice(from, from + NAME_MAX)) ?? [];
  return name === undefined ? undefined : { name, end: endOfTag(html, from) };
}

/** HTML as its tags and the text between them, without comments; a `<` that begins no tag is text. */
export function* tokensOf(html: string): Generator<HtmlToken> {
  let from = 0;
  for (let open = html.indexOf("<"); open !== -1; open = html.indexOf("<", Math.max(open + 1, from))) {
    const tag = tagAt(html, open);
    if (tag === undefined) continue;
    // No end: none of those behind it has one.
    if (tag.end === -1) break;
    if (open > from) yield { text: html.slice(from, open) };
    from = tag.end + 1;
    const isEnd = html.charAt(open + 1) === "/";
    if (tag.name !== undefined) yield { text: html.slice(open, from), tag: tag.name.toLowerCase(), isEnd };
  }
  if (from < html.length) yield { text: html.slice(from) };
}
