import { cutHtml, type HtmlMeasure } from "../../../text/cut-html.ts";
import { cutByWords } from "../../../text/cut-text.ts";
import { keepTags } from "../../../text/keep-tags.ts";
import { isSent, type Source } from "../fields.ts";
import type { PushItem, PushTexts } from "./push-item.ts";

/** What a platform takes of a text; what it does not take is made to fit. */
export interface TextLimit {
  /** How long it may be. */
  max?: number;
  /** What of it counts; absent: characters, of HTML with its tags. `shown`: those of HTML that people see. */
  measure?: HtmlMeasure;
  /** What stands for what is left out; absent: `…`. */
  end?: string;
  /** Characters that it refuses, and what is read as the same. */
  instead?: Readonly<Record<string, string>>;
  /** Those may stand where the brand has them itself. */
  sparesBrand?: true;
  /** The tags of HTML that it keeps; none: it is no HTML. Absent: all. */
  tags?: readonly string[];
  /** How many there may be, of tags. */
  count?: number;
}

const TEXTS = {
  name: { member: "title", noun: "name" },
  description: { member: "description", noun: "description" },
  short_description: { member: "shortDescription", noun: "short description" },
  seo_title: { member: "seoTitle", noun: "SEO title" },
  seo_description: { member: "seoDescription", noun: "SEO description" },
  slug: { member: "slug", noun: "slug" },
} as const satisfies Partial<Record<Source, { member: keyof PushTexts; noun: string }>>;
type TextSource = keyof typeof TEXTS;
const TEXT_SOURCES = Object.keys(TEXTS) as TextSource[]; // the keys of a literal object
const HTML: ReadonlySet<Source> = new Set(["description", "short_description"]);

/** What a platform takes of the texts of a product, by field. */
export type TextLimits = Readonly<Partial<Record<TextSource | "brand" | "tags", TextLimit>>>;

/** The number of letters that are shown of a text which was made to fit. */
const SHOWN = 150;

const replaced = (text: string, instead: Readonly<Record<string, string>>): string =>
  [...text].map((letter) => instead[letter] ?? letter).join("");

/** A plain text as a platform takes it. */
function fitPlain(text: string, { max, measure, end, instead = {} }: TextLimit): string {
  const clean = replaced(text, instead).trim();
  const how = { ...(end !== undefined && { end }), measure: measure === "bytes" ? measure : ("characters" as const) };
  return max === undefined ? clean : cutByWords(clean, max, how);
}

/** HTML as a platform takes it, and the tags that it has lost. */
function fitHtml(html: string, limit: TextLimit): { text: string; lost: string[] } {
  const { max, measure, end, tags } = limit;
  const kept = tags === undefined ? { text: html, lost: [] } : keepTags(html, tags);
  if (max === undefined) return kept;
  const how = { ...(measure !== undefined && { measure }), ...(end !== undefined && { end }) };
  const isText = tags?.length === 0;
  return { ...kept, text: isText ? fitPlain(kept.text, limit) : cutHtml(kept.text, max, how) };
}

/** The part of an address: it ends with a word. */
function fitSlug(slug: string, { max = Number.POSITIVE_INFINITY }: TextLimit): string {
  if (slug.length <= max) return slug;
  const cut = slug.slice(0, max);
  return slug.charAt(max) === "-" || !cut.includes("-") ? cut : cut.slice(0, cut.lastIndexOf("-"));
}

/** A text of a product as a platform takes it; as it is, where no limit is known. */
export function fitText(source: Source, text: string, limits: TextLimits = {}): string {
  const limit = limits[source as keyof TextLimits];
  if (!limit || text === "") return text;
  if (HTML.has(source)) return fitHtml(text, limit).text;
  return source === "slug" ? fitSlug(text, limit) : fitPlain(text, limit);
}

/** Says what was changed of a text. */
function remarkOf(noun: string, source: Source, { before, after, limit }: Changed): string[] {
  if (before.trim() === after) return [];
  if (!HTML.has(source)) return [`The ${noun} was made to fit: "${cutByWords(after, SHOWN)}"`];
  const { text, lost } = fitHtml(before, { ...limit, max: Number.POSITIVE_INFINITY });
  const isCut = limit.max !== undefined && text !== after;
  return [
    ...(lost.length > 0 ? [`The ${noun} was sent without its ${lost.map((tag) => `<${tag}>`).join(", ")}`] : []),
    ...(isCut ? [`The ${noun} was cut to ${limit.max} ${limit.measure === "bytes" ? "bytes" : "characters"}`] : []),
  ];
}

interface Changed {
  before: string;
  after: string;
  limit: TextLimit;
}

interface Fitted<T> {
  texts: T;
  remarks: string[];
}

/** The texts of one language. */
function fitTexts(
  texts: PushTexts,
  limits: TextLimits,
  { item, of }: { item: PushItem; of: string },
): Fitted<PushTexts> {
  const fitted = { ...texts };
  const remarks: string[] = [];
  for (const source of TEXT_SOURCES) {
    const { member, noun } = TEXTS[source];
    const limit = limits[source];
    if (!limit || texts[member] === "" || !isSent(item, source)) continue;
    fitted[member] = fitText(source, texts[member], limits);
    remarks.push(...remarkOf(noun + of, source, { before: texts[member], after: fitted[member], limit }));
  }
  return { texts: fitted, remarks };
}

/** Those that are too many are left out, and those that are too long are cut. */
function fitTags({ tags }: PushItem, { tags: limit }: TextLimits): Fitted<readonly string[]> {
  if (!limit) return { texts: tags, remarks: [] };
  const { count = tags.length } = limit;
  const fitted = tags.slice(0, count).map((tag) => fitPlain(tag, limit));
  const remarks = fitted.flatMap((tag, place) =>
    tag === tags[place]?.trim() ? [] : [`A tag was made to fit: "${cutByWords(tag, SHOWN)}"`],
  );
  const left = tags.length - count;
  return {
    texts: fitted,
    remarks: left > 0 ? [...remarks, `It takes ${count} tags: ${left} were left out`] : remarks,
  };
}

/** Where a brand has characters itself that a platform refuses elsewhere, its name may have them. */
function sparing({ name, ...others }: TextLimits, brand: string | null): TextLimits {
  if (!name?.sparesBrand || brand === null) return { ...others, ...(name && { name }) };
  const instead = Object.entries(name.instead ?? {}).filter(([letter]) => !brand.includes(letter));
  return { ...others, name: { ...name, instead: Object.fromEntries(instead) } };
}

/** An item as its platform takes it; `fitted` says what was changed. */
export function fitItem(item: PushItem, all: TextLimits = {}): PushItem {
  const limits = sparing(all, item.brand);
  const own = fitTexts(item, limits, { item, of: "" });
  const remarks = [...own.remarks];
  const translations = Object.entries(item.translations).map(([language, texts]) => {
    const fitted = fitTexts(texts, limits, { item, of: ` in ${language}` });
    remarks.push(...fitted.remarks);
    return [language, fitted.texts] as const;
  });
  const { brand: before } = item;
  const brand = before === null || !isSent(item, "brand") ? before : fitText("brand", before, limits);
  if (before !== null && brand !== null && limits.brand)
    remarks.push(...remarkOf("brand", "brand", { before, after: brand, limit: limits.brand }));
  const tags = isSent(item, "tags") ? fitTags(item, limits) : { texts: item.tags, remarks: [] };
  remarks.push(...tags.remarks);
  return {
    ...item,
    ...pickTexts(own.texts),
    ...{ translations: Object.fromEntries(translations), brand, tags: tags.texts },
    ...(remarks.length > 0 && { fitted: remarks }),
  };
}

const pickTexts = ({ title, description, shortDescription, seoTitle, seoDescription, slug }: PushTexts): PushTexts => ({
  ...{ title, description, shortDescription, seoTitle, seoDescription, slug },
});
