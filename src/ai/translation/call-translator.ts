import type { Outbound } from "../../outbound/outbound.ts";
import type { ReadyDependency } from "../../settings/read-dependency.ts";
import {
  type CallOptions,
  callProvider,
  type ProviderFailure,
  type ProviderRequest,
} from "../provider/call-provider.ts";
import { TRANSLATOR_PRICES } from "../provider/model-prices.ts";

const TIMEOUT_MS = 60_000;
const DEEPL = "https://api.deepl.com";
const DEEPL_FREE = "https://api-free.deepl.com";
const GOOGLE = "https://translation.googleapis.com";

/** Texts for a translator, as HTML. */
export interface TranslatorRequest {
  texts: readonly string[];
  source: string;
  target: string;
}

/** DeepL distinguishes variants of two languages. */
const DEEPL_TARGETS: Record<string, string> = { en: "EN-GB", pt: "PT-PT" };

function requestOf({ value, secret }: ReadyDependency, { texts, source, target }: TranslatorRequest): ProviderRequest {
  const own = typeof value["base_url"] === "string" ? value["base_url"].replace(/\/+$/, "") : undefined;
  const key = secret ?? "";
  const common = { source, target, format: "html" };
  switch (value["provider"]) {
    case "deepl": {
      const base = own ?? (key.endsWith(":fx") ? DEEPL_FREE : DEEPL);
      const languages = {
        source_lang: source.toUpperCase(),
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

/** Asks a translator once or three times. Throws only the signal's reason. */
export async function callTranslator(
  outbound: Outbound,
  ready: ReadyDependency,
  request: TranslatorRequest,
  options: CallOptions,
): Promise<{ texts: string[] } | { failure: ProviderFailure }> {
  const outcome = await callProvider(outbound, requestOf(ready, request), options);
  if ("failure" in outcome) return outcome;
  const texts = readAnswer(outcome.text, request.texts.length);
  const message = "The translator's answer cannot be read";
  return texts ? { texts } : { failure: { kind: "rejected", message, retryAfterSeconds: 30 } };
}

/** US dollars per million characters: this number of millionths for each. */
export const translatorPrice = (value: Record<string, unknown>): number => {
  const own = value["price_per_million"];
  return typeof own === "number" ? own : (TRANSLATOR_PRICES[String(value["provider"])] ?? 0);
};
