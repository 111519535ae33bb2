import { cutByWords, type Measure, sizeOf } from "./cut-text.ts";
import { tokensOf, VOID } from "./html-tokens.ts";
import { decodeEntities } from "./plain-text.ts";

/** How HTML is measured: `shown`, by the characters that people see. */
export type HtmlMeasure = Measure | "shown";

interface HtmlCut {
  measure?: HtmlMeasure;
  /** What stands for what is left out. */
  end?: string;
}

/** The beginning of HTML, word by word, while there is room. */
class Beginning {
  /** What there is with all tags closed, up to the last word. */
  kept = "";
  #out = "";
  #size = 0;
  readonly #open: string[] = [];
  readonly #max: number;
  readonly #measure: HtmlMeasure;
  readonly #end: string;

  constructor(max: number, measure: HtmlMeasure, end: string) {
    this.#max = max;
    this.#measure = measure;
    this.#end = end;
  }

  addTag(text: string, tag: string, isEnd = false): void {
    this.#out += text;
    this.#size += this.#sizeOfTags(text);
    if (isEnd) this.#open.splice(this.#open.includes(tag) ? this.#open.lastIndexOf(tag) : this.#open.length);
    else if (!VOID.has(tag) && !text.endsWith("/>")) this.#open.push(tag);
  }

  /** Adds a text; says whether there was room for all of it. */
  addText(text: string): boolean {
    // Each word with the blanks behind it; no entity has one.
    for (const word of text.match(/\s*\S+\s*|\s+/g) ?? []) {
      if (sizeIn(word.trimEnd(), this.#measure) > this.#room()) {
        if (this.kept === "") this.#addPart(word);
        return false;
      }
      this.#out += word;
      this.#size += sizeIn(word, this.#measure);
      if (word.trim() !== "") this.#keep();
    }
    return true;
  }

  /** A first word that is too long is halved, unless an entity may be. */
  #addPart(word: string): void {
    if (word.includes("&")) return;
    const measure = this.#measure === "bytes" ? "bytes" : "characters";
    this.#out += cutByWords(word, this.#room(), { measure, end: "" });
    this.#keep();
  }

  #keep(): void {
    this.kept = `${this.#out.trimEnd()}${this.#end}${this.#closing()}`;
  }

  #closing(): string {
    return this.#open
      .toReversed()
      .map((tag) => `</${tag}>`)
      .join("");
  }

  #room(): number {
    return this.#max - this.#size - sizeIn(this.#end, this.#measure) - this.#sizeOfTags(this.#closing());
  }

  #sizeOfTags(text: string): number {
    return this.#measure === "shown" ? 0 : sizeOf(text, this.#measure);
  }
}

const sizeIn = (text: string, measure: HtmlMeasure): number =>
  measure === "shown" ? decodeEntities(text).length : sizeOf(text, measure);

/** How much of HTML counts. */
function htmlSize(html: string, measure: HtmlMeasure): number {
  if (measure !== "shown") return sizeOf(html, measure);
  let size = 0;
  for (const { text, tag } of tokensOf(html)) if (tag === undefined) size += sizeIn(text, measure);
  return size;
}

/** HTML of at most `max`, cut between words, with every tag closed. */
export function cutHtml(html: string, max: number, { measure = "characters", end = "…" }: HtmlCut = {}): string {
  if (htmlSize(html, measure) <= max) return html;
  const beginning = new Beginning(max, measure, end);
  for (const { text, tag, isEnd } of tokensOf(html)) {
    if (tag !== undefined) beginning.addTag(text, tag, isEnd);
    else if (!beginning.addText(text)) break;
  }
  if (htmlSize(beginning.kept, measure) <= max) return beginning.kept;
  // Its tags alone are too long.
  const text = [...tokensOf(html)].flatMap((token) => (token.tag === undefined ? token.text : [])).join(" ");
  return cutByWords(text, max, { measure: measure === "bytes" ? measure : "characters", end });
}
