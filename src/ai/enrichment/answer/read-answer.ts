import { cleanHtml } from "../../../text/clean-html.ts";
import { replaceTags } from "../../../text/plain-text.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import type { ApplicableField, EnrichmentType } from "../types.ts";

/** What a model's answer says of one type, before it is held against the catalog. */
export interface ReadAnswer {
  value: unknown;
  fields: Partial<Record<ApplicableField, unknown>>;
}

const SEO_TITLE_MAX = 60;
const SEO_META_MAX = 160;
/** As people may write it. */
const TITLE_MAX = 500;
const TEXT_MAX = 100_000;
const ATTRIBUTES_MAX = 200;
const ATTRIBUTE_LENGTH_MAX = 500;

/** A fence around an answer is the model's, not the answer's. */
const unfenced = (text: string): string => /^\s*```\w*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;

/** The one object of an answer, which may stand among other words; `undefined` when there is none. */
export function readJson(text: string): Record<string, unknown> | undefined {
  const [from, to] = [text.indexOf("{"), text.lastIndexOf("}")];
  if (from < 0 || to < from) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(from, to + 1));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const textAt = (object: Record<string, unknown>, ...names: string[]): string | undefined => {
  for (const name of names) {
    const value = object[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return undefined;
};

const cut = (text: string, length: number): string => {
  if (text.length <= length) return text;
  const head = text.slice(0, length + 1);
  const space = head.lastIndexOf(" ");
  return head.slice(0, space > length / 2 ? space : length).trimEnd();
};
const plain = (text: string): string => replaceTags(text, " ").replaceAll(/\s+/g, " ").trim();
const html = (text: string): string => cleanHtml(text.slice(0, TEXT_MAX)).trim();

function readDescriptions(text: string, object: Record<string, unknown> | undefined): ReadAnswer | undefined {
  const description = html(object ? (textAt(object, "description", "descriptions") ?? "") : text.trim());
  if (plain(description) === "") return undefined;
  const title = object && textAt(object, "title", "name");
  const short = object && textAt(object, "short_description");
  const fields = {
    description,
    ...(title !== undefined && { title: cut(plain(title), TITLE_MAX) }),
    ...(short !== undefined && { short_description: plain(short) }),
  };
  return { value: description, fields };
}

function readSeo(text: string, object: Record<string, unknown> | undefined): ReadAnswer | undefined {
  const [first = "", ...rest] = text.trim().split("\n");
  const said = object
    ? [textAt(object, "seo_title", "title"), textAt(object, "seo_meta_description", "meta_description")]
    : [first, rest.join(" ")];
  const [title, meta] = [cut(plain(said[0] ?? ""), SEO_TITLE_MAX), cut(plain(said[1] ?? ""), SEO_META_MAX)];
  if (title === "" || meta === "") return undefined;
  return {
    value: { title, meta_description: meta },
    fields: { seo_title: title, seo_meta_description: meta },
  };
}

const LIST_MAX = 50;
const isScalar = (value: unknown): boolean =>
  (typeof value === "string" && value.trim() !== "") || typeof value === "boolean" || Number.isFinite(value);
/** A text, number or flag, a list of them, or a number with its unit: types stay as they are. */
const isAttributeValue = (value: unknown): boolean =>
  isScalar(value) ||
  (Array.isArray(value) && value.length > 0 && value.every(isScalar)) ||
  (isRecord(value) && isScalar(value["value"]) && typeof value["unit"] === "string");

function cleanValue(value: unknown): unknown {
  if (typeof value === "string") return cut(plain(value), ATTRIBUTE_LENGTH_MAX);
  if (Array.isArray(value)) return value.slice(0, LIST_MAX).map(cleanValue);
  return isRecord(value) ? { value: cleanValue(value["value"]), unit: cut(plain(String(value["unit"])), 50) } : value;
}

/** A list of attributes, as schemas want them, as an object. */
function asObject(list: readonly unknown[]): Record<string, unknown> {
  const entries = list.filter(isRecord).map(({ name, value, unit }) => {
    const hasUnit = typeof unit === "string" && unit.trim() !== "" && isScalar(value);
    return [typeof name === "string" ? name : "", hasUnit ? { value, unit } : value];
  });
  return Object.fromEntries(entries);
}

function readAttributes(text: string, object: Record<string, unknown> | undefined): ReadAnswer | undefined {
  const lines = text.split("\n").flatMap((line) => {
    const [, name, value] = /^[-*\s]*([^:]{1,100}):\s*(.+)$/.exec(line) ?? [];
    return name && value ? [[name.trim(), value.trim()] as const] : [];
  });
  const said = object?.["attributes"];
  const named = Array.isArray(said) ? asObject(said) : isRecord(said) ? said : undefined;
  const inner = named ?? object;
  const entries = Object.entries(inner ?? Object.fromEntries(lines)).filter(
    ([name, value]) => name.trim() !== "" && isAttributeValue(value),
  );
  if (entries.length === 0 && named === undefined) return undefined;
  const value = Object.fromEntries(
    entries.slice(0, ATTRIBUTES_MAX).map(([name, each]) => [cut(plain(name), 100), cleanValue(each)]),
  );
  return { value, fields: { attributes: value } };
}

/** The category's path; what it is in the catalog is found out later. */
function readCategory(text: string, object: Record<string, unknown> | undefined): ReadAnswer | undefined {
  const path = plain((object ? textAt(object, "category", "path") : text.trim().split("\n")[0]) ?? "").slice(0, 2000);
  const said = Number(object?.["confidence"] ?? (object ? 0 : 0.6));
  const confidence = Number.isFinite(said) ? Math.min(1, Math.max(0, said)) : 0;
  return path === "" ? undefined : { value: { category_id: null, path, confidence }, fields: {} };
}

/** The texts of a translation: every requested field, and nothing else. */
function readTranslation(
  object: Record<string, unknown> | undefined,
  wanted: readonly string[],
): ReadAnswer | undefined {
  if (!object) return undefined;
  const texts = wanted.map((field) => [field, textAt(object, field)] as const);
  if (texts.some(([, text]) => text === undefined)) return undefined;
  const value = Object.fromEntries(
    texts.map(([field, text = ""]) => [
      field,
      field.includes("description") && !field.startsWith("seo") ? html(text) : plain(text),
    ]),
  );
  return { value, fields: {} };
}

/**
 * Reads what a model made of a type; `undefined` when it is not in the requested form. Texts come out cleaned. `wanted`:
 * the fields of a translation.
 */
export function readGenerated(
  type: EnrichmentType,
  { text: raw, format }: { text: string; format: string },
  wanted: readonly string[] = [],
): ReadAnswer | undefined {
  const text = unfenced(raw);
  const object = readJson(text);
  // A prompt that asks for an object must be given one; other answers may be one all the same.
  if (format === "json" && !object) return undefined;
  const known = format === "json" || type === "translate" ? object : type === "descriptions" ? undefined : object;
  switch (type) {
    case "descriptions":
      return readDescriptions(text, known);
    case "seo":
      return readSeo(text, known);
    case "attributes":
      return readAttributes(text, known);
    case "categorize":
      return readCategory(text, known);
    case "translate":
      return readTranslation(object, wanted);
  }
}
