import { digestOf } from "./etag.ts";
import type { PageMeta } from "./page-links.ts";

/** An answer that is JSON text already, so that what was written once need not be read and written again. */
export class JsonText {
  readonly text: string;
  /** The paging values of the page in the text, so that it need not be parsed. */
  readonly meta: PageMeta | undefined;
  #digest: string | undefined;

  constructor(text: string, meta?: PageMeta) {
    this.text = text;
    this.meta = meta;
  }

  /** Distinguishes this text from others; a cached one is read once. */
  get digest(): string {
    this.#digest ??= digestOf(this.text);
    return this.#digest;
  }

  /** For code that looks into an answer: what the text says. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}

/** Answers JSON text of this type. The gate writes it out as it is. */
export const jsonText = <T>(text: string | JsonText): T => (typeof text === "string" ? new JsonText(text) : text) as T; // what it is once it has been sent

/** The media type of answers in JSON, as Bun writes it. */
export const JSON_TYPE = "application/json;charset=utf-8";

/** Texts of JSON as one array. Put together with `+`, which copies nothing before the whole is sent. */
export function jsonArrayOf(texts: readonly string[]): string {
  let text = "";
  for (let index = 0; index < texts.length; index++) text += (index === 0 ? "" : ",") + texts[index];
  return `[${text}]`;
}

// Products of a catalog have a few dozen sets of fields.
const SETS_MAX = 1_000;

/**
 * Writes nulls for what an object lacks of many names: `besides(object)` are members of JSON, each with a comma behind it,
 * cached by the object's names.
 */
export function nullMembersOf(names: readonly string[]): { besides(object: object): string } {
  const cache = new Map<string, string>();
  return {
    besides: (object) => {
      const present = Object.keys(object);
      const key = present.join();
      let text = cache.get(key);
      if (text === undefined) {
        const absent = names.filter((name) => !present.includes(name));
        text = absent.map((name) => `${JSON.stringify(name)}:null,`).join("");
        if (cache.size < SETS_MAX) cache.set(key, text);
      }
      return text;
    },
  };
}
