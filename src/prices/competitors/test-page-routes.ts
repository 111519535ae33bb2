import { Type } from "@sinclair/typebox";
import { accessRoutes } from "../../http/gate/access.ts";
import { maybe, orNull, Uuid, WebAddress } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { type Language, translate } from "../../http/output/messages.ts";
import { BASE_CURRENCY, priceOf } from "../../kit/cents.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import type { Services } from "../../runtime/services.ts";
import { PageRules, ruleProblems, SELECTED } from "../price-monitor/page/selectors/page-rules.ts";
import { EDIT_MONITOR } from "../price-monitor/policies.ts";
import { shownAmount } from "../pricing/currency-decimals.ts";
import { type TriedPage, testPageCall } from "./calls.ts";
import { CompetitorParams, findShown } from "./competitor.ts";

const Input = Type.Object({
  url: { ...WebAddress, examples: ["https://bigshop.example/p/1"] },
  page_rules: maybe(PageRules, "In place of the competitor's own, to try them. Null: none."),
  product_id: Type.Optional({ ...Uuid, description: "Whose price is sought: the page of another EAN has none." }),
});
const amount = orNull(Type.Number());
const text = orNull(Type.String());
const Body = Type.Object({
  status: oneOf(["ok", "no_price", "error"]),
  message: orNull(Type.String(), "Why there is no price."),
  source: orNull(oneOf(["rules", "markup"]), "Where the price is from."),
  price: amount,
  currency: Type.String(),
  quoted_price: orNull(Type.Number(), "As the page has it, in `quoted_currency`. Null: it is in the base currency."),
  quoted_currency: text,
  original_price: amount,
  shipping_cost: amount,
  stock_status: text,
  seller: text,
  texts: orNull(
    Type.Object(
      Object.fromEntries(SELECTED.map((field) => [field, text])) as Record<(typeof SELECTED)[number], typeof text>,
    ),
    "The first text that each selector finds. Null: there are no rules, or the page could not be read.",
  ),
});

const NO_OFFER = {
  ...{ price: null, quoted_price: null, quoted_currency: null, original_price: null },
  ...{ shipping_cost: null, stock_status: null, seller: null },
};

/** What a page asks; nothing where it has no price. */
function offerOf({ finding }: TriedPage) {
  if (finding.status !== "ok") return NO_OFFER;
  const { priceCents, quotedCents, quotedCurrency, originalCents, shippingCents, availability, seller } = finding.offer;
  return {
    price: priceOf(priceCents),
    quoted_price: shownAmount(quotedCurrency ?? BASE_CURRENCY, quotedCents),
    quoted_currency: quotedCurrency,
    original_price: priceOf(originalCents),
    shipping_cost: priceOf(shippingCents),
    stock_status: availability,
    seller,
  };
}

const textsOf = (texts: NonNullable<TriedPage["texts"]>) => ({
  price: texts.price ?? null,
  original_price: texts.original_price ?? null,
  shipping_cost: texts.shipping_cost ?? null,
  stock: texts.stock ?? null,
  seller: texts.seller ?? null,
});

function bodyOf(tried: TriedPage, language: Language) {
  const { finding, texts, source } = tried;
  return {
    status: finding.status,
    message: finding.status === "ok" ? null : translate(language, finding.key, finding.params),
    source,
    currency: BASE_CURRENCY,
    ...offerOf(tried),
    texts: texts && textsOf(texts),
  };
}

/** `/prices/competitors/{competitor_id}/test-page`: what is read of a page. */
export const testPageRoutes = (services: Services) =>
  accessRoutes(services, "Competitors", "/prices/competitors/:competitor_id").post(
    "/test-page",
    async ({ db, tenantId, params, body, language, request }) => {
      const { page_rules: own } = required(await findShown(db, params.competitor_id), "competitor");
      const { page_rules: given, url, product_id: wanted } = body;
      const problems = ruleProblems(given ?? null);
      if (problems.length > 0) throw invalidBody(problems);
      const productId = wanted === undefined ? null : (await findLiveProduct(db, wanted)).id;
      const rules = given === undefined ? own : given;
      return bodyOf(await services.call(testPageCall, tenantId, { url, rules, productId }, request.signal), language);
    },
    {
      policy: { ...EDIT_MONITOR, refusals: ["PRODUCT_NOT_FOUND"] },
      params: CompetitorParams,
      body: Input,
      response: { 200: Body },
      detail: {
        operationId: "testCompetitorPage",
        summary: "Try a page of a competitor",
        description:
          "Reads the page now, as robots.txt allows, by the rules of the competitor or those that are sent, then by its markup, and answers what each selector finds. Nothing is stored.",
      },
    },
  );
