import { textsIn } from "../../../text/unknown-values.ts";
import type { Adapter } from "../../engine/adapter.ts";
import { isSent } from "../../engine/fields.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../../engine/platform-values.ts";
import type { PulledProduct } from "../../engine/pull/pulled-product.ts";
import { type PushItem, skuOf } from "../../engine/push/push-item.ts";
import { NO_PRICE, type PushKind, type PushOutcome } from "../../engine/push/push-outcome.ts";
import { type Offer, pushAsOffers } from "../../engine/push/variant-offers.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { GONE, lackingAddress } from "../each.ts";
import { levelsOfOffers, offersBySku } from "../offers-there.ts";
import { warnsOfOrders } from "../read-right.ts";
import { provesRight } from "../write-right.ts";
import { dry } from "./mirakl-dry.ts";
import { factsOf, priceTaxOf } from "./mirakl-facts.ts";
import { call, type Errors, errorsOf, type Import, imported } from "./mirakl-imports.ts";
import { changeOffers, makeOffers } from "./mirakl-offers.ts";
import { NO_ORDERS, orders } from "./mirakl-orders.ts";
import { sheetRows } from "./mirakl-sheets.ts";

// Source: https://developer.mirakl.com/content/product/mmp/rest/seller/openapi3 : A01, L01, P41, P42, P44, P47, OF21, OR11
const PAGE = 100;
const READ_ONLY = "The key may not import offers or products: its user needs the rights of a shop's administrator.";

/** Product sheets in the seller's own columns, which the operator's mapping turns into its attributes; then what follows them. */
const importProducts = (api: Api, items: readonly Offer[], after: NonNullable<Import["after"]>): Promise<Errors> =>
  imported(api, {
    ...{ path: "products/imports", rows: sheetRows(items, skuOf), fields: { operator_format: "false" } },
    ...{ stateName: "import_status", after },
    errors: async (path, state) => {
      const errors: Errors = new Map();
      for (const [name, report] of [
        ["has_transformation_error_report", "transformation_error_report"],
        ["has_error_report", "error_report"],
      ] as const) {
        if (member(state, name) !== true) continue;
        for (const [sku, error] of errorsOf((await call(api, `${path}/${report}`)).text, "sku")) errors.set(sku, error);
      }
      return errors;
    },
  });

/**
 * Makes the offers that the seller does not have: of one that is there the import would reset what it does not say, and its stock
 * and price follow alone. Which are there is asked once, and not in later turns, when the import has made some.
 */
async function makeAbsent(api: Api, items: readonly Offer[]): Promise<Errors> {
  const skus = items.map(skuOf);
  const none: Errors = new Map();
  const { errors } = await api.follow({
    name: "Mirakl's list of offers",
    content: skus,
    begin: async () => JSON.stringify((await read(api, skus)).map(({ externalId }) => externalId)),
    poll: async (known) => ({ there: new Set(textsIn(JSON.parse(known))), errors: none }),
    after: async ({ there }) => {
      const made = items.filter((item) => !there.has(skuOf(item)));
      return { there, errors: made.length === 0 ? none : await makeOffers(api, made) };
    },
  });
  return errors;
}

/** Sheets of all, then the offers of those that are new and whose sheets were not refused. */
const pushProducts = (api: Api, items: readonly Offer[]): Promise<Errors> =>
  importProducts(api, items, async (refused) => {
    const fresh = items.filter((item) => item.externalId === null && !refused.has(skuOf(item)));
    return fresh.length === 0 ? refused : new Map([...refused, ...(await makeAbsent(api, fresh))]);
  });

const offersOf = async (api: Api, query: Record<string, string>): Promise<unknown> =>
  (await call(api, `offers?${new URLSearchParams(query)}`)).json();

/** What it costs now; a reduction that ends is the seller's own, and not of the catalog. */
const priceIn = (offer: unknown) => {
  const end = member(offer, "discount", "end_date");
  const [reduced, origin] = ["discount_price", "origin_price"].map((name) => centsOf(member(offer, "discount", name)));
  return (end ? origin : reduced) ?? centsOf(member(offer, "price"));
};

const pulledOf = (offer: unknown): PulledProduct => ({
  externalId: String(member(offer, "shop_sku")),
  sku: textOf(member(offer, "shop_sku")) ?? null,
  isTheirs: true,
  ean: eanAmong(...listOf(member(offer, "product_references")).map((each) => member(each, "reference"))),
  ...present({
    title: textOf(member(offer, "product_title")),
    brand: textOf(member(offer, "product_brand")),
    priceCents: priceIn(offer),
    compareAtPriceCents: centsOf(member(offer, "discount", "origin_price") ?? member(offer, "price")),
    stock: numberOf(member(offer, "quantity")),
  }),
});

const pageOf = (api: Api, offset: number) => offersOf(api, { max: String(PAGE), offset: String(offset) });
const totalOf = (page: unknown) => numberOf(member(page, "total_count")) ?? 0;

const read = (api: Api, skus: readonly string[]): Promise<PulledProduct[]> => {
  const offersIn = (found: unknown) => listOf(member(found, "offers")).map(pulledOf);
  return offersBySku(
    {
      size: PAGE,
      page: async (place) => {
        const found = await pageOf(api, place * PAGE);
        return { offers: offersIn(found), total: totalOf(found) };
      },
      one: async (sku) => offersIn(await offersOf(api, { sku })),
    },
    skus,
  );
};

/** Which of some that were refused the operator no longer has. */
async function missingOf(api: Api, refused: readonly string[]): Promise<Set<string>> {
  if (refused.length === 0) return new Set();
  const there = new Set((await read(api, refused)).map(({ externalId }) => externalId));
  return new Set(refused.filter((sku) => !there.has(sku)));
}

const lackOf = (item: PushItem) =>
  item.priceCents === null ? NO_PRICE : "A new offer needs a price, which push_fields leave out";

/** Sends offers, and says what became of each. */
async function pushOffers(api: Api, kind: PushKind, items: readonly Offer[]): Promise<PushOutcome[]> {
  const needsPrice = ({ externalId }: PushItem) => kind === "prices" || (kind === "products" && externalId === null);
  const isLacking = (item: PushItem) => (item.priceCents === null || !isSent(item, "price")) && needsPrice(item);
  const sent = items.filter((item) => !isLacking(item));
  const send = () => (kind === "products" ? pushProducts(api, sent) : changeOffers(api, kind, sent));
  const errors: Errors = sent.length === 0 ? new Map() : await send();
  const isChange = ({ externalId }: PushItem) => kind !== "products" && externalId !== null;
  const refused = sent.filter((item) => isChange(item) && errors.has(skuOf(item))).map(skuOf);
  const missing = await missingOf(api, refused);
  return items.map((item): PushOutcome => {
    const { productId, externalId } = item;
    const error = isLacking(item) ? lackOf(item) : errors.get(skuOf(item));
    const remarks = kind === "products" ? lackingAddress(item) : [];
    if (error === undefined) return { productId, externalId: skuOf(item), ...(remarks.length > 0 && { remarks }) };
    return missing.has(skuOf(item)) ? { productId, error: GONE(externalId), isMissing: true } : { productId, error };
  });
}

/** The languages of the operator, which names them by locales: `fr_FR`. */
async function languages(api: Api): Promise<string[]> {
  const codes = listOf(member((await call(api, "locales")).json(), "locales")).map((each) =>
    textOf(member(each, "code")),
  );
  return [...new Set(codes.flatMap((code) => code?.slice(0, 2).toLowerCase() ?? []))];
}

export const mirakl: Adapter = {
  dry,
  languages,
  sameSku: "changed",
  sendsOffersSeparately: true,
  // A file of rows: operators ask for few large ones. One that is too large for them goes in halves.
  chunk: 5_000,
  priceTax: (api) => priceTaxOf(async (path) => (await call(api, path)).json()),
  test: async (api) => {
    const currency = textOf(member((await call(api, "account")).json(), "currency_iso_code"));
    await pageOf(api, 0);
    // Imports without a file.
    for (const path of ["offers/imports", "products/imports"])
      await provesRight(() => call(api, path, { method: "POST" }), READ_ONLY);
    const facts = await factsOf(async (path) => (await call(api, path)).json(), currency);
    return { ...facts, warnings: [...facts.warnings, ...(await warnsOfOrders(api, orders, NO_ORDERS))] };
  },
  push: (api, kind, items) =>
    pushAsOffers(kind, items, {
      read: (skus) => read(api, skus),
      send: (offers) => pushOffers(api, kind, offers),
    }),
  // What an operator shows of a product is its own, or that of another seller.
  unread: ["description"],
  read,
  // "Available quantity of the offer": what is left of it for sale.
  levels: levelsOfOffers(read),
  orders,
  pull: async (api, { cursor }) => {
    const offset = Number(cursor ?? 0);
    const found = await pageOf(api, offset);
    const products = listOf(member(found, "offers")).map(pulledOf);
    return { products, next: offset + PAGE < totalOf(found) ? String(offset + PAGE) : null };
  },
};
