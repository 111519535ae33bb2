import { amountText, type Column, type ExportValue, objectText } from "../tables/table.ts";

/** `{title@de}`: a value by its name, in a language where one is named. */
interface Placeholder {
  name: string;
  language: string | undefined;
}

type Plain = string | Placeholder;
/** One part of a template. `optional`: `[…]`, which goes when a value in it is empty. */
export type TemplatePart = Plain | { optional: Plain[] };

const NAME = /^([^@]+?)(?:@([a-z]{2}))?$/;
/** A placeholder, what stands twice for itself, a bracket, or a brace that has no other. */
const TOKEN = /\{\{|\}\}|\[\[|\]\]|\{([^{}[\]]*)\}|[{}[\]]/g;

/** What a token means in a template: a part, or where an optional part begins or ends; `undefined`: nothing. */
function partOf(token: string, inside: string | undefined): Plain | "[" | "]" | undefined {
  if (inside !== undefined) {
    const [, name, language] = NAME.exec(inside.trim()) ?? [];
    return name === undefined ? undefined : { name: name.trim(), language };
  }
  if (token.length === 2) return token.slice(1);
  return token === "[" || token === "]" ? token : undefined;
}

/** Gathers the parts of a template. */
class Parts {
  readonly #parts: TemplatePart[] = [];
  #inner: Plain[] | undefined;

  add(part: Plain): void {
    if (part !== "") (this.#inner ?? this.#parts).push(part);
  }

  /** Begins or ends an optional part; answers whether it may be here. */
  bracket(token: "[" | "]"): boolean {
    const optional = this.#inner;
    if ((token === "[") !== (optional === undefined)) return false;
    if (optional) this.#parts.push({ optional });
    this.#inner = optional ? undefined : [];
    return true;
  }

  /** All of them; `undefined` when an optional part has no end. */
  done(): TemplatePart[] | undefined {
    return this.#inner ? undefined : this.#parts;
  }
}

/** Reads a template; `undefined`: its braces or brackets do not match, or are within each other. */
export function parseTemplate(template: string): TemplatePart[] | undefined {
  const parts = new Parts();
  let at = 0;
  for (const { 0: token, 1: inside, index } of template.matchAll(TOKEN)) {
    parts.add(template.slice(at, index));
    at = index + token.length;
    const part = partOf(token, inside);
    if (part === undefined) return undefined;
    const isBracket = token.length === 1 && (part === "[" || part === "]");
    if (!isBracket) parts.add(part);
    else if (!parts.bracket(part)) return undefined;
  }
  parts.add(template.slice(at));
  return parts.done();
}

/** The placeholders of a template, in their order. */
export const placeholdersOf = (parts: readonly TemplatePart[]): Placeholder[] =>
  parts.flatMap((part) => {
    if (typeof part === "string") return [];
    return "optional" in part ? placeholdersOf(part.optional) : [part];
  });

/** A value as it is in a text: amounts with their decimals, lists with commas; nothing is "". */
export function valueText(value: ExportValue, kind: Column<unknown>["kind"] = "plain"): string {
  if (value === null) return "";
  if (typeof value === "number") return amountText(kind, value);
  if (Array.isArray(value))
    return value.map((each) => (typeof each === "object" ? JSON.stringify(each) : String(each))).join(", ");
  return typeof value === "object" ? objectText(value) : String(value);
}

/** Fills a template in. With placeholders of which none has a value it is "". */
export function renderTemplate(parts: readonly TemplatePart[], textOf: (placeholder: Placeholder) => string): string {
  const placeholders = placeholdersOf(parts);
  const values = new Map(placeholders.map((placeholder) => [placeholder, textOf(placeholder)]));
  if (placeholders.length > 0 && values.values().every((value) => value === "")) return "";
  const shown = (part: Plain) => (typeof part === "string" ? part : (values.get(part) ?? ""));
  const optional = (among: readonly Plain[]) =>
    among.some((part) => typeof part !== "string" && values.get(part) === "") ? "" : among.map(shown).join("");
  return parts
    .map((part) => (typeof part === "object" && "optional" in part ? optional(part.optional) : shown(part)))
    .join("")
    .trim();
}
