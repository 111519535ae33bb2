import type { OpenCall } from "../../../../db/ai/calls.ts";
import type { CheckedProduct } from "../../../../db/price-monitor/checks.ts";
import { BASE_CURRENCY } from "../../../kit/base-currency.ts";
import { readAmount, readCurrency } from "../../../prices/price-monitor/page/read-amount.ts";
import { GUARD, marked } from "../../prompts/render-template.ts";
import { callModel, type ModelPlace } from "../../provider/call-model.ts";

const TEXT_MAX = 6_000;
const SYSTEM = [
  "You read the price of a product from the text of a page of a shop.",
  'Answer with one JSON object and nothing else: {"is_product": true or false, "price": number or null, "currency": ISO 4217 code or null}.',
  "is_product: whether the page sells exactly this product. price: what a private customer pays for one now, VAT included.",
  GUARD,
].join("\n");

/** An amount as texts write it: digits with dots, commas and blanks among them. */
const AMOUNT = /\d[\d.,'’]*(?:\s\d{3}(?!\d)[\d.,]*)*/g;

/** Whether a text names an amount: a model's price that the page does not name is none. */
const isNamed = (text: string, cents: number): boolean =>
  [...text.matchAll(AMOUNT)].some(([amount]) => readAmount(amount) === cents);

function readAnswer(answer: string): { isProduct: boolean; cents: number | null; currency: string | null } | undefined {
  try {
    const said: unknown = JSON.parse(answer.slice(answer.indexOf("{"), answer.lastIndexOf("}") + 1));
    const { is_product: isProduct, price, currency } = Object(said);
    return { isProduct: isProduct === true, cents: readAmount(price), currency: readCurrency(currency) };
  } catch {
    return undefined;
  }
}

/** What a model reads from a page. */
export interface BotPrice {
  /** `null`: none that can be believed. */
  cents: number | null;
  callIds: string[];
  isFailed: boolean;
}

/** Lets the model read a price from the text of a page. What it says must stand there, in our currency. */
export async function fetchPrice(
  place: ModelPlace,
  { product, url, text }: { product: CheckedProduct; url: string; text: string },
  batch: { jobId: string; open: readonly OpenCall[] },
): Promise<BotPrice> {
  const shown = text.slice(0, TEXT_MAX);
  const names = [product.title, product.ean, product.reference].filter((each) => each !== null).join(", ");
  const answer = await callModel(place, {
    purpose: "attributes",
    action: "price_bot",
    messages: [
      { role: "system", content: SYSTEM },
      { role: "user", content: `Product: ${marked(names)}\nPage: ${marked(shown)}` },
    ],
    isJson: true,
    promptSlug: null,
    productId: product.id,
    batch: { ...batch, piece: url },
  });
  if ("failure" in answer) return { cents: null, callIds: [], isFailed: true };
  const read = readAnswer(answer.text);
  const isOurs = read?.isProduct === true && (read.currency ?? BASE_CURRENCY) === BASE_CURRENCY;
  const cents = isOurs && read.cents !== null && read.cents > 0 && isNamed(shown, read.cents) ? read.cents : null;
  return { cents, callIds: [answer.callId], isFailed: read === undefined };
}
