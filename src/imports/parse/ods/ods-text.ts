import { RECORD_LENGTH_MAX } from "../file-record.ts";

/** What lies in a cell and is no text of it: notes, drawings, pronunciation, tables within. */
const BESIDE: ReadonlySet<string> = new Set([
  ..."annotation frame custom-shape g control line rect ellipse polygon path ruby-text table".split(" "),
]);
const BLANKS = /[\t\n\r ]+/g;

/**
 * The text of a cell, out of its paragraphs: blanks count once, further ones are elements that say how many.
 * Source: OpenDocument 1.3, part 3, 6.1.2 and 6.1.3
 */
export class CellText {
  #text = "";
  #paragraphs = 0;
  #isInParagraph = false;
  #beside = 0;

  clear(): void {
    this.#text = "";
    this.#paragraphs = 0;
    this.#isInParagraph = false;
    this.#beside = 0;
  }

  get value(): string {
    return this.#text;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#beside > 0 || BESIDE.has(name)) this.#beside++;
    else if (name === "p" || name === "h") {
      if (this.#paragraphs++ > 0) this.#add("\n");
      this.#isInParagraph = true;
    } else if (!this.#isInParagraph) return;
    else if (name === "s") this.#add(" ".repeat(Math.min(Number(attributes["text:c"] ?? 1) || 1, RECORD_LENGTH_MAX)));
    else if (name === "tab") this.#add("\t");
    else if (name === "line-break") this.#add("\n");
  }

  text(found: string): void {
    if (this.#beside > 0 || !this.#isInParagraph) return;
    const text = found.replace(BLANKS, " ");
    this.#add(text.startsWith(" ") && /(?:^|\n)$/.test(this.#text) ? text.slice(1) : text);
  }

  close(name: string): void {
    if (this.#beside > 0) this.#beside--;
    else if (name === "p" || name === "h") this.#isInParagraph = false;
  }

  /** More than a row may hold is not gathered: its reader refuses it. */
  #add(text: string): void {
    if (this.#text.length <= RECORD_LENGTH_MAX) this.#text += text;
  }
}
