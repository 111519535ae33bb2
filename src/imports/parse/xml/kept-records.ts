import { escapedMarkup } from "../../../text/escaped.ts";
import type { FileSource } from "../file-source.ts";
import { decodeText } from "../text/decode-text.ts";
import type { XmlFormat } from "./read-xml.ts";
import { writeRowsPlace } from "./rows-place.ts";
import { openXml, type XmlEvents } from "./xml-events.ts";

/** What is said in each record that is kept. */
interface Said {
  /** The name of the element. */
  element: string;
  /** What is said of a row, by its number; `undefined`: it is left out. */
  of: (row: number) => string | undefined;
}

const quoted = (text: string): string => escapedMarkup(text).replaceAll('"', "&quot;").replaceAll("\n", "&#10;");
const attributesOf = (attributes: Record<string, string>): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${quoted(value)}"`)
    .join("");

/** Writes a file again as it comes by, without the records and the rows within them that nothing is said of. */
class RecordFilter implements XmlEvents {
  written = "";
  readonly #record: readonly string[];
  readonly #row: readonly string[];
  readonly #said: Said;
  /** What is open, by the names that paths have and as they are written. */
  readonly #open: { name: string; written: string }[] = [];
  /** How many of them are those of the path to a row, as long as all are. */
  #matched = 0;
  /** Of the record that is open: what is written of it, where its row began, and what is said so far. */
  #text: string | undefined;
  #rowStart = 0;
  #rows = 0;
  #reasons = new Set<string>();
  #number = 0;
  #isBehindRecord = false;

  constructor({ path, split }: Pick<XmlFormat, "path" | "split">, said: Said) {
    this.#record = path;
    this.#row = [...path, ...(split ?? [])];
    this.#said = said;
  }

  open(name: string, attributes: Record<string, string>, written: string): void {
    if (this.#matched === this.#open.length && this.#row[this.#matched] === name) this.#matched++;
    this.#open.push({ name, written });
    if (this.#is(this.#record)) {
      this.#text = "";
      this.#rows = 0;
      this.#reasons = new Set();
    }
    if (this.#text !== undefined && this.#is(this.#row)) this.#rowStart = this.#text.length;
    this.#write(`<${written}${attributesOf(attributes)}>`);
  }

  text(found: string): void {
    const isBlank = this.#isBehindRecord && this.#text === undefined && found.trim() === "";
    if (!isBlank) this.#write(escapedMarkup(found));
  }

  close(): void {
    const isRecord = this.#is(this.#record);
    const isRow = this.#is(this.#row);
    const written = this.#open.pop()?.written ?? "";
    this.#matched = Math.min(this.#matched, this.#open.length);
    if (isRecord) {
      this.#endRecord(written);
      return;
    }
    this.#write(`</${written}>`);
    if (isRow) this.#endRow();
  }

  /** Whether what is open is at a path. */
  #is(path: readonly string[]): boolean {
    return this.#open.length === path.length && this.#matched >= path.length;
  }

  #endRow(): void {
    this.#rows++;
    const reason = this.#said.of(++this.#number);
    if (reason !== undefined) this.#reasons.add(reason);
    else if (this.#text !== undefined) this.#text = this.#text.slice(0, this.#rowStart);
  }

  #endRecord(name: string): void {
    const text = this.#text ?? "";
    this.#text = undefined;
    if (this.#rows === 0) {
      const reason = this.#said.of(++this.#number);
      if (reason !== undefined) this.#reasons.add(reason);
    }
    this.#isBehindRecord = true;
    if (this.#reasons.size === 0) return;
    const { element } = this.#said;
    this.#write(`${text}<${element}>${escapedMarkup([...this.#reasons].join("; "))}</${element}></${name}>\n`);
    this.#isBehindRecord = true;
  }

  #write(text: string): void {
    if (this.#text === undefined) {
      this.written += text;
      this.#isBehindRecord = false;
    } else this.#text += text;
  }
}

/**
 * An XML file again with some of its rows only, in UTF-8: in its own elements, with what is said of them in one more. What stands
 * beside the records stays. Throws FileUnreadable.
 */
export async function* keptRecords(source: FileSource, format: XmlFormat, said: Said): AsyncGenerator<Uint8Array> {
  const utf8 = new TextEncoder();
  const filter = new RecordFilter(format, said);
  const xml = openXml(source.name, filter);
  yield utf8.encode(`<?xml version="1.0" encoding="UTF-8"?>\n${writeRowsPlace(format)}\n`);
  for await (const text of decodeText(source.read(), format)) {
    xml.write(text);
    if (filter.written !== "") yield utf8.encode(filter.written);
    filter.written = "";
  }
  xml.end();
  yield utf8.encode(`${filter.written}\n`);
}
