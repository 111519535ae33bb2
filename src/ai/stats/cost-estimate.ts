import type { Static } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { DEPENDENCIES } from "../../settings/dependencies.ts";
import { findDependency, isConfigured } from "../../settings/read-dependency.ts";
import { chooseModel, type Purpose, usdOf } from "../provider/choose-model.ts";
import { costMicros } from "../provider/model-cost.ts";
import { MODEL_PRICES, SERVICE_DEFAULT, USD_EUR_RATE } from "../provider/model-prices.ts";
import type { ESTIMATED_TYPES, EstimateRequest } from "./schema.ts";

type EstimatedType = (typeof ESTIMATED_TYPES)[number];
type Request = Static<typeof EstimateRequest>;

/** Tokens of a product, in and out. Source: decision S34.20. */
const TOKENS: Record<EstimatedType, { input: number; output: number }> = {
  descriptions: { input: 900, output: 450 },
  seo: { input: 600, output: 120 },
  attributes: { input: 800, output: 250 },
  categorize: { input: 500, output: 40 },
  translate: { input: 700, output: 600 },
  web_enrichment: { input: 4500, output: 900 },
};
const WEB_SECONDS = 20;
const OTHER_SECONDS = 6;
const CONCURRENCY = 4;

const refused = (field: string) => invalidBody([{ field, type: "invalid_value", key: "validation.unknown_reference" }]);

/** What each is done with by the tenant's own provider. */
const PURPOSES: Record<EstimatedType, Purpose> = {
  descriptions: "descriptions",
  seo: "seo",
  attributes: "attributes",
  categorize: "categorize",
  translate: "translate",
  web_enrichment: "descriptions",
};

/**
 * The model of each type: that of the tenant's provider, as runs choose it, unless the request names one; the service's own
 * where none is configured. Throws VALIDATION_FAILED.
 */
function modelsOf(request: Request, { isReady, value }: { isReady: boolean; value: Record<string, unknown> }) {
  const isOwn = isReady && request.model === undefined && (request.provider ?? value["provider"]) === value["provider"];
  if (!isOwn) {
    const named = modelOf(request, value);
    return { main: named, of: () => named };
  }
  const { provider, main } = chooseModel({ value }, "descriptions");
  return { main: { provider, model: main }, of: (type: EstimatedType) => chooseModel({ value }, PURPOSES[type]) };
}

/** The model that a request names, or the service's own. Throws VALIDATION_FAILED. */
function modelOf({ provider = SERVICE_DEFAULT.provider, model }: Request, value: Record<string, unknown>) {
  const models = MODEL_PRICES[provider];
  if (!models) throw refused("provider");
  const [first = String(value["model"] ?? "")] = Object.keys(models);
  const wanted = model ?? first;
  // The tenant's own models are known by their prices.
  const isOwn = Object.hasOwn(Object(value["prices"]), wanted) || provider === "openai_compatible";
  if (!isOwn && !Object.hasOwn(models, wanted)) throw refused("model");
  return { provider, model: wanted };
}

const round6 = (usd: number) => Math.round(usd * 1_000_000) / 1_000_000;

/**
 * What enriching this number of products would take, by rule of thumb. Sends no request and costs nothing. Throws
 * VALIDATION_FAILED.
 */
export async function estimate(
  db: Reader,
  request: Request,
  { products, unknown }: { products: number; unknown: number },
) {
  const stored = await findDependency(db, "ai-provider");
  const { value } = stored;
  const models = modelsOf(request, { isReady: isConfigured(DEPENDENCIES["ai-provider"], stored), value });
  const types = [...new Set(request.enrichment_types ?? (["web_enrichment"] as const))];
  const parts = types.map((type) => {
    const usage = { inputTokens: TOKENS[type].input * products, outputTokens: TOKENS[type].output * products };
    return { type, ...usage, micros: costMicros(value, models.of(type), usage) };
  });
  const sum = (of: (part: (typeof parts)[number]) => number) => parts.reduce((total, part) => total + of(part), 0);
  const [input, output, micros] = [
    sum((part) => part.inputTokens),
    sum((part) => part.outputTokens),
    sum((part) => part.micros),
  ];
  const eur = usdOf(micros) * Number(value["usd_eur_rate"] ?? USD_EUR_RATE);
  const seconds = types.includes("web_enrichment") ? WEB_SECONDS : OTHER_SECONDS;
  return {
    products_count: products,
    unknown,
    enrichment_types: types,
    estimated_tokens: { input, output, total: input + output },
    estimated_cost_usd: usdOf(micros),
    estimated_cost_eur: round6(eur),
    avg_cost_per_product_eur: products === 0 ? 0 : round6(eur / products),
    estimated_duration_minutes: Math.ceil((products * seconds) / Number(value["concurrency"] ?? CONCURRENCY) / 60),
    ...models.main,
    breakdown: Object.fromEntries(
      parts.map(({ type, inputTokens, outputTokens, micros: cost }) => [
        type,
        { input_tokens: inputTokens, output_tokens: outputTokens, cost_usd: usdOf(cost) },
      ]),
    ),
  };
}
