import { Parser } from "htmlparser2";
import type { Entry, Truth } from "./entry.ts";
import type { SourceRecord } from "./read-source.ts";

/** A product as the JSON export writes it. */
export type Exported = Record<string, unknown>;

/** How a field of a file came out. `asked`: not right, but the service said so; `silent`: wrong without a word. */
export type Verdict = "right" | "asked" | "missing" | "silent";

/** Names of the export where they are others than those of mappings. */
const EXPORTED: Record<string, string> = { sku: "reference", name: "title", length: "depth" };
const NUMBERS = new Set([
  "price",
  "cost_price",
  "compare_at_price",
  "stock",
  "weight",
  "height",
  "width",
  "length",
  "lead_time_days",
  "tax_rate",
  "package_weight",
]);
const MONEY: ReadonlySet<string> = new Set(["price", "cost_price", "compare_at_price"]);
/** Fields that a mapping must not fill with what the file does not say. */
const GUARDED =
  "sku,ean,name,price,cost_price,compare_at_price,stock,brand,category,weight,width,height,depth,mpn,asin,upc,gtin,tax_rate,description,short_description,country_of_origin,unit_of_measure,min_order_quantity,package_weight,map_price,lead_time_days,hs_code,supplier_code,status".split(
    ",",
  );
/** A field is right when this share of its values is. */
const RIGHT_SHARE = 0.98;
/** Of a file that came in, this share of rows are products. */
const CAME_SHARE = 0.8;
/** Values that every product has. */
const USUAL: Record<string, unknown> = { status: "active", stock: 0 };

const wantedOf = (expected: Truth, record: SourceRecord): string | undefined => {
  if (typeof expected === "function") return expected(record);
  const paths = typeof expected === "string" ? [expected] : expected;
  const texts = paths.flatMap((path) => record.get(path) ?? []).map((text) => text.trim());
  const filled = texts.filter((text) => text !== "");
  return filled.length === 0 ? undefined : typeof expected === "string" ? filled[0] : filled.join(" | ");
};

/** What a browser would show of a text that may be HTML. */
function shown(text: string): string {
  const parts: string[] = [];
  let unshown = 0;
  const count = (name: string, by: number) => {
    if (name === "style" || name === "script") unshown += by;
  };
  const parser = new Parser({
    onopentag: (name) => count(name, 1),
    ontext: (part) => void (unshown === 0 && parts.push(part)),
    onclosetag: (name) => {
      count(name, -1);
      parts.push(" ");
    },
  });
  parser.end(text);
  return parts.join("");
}

const plain = (text: string) =>
  // Feeds escape HTML once more than they should.
  shown(shown(text))
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toLowerCase();

/** An amount as people write it; the last of its signs parts the fraction when one or two digits follow. */
function amount(text: string): number | undefined {
  const digits = /-?\d[\d.,'\s\u00a0]*/.exec(text)?.[0].replace(/['\s\u00a0]/g, "");
  if (digits === undefined) return undefined;
  const fraction = /[.,](\d{1,2})$/.exec(digits) ?? /^[^.,]*[.,](\d+)$/.exec(digits);
  const whole = digits.slice(0, fraction ? fraction.index : digits.length) || digits;
  const [, decimals = ""] = fraction ?? [];
  const cut = fraction ? digits.slice(0, digits.length - decimals.length - 1) : whole;
  return Number(`${cut.replace(/[.,]/g, "")}.${decimals || "0"}`);
}

/** An address as a browser would send it: letters that it escapes are the same. */
const written = (url: string): string => URL.parse(url)?.href ?? url;

function isSameList(wanted: string, found: unknown): boolean {
  // An address without a scheme is one of the web. Addresses may have commas: where each has a scheme, it begins the next.
  const between = /^https?:/.test(wanted) ? /\s*[|,;]\s*(?=https?:)/ : /[|,;]\s*(?=\S*\/)/;
  const urls = wanted.split(between).map((url) => written(url.trim().replace(/^(?:\/\/)?(?=www\.)/, "https://")));
  const others: unknown[] = Array.isArray(found) ? found : [];
  return JSON.stringify([...new Set(urls)]) === JSON.stringify(others.map((url) => written(String(url))));
}

function isSame(field: string, wanted: string, found: unknown): boolean {
  if (NUMBERS.has(field)) {
    const number = amount(wanted);
    return (
      number !== undefined && Math.abs(number - Number(found)) < (MONEY.has(field) ? 0.0051 : 0.0005) + number * 1e-9
    );
  }
  if (field === "ean") return wanted.replace(/^0+/, "") === String(found).replace(/^0+/, "");
  if (field === "image_urls") return isSameList(wanted, found);
  // Categories keep their last step or the path; long texts may be cut at the limit of their field.
  const [one, other] = [plain(wanted), plain(String(found))];
  if (field === "category") return one.endsWith(other) || other.endsWith(one) || one.startsWith(other);
  return one === other || (other.length > 200 && one.startsWith(other.slice(0, 200)));
}

/** The products of the catalog by every text that may show which one a record is. */
function index(
  products: readonly Exported[],
  codes: ReadonlySet<string | undefined>,
): (wanted: Record<string, string | undefined>) => Exported | undefined {
  const by = (field: string, key: (text: string) => string) => {
    const map = new Map<string, Exported | null>();
    for (const product of products) {
      const text = product[field];
      if (typeof text !== "string" || text === "") continue;
      map.set(key(text), map.has(key(text)) ? null : product);
    }
    return (text: string | undefined) => (text === undefined ? undefined : (map.get(key(text)) ?? undefined));
  };
  const bySku = by("reference", (text) => text);
  const byEan = by("ean", (text) => text.replace(/^0+/, ""));
  const byName = by("title", plain);
  return ({ sku, ean, name }) => {
    const found = bySku(sku) ?? byEan(ean);
    if (found) return found;
    // Many products have one name: the one with the code of another record is that one.
    const named = byName(name);
    return codes.has(named?.["reference"] as string | undefined) ? undefined : named;
  };
}

export interface Outcome {
  /** Verdict by field: those of the file, and those that hold what the file does not say. */
  verdicts: Map<string, Verdict>;
  records: number;
  matched: number;
}

interface Pair {
  each: Record<string, string | undefined>;
  product: Exported;
}

const isEmpty = (field: string, value: unknown): boolean =>
  value === null || value === undefined || value === USUAL[field] || (Array.isArray(value) && value.length === 0);

/** An amount in another currency is right when it is left out with a word. */
const foreignVerdict = (isLeftOut: boolean, isAsked: boolean): Verdict => {
  if (isLeftOut) return isAsked ? "right" : "missing";
  return isAsked ? "asked" : "silent";
};

/** The verdict on a field of which `told` values should be there. `undefined` for a field without any. */
function judge(
  field: string,
  pairs: readonly Pair[],
  expected: number,
  { isForeign, isAsked }: { isForeign: boolean; isAsked: boolean },
): Verdict | undefined {
  if (expected === 0) return undefined;
  const values = pairs.flatMap(({ each, product }) => {
    const wanted = each[field];
    return wanted === undefined ? [] : [{ wanted, found: product[EXPORTED[field] ?? field] }];
  });
  const filled = values.filter(({ found }) => !isEmpty(field, found)).length;
  if (isForeign && pairs.length > 0) return foreignVerdict(filled === 0, isAsked);
  const right = values.filter(
    ({ wanted, found }) => (field === "stock" || !isEmpty(field, found)) && isSame(field, wanted, found),
  ).length;
  if (right >= expected * RIGHT_SHARE) return "right";
  if (isAsked) return "asked";
  return filled - right > expected * (1 - RIGHT_SHARE) ? "silent" : "missing";
}

/** Fields that the service filled though the file says nothing of them. */
const strays = (entry: Entry, pairs: readonly Pair[]): string[] =>
  GUARDED.filter((field) => {
    // A product without a code of its own may get its identity from another column.
    if (field === "sku" || Object.hasOwn(entry.fields, field) || entry.may?.includes(field)) return false;
    const filled = pairs.filter(({ product }) => !isEmpty(field, product[EXPORTED[field] ?? field])).length;
    return filled > pairs.length * (1 - RIGHT_SHARE);
  });

/**
 * Compares what the file says with what came into the catalog. `requested` says which fields the service put a question to,
 * `refused` the codes of rows that it refused by name: another product has such a code.
 */
export function compare(
  entry: Entry,
  records: readonly SourceRecord[],
  products: readonly Exported[],
  requested: (field: string) => boolean,
  refused: ReadonlySet<string> = new Set(),
): Outcome {
  const wanted = records.map((record) =>
    Object.fromEntries(Object.entries(entry.fields).map(([field, expected]) => [field, wantedOf(expected, record)])),
  );
  const find = index(products, new Set(wanted.flatMap(({ sku }) => sku ?? [])));
  const pairs = wanted.flatMap((each) => {
    // Nothing here distinguishes which of several records with a code was refused.
    const product = refused.has(each["sku"] ?? "") ? undefined : find(each);
    return product ? [{ each, product }] : [];
  });
  // Rows that were refused by name do not count against the fields of the others, unless they are many.
  const counted = pairs.length >= records.length * CAME_SHARE ? pairs.map(({ each }) => each) : wanted;
  const verdicts = new Map<string, Verdict>();
  for (const field of Object.keys(entry.fields)) {
    const expected = counted.filter((each) => each[field] !== undefined).length;
    const isForeign = MONEY.has(field) && entry.currency !== null && entry.currency !== "EUR";
    const verdict = judge(field, pairs, expected, { isForeign, isAsked: requested(field) });
    if (verdict) verdicts.set(field, verdict);
  }
  for (const field of strays(entry, pairs)) verdicts.set(field, requested(field) ? "asked" : "silent");
  return { verdicts, records: records.length, matched: pairs.length };
}
