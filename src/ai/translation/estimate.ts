import type { Static } from "@sinclair/typebox";
import { openProducts } from "../../../db/exports/exported-products.ts";
import type { Reader } from "../../../db/ports.ts";
import { openPauses } from "../../runtime/pauses.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { readDependency } from "../../settings/read-dependency.ts";
import { chooseModel, usdOf } from "../provider/choose-model.ts";
import { costMicros } from "../provider/model-cost.ts";
import { SERVICE_DEFAULT } from "../provider/model-prices.ts";
import { translatorPrice } from "./call-translator.ts";
import type { TranslationRequest } from "./request.ts";
import type { EstimateBody } from "./schema.ts";
import { planVariants } from "./translation-plan.ts";

/** What a translation would take. As the API shows it. */
export type TranslationEstimate = Static<typeof EstimateBody>;

const PAGE = 500;
const CHARACTERS_PER_TOKEN = 4;
/** What a prompt has around the texts. */
const PROMPT_TOKENS = 300;

/** Counts what would really be written, and what it would cost; and all products of the filter. Sends no request. */
export async function estimateTranslation(
  { reader, secrets }: ThreadServices,
  tenantId: string,
  request: TranslationRequest,
  signal: AbortSignal,
): Promise<{ estimate: TranslationEstimate; products: number }> {
  const db = reader(tenantId);
  const read = openProducts(db, { filter: request.filter, language: null }, ["id"]);
  const pauses = openPauses(signal);
  const counts = { products: 0, variants: 0, characters: 0, all: 0 };
  for (let rowId = 0; ; ) {
    const page = await read({ after: { rowId, titleKey: "" }, offset: 0, limit: PAGE });
    const ids = page.map(({ id }) => String(id));
    const wanted = (await planVariants(db, request, ids)).filter(({ texts }) => Object.keys(texts).length > 0);
    counts.all += page.length;
    counts.products += new Set(wanted.map(({ product }) => product.id)).size;
    counts.variants += wanted.length;
    for (const { texts } of wanted) counts.characters += Object.values(texts).join("").length;
    rowId = page.at(-1)?.rowId ?? rowId;
    if (page.length < PAGE) break;
    if (pauses.isDue()) await pauses.take();
  }
  const { all, ...counted } = counts;
  const usd = await costOf(db, secrets, request, counted);
  return {
    estimate: { ...counted, estimated_cost: usd, currency: "USD", provider: request.provider },
    products: all,
  };
}

async function costOf(
  db: Reader,
  secrets: SecretBox,
  { provider }: TranslationRequest,
  { variants, characters }: { variants: number; characters: number },
): Promise<number> {
  const translator = provider === "llm" ? undefined : await readDependency(db, secrets, "translator");
  if (translator) return usdOf(characters * translatorPrice(translator.value));
  const ready = await readDependency(db, secrets, "ai-provider");
  const tokens = Math.ceil(characters / CHARACTERS_PER_TOKEN);
  const usage = { inputTokens: tokens + variants * PROMPT_TOKENS, outputTokens: tokens };
  const model = ready ? chooseModel(ready, "translate") : SERVICE_DEFAULT;
  return usdOf(costMicros(ready?.value ?? {}, model, usage));
}
