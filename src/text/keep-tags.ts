import { type HtmlToken, tokensOf } from "./html-tokens.ts";
import { decodeEntities } from "./plain-text.ts";

/** Tags that begin or end a line. */
const LINES = new Set(
  "address article aside blockquote center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody tfoot thead tr ul".split(
    " ",
  ),
);
const CELLS = new Set(["td", "th"]);
/** Tags that say nothing but where a line ends. */
const PLAIN = new Set(["br", "div", "p", "section", "span"]);

/** Writes the text of HTML line by line. */
class TextLines {
  readonly #end: string;
  #out = "";

  constructor(end: string) {
    this.#end = end;
  }

  /** Ends the line, and leaves one blank where it is asked for and there is none. */
  end(isAsked: boolean): void {
    this.#out = this.#out.replace(/[ \t]+$/, "");
    if (isAsked || (this.#out !== "" && !this.#out.endsWith(this.#end))) this.#out += this.#end;
  }

  say(text: string): void {
    const isFirst = this.#out === "" || this.#out.endsWith(this.#end) || this.#out.endsWith(" ");
    this.#out += isFirst ? text.trimStart() : text;
  }

  /** A tag, as it is. */
  tag(text: string): void {
    this.#out += text;
  }

  whole(): string {
    let text = this.#out.trim();
    while (text.endsWith(this.#end)) text = text.slice(0, -this.#end.length).trimEnd();
    return text;
  }
}

/** Writes what a tag that is not kept stands for. */
function writeInstead(lines: TextLines, { tag = "", isEnd }: HtmlToken): void {
  if (tag === "br") lines.end(true);
  else if (CELLS.has(tag)) lines.say(" ");
  else if (LINES.has(tag)) lines.end(false);
  if (tag === "li" && !isEnd) lines.say("- ");
}

/**
 * HTML with only these tags; of the others the text stays, each line of theirs on its own. Without `br` among them lines end as in text,
 * and without any tag it is text. Says which tags it has lost that were more than lines.
 */
export function keepTags(html: string, tags: readonly string[]): { text: string; lost: string[] } {
  const said = (text: string) => (tags.length === 0 ? decodeEntities(text) : text).replaceAll(/\s+/g, " ");
  const lines = new TextLines(tags.includes("br") ? "<br>" : "\n");
  const tokens = [...tokensOf(html)];
  for (const token of tokens) {
    if (token.tag === undefined) lines.say(said(token.text));
    else if (token.tag !== "br" && tags.includes(token.tag)) lines.tag(token.text);
    else writeInstead(lines, token);
  }
  const lost = tokens.flatMap(({ tag = "br" }) => (PLAIN.has(tag) || tags.includes(tag) ? [] : tag));
  return { text: lines.whole(), lost: [...new Set(lost)] };
}
