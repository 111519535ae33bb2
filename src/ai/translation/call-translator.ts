import type { Outbound } from "../../outbound/outbound.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
import { type ProviderRequest, sendOnce, type Tried } from "../provider/call-provider.ts";
import { TRANSLATOR_PRICES } from "../provider/model-prices.ts";

/** How long an answer may take. */
export const TIMEOUT_MS = 60_000;
const DEEPL = "https://api.deepl.com";
const DEEPL_FREE = "https://api-free.deepl.com";
const GOOGLE = "https://translation.googleapis.com";

/** Texts for a translator, as HTML. */
export interface TranslatorRequest {
  texts: readonly string[];
  source: string;
  target: string;
}

/** DeepL distinguishes variants of two languages, and has one of Norwegian. */
const DEEPL_TARGETS: Record<string, string> = { en: "EN-GB", pt: "PT-PT", no: "NB" };
const DEEPL_SOURCES: Record<string, string> = { no: "NB" };

/** What each takes in one request. Sources: cloud.google.com/translate/quotas, developers.deepl.com/docs/api-reference/translate */
const SENT_MAX: Record<string, { characters: number; texts: number }> = {
  google: { characters: 30_000, texts: 128 },
  deepl: { characters: 100_000, texts: 50 },
};
const UNBOUNDED = { characters: Number.POSITIVE_INFINITY, texts: Number.POSITIVE_INFINITY };

function requestOf({ value, secret }: ReadyDependency, { texts, source, target }: TranslatorRequest): ProviderRequest {
  const own = typeof value["base_url"] === "string" ? value["base_url"].replace(/\/+$/, "") : undefined;
  const key = secret ?? "";
  const common = { source, target, format: "html" };
  switch (value["provider"]) {
    case "deepl": {
      const base = own ?? (key.endsWith(":fx") ? DEEPL_FREE : DEEPL);
      const languages = {
        source_lang: DEEPL_SOURCES[source] ?? source.toUpperCase(),
        target_lang: DEEPL_TARGETS[target] ?? target.toUpperCase(),
      };
      return {
        url: `${base.replace(/\/v2$/, "")}/v2/translate`,
        headers: { authorization: `DeepL-Auth-Key ${key}` },
        body: { text: texts, ...languages, tag_handling: "html" },
        timeoutMs: TIMEOUT_MS,
      };
    }
    case "google":
      return {
        url: `${own ?? GOOGLE}/language/translate/v2`,
        headers: { "x-goog-api-key": key },
        body: { q: texts, ...common },
        timeoutMs: TIMEOUT_MS,
      };
    default:
      return {
        url: `${own ?? ""}/translate`,
        headers: {},
        body: { q: texts, ...common, ...(secret !== null && { api_key: key }) },
        timeoutMs: TIMEOUT_MS,
      };
  }
}

/** The translations of an answer, in any of the three forms; `undefined` when it is none. */
function readAnswer(body: string, count: number): string[] | undefined {
  try {
    const answer = JSON.parse(body);
    const list: unknown[] = answer?.translations ?? answer?.data?.translations ?? [answer?.translatedText].flat();
    const texts = list.map((each) =>
      typeof each === "string" ? each : (Object(each).text ?? Object(each).translatedText),
    );
    return texts.length === count && texts.every((each) => typeof each === "string") ? (texts as string[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Where a long text can be cut: behind an element or a sentence, else behind a word. */
const ENDS = [/[\s\S]*<\/(?:p|li|ul|ol|h\d|div|tr)>/, /[\s\S]*[.!?]\s/, /[\s\S]*\s/] as const;

/** A text as parts of this number of characters at most. */
function partsOf(text: string, max: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ""; ) {
    const most = rest.slice(0, max);
    const part = rest.length <= max ? rest : (ENDS.map((end) => end.exec(most)?.[0]).find((each) => each) ?? most);
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts.length === 0 ? [""] : parts;
}

/** The parts of texts in requests that a translator takes. */
function requestsOf(parts: readonly string[], { characters, texts }: typeof UNBOUNDED): string[][] {
  const requests: string[][] = [];
  let size = 0;
  for (const part of parts) {
    const last = requests.at(-1);
    if (!last || last.length === texts || size + part.length > characters) {
      requests.push([part]);
      size = part.length;
    } else {
      last.push(part);
      size += part.length;
    }
  }
  return requests;
}

/** Asks a translator once, in as many requests as it needs. Never throws. */
export async function callTranslator(
  outbound: Outbound,
  ready: ReadyDependency,
  request: TranslatorRequest,
): Promise<Tried<{ texts: string[] }>> {
  const max = SENT_MAX[String(ready.value["provider"])] ?? UNBOUNDED;
  const parts = request.texts.map((text) => partsOf(text, max.characters));
  const made: string[] = [];
  for (const texts of requestsOf(parts.flat(), max)) {
    const outcome = await sendOnce(outbound, requestOf(ready, { ...request, texts }));
    // Those before it are paid for.
    const isMaybePaid = made.length > 0;
    if ("failure" in outcome)
      return { ...outcome, failure: { ...outcome.failure, ...(isMaybePaid && { isMaybePaid }) } };
    const read = readAnswer(outcome.text, texts.length);
    const message = "The translator's answer cannot be read";
    if (!read) return { failure: { kind: "rejected", message, isMaybePaid: true } };
    made.push(...read);
  }
  return { texts: parts.map((own) => made.splice(0, own.length).join("")) };
}

/** US dollars per million characters: this number of millionths for each. */
export const translatorPrice = (value: Record<string, unknown>): number => {
  const own = value["price_per_million"];
  return typeof own === "number" ? own : (TRANSLATOR_PRICES[String(value["provider"])] ?? 0);
};
