import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listOfferedPrices } from "../../../../db/pricing/price-lists.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { itemChecker } from "../../../http/input/checked-items.ts";
import { ProductParams } from "../../../http/input/fields.ts";
import { toProblem } from "../../../http/output/faults/error-response.ts";
import { conditionsOf } from "../../../kit/resource/list.ts";
import { resourceRoutes } from "../../../kit/resource/resource.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import type { Services } from "../../../runtime/services.ts";
import { isWithin } from "../applying/applying-price.ts";
import { shownAmount } from "../currency-decimals.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../policies.ts";
import { entriesPage } from "./entries-page.ts";
import { entryChanges, PriceListEntry } from "./list-entry.ts";
import {
  EntriesInput,
  EntriesPage,
  EntriesPut,
  EntriesQuery,
  EntryItem,
  ListQuery,
  ProductListPrices,
} from "./list-schema.ts";
import { PriceList, priceListChanges } from "./price-list.ts";
import { putPriceListEntries } from "./put-entries.ts";

const TAG = "Price Lists";
const rights = { view: VIEW_PRICES, edit: EDIT_PRICES, remove: EDIT_PRICES };
const checkEntries = itemChecker(EntryItem);

/** `/price-lists`: prices of channels. */
export const priceListRoutes = (services: Services) =>
  new Elysia().use(routesOfLists(services)).use(routesOfEntries(services)).use(bulkRoute(services));

const routesOfLists = (services: Services) =>
  resourceRoutes(services, PriceList, {
    path: "/price-lists",
    tag: TAG,
    rights,
    changes: priceListChanges,
    leaves: ["list", "put"],
    texts: {
      one: "PriceList",
      create: "Only the name and the channel are required.",
      read: "The list without its entries.",
      change: "Absent fields keep their value; null clears a field.",
      remove: "Also deletes its entries.",
    },
  })
    .get(
      "",
      async ({ db, query }) => {
        const lists = await PriceList.table.listAll(db, conditionsOf({ ...query }));
        return lists
          .toReversed()
          .toSorted((one, other) => other.priority - one.priority)
          .map((list) => PriceList.bodyOf(list));
      },
      {
        policy: VIEW_PRICES,
        query: ListQuery,
        response: { 200: Type.Array(PriceList.Body) },
        detail: {
          operationId: "listPriceLists",
          summary: "List price lists",
          description: "Highest priority first, then the newest.",
        },
      },
    )
    .get(
      "/products/:product_id/prices",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, String(params["product_id"]));
        const nowMs = services.now();
        const offers = (await listOfferedPrices(db, [id])).filter((offer) => isWithin(offer, nowMs));
        return [...Map.groupBy(offers, ({ priceListId }) => priceListId)].map(([priceListId, entries], place) => ({
          price_list_id: priceListId,
          name: entries[0]?.name ?? "",
          channel: entries[0]?.channel ?? "",
          currency: entries[0]?.currency ?? "",
          priority: entries[0]?.priority ?? 0,
          rank: place + 1,
          entries: entries.map((entry) => ({
            id: entry.entryId,
            variant_id: entry.variantId,
            price: shownAmount(entry.currency, entry.priceCents),
            compare_at_price: shownAmount(entry.currency, entry.compareAtPriceCents),
            min_quantity: entry.minQuantity,
          })),
        }));
      },
      {
        policy: VIEW_PRICES,
        params: ProductParams,
        response: { 200: ProductListPrices },
        detail: {
          operationId: "listProductListPrices",
          summary: "List the prices of a product in price lists",
          description:
            "Active lists within their dates that have an entry for the product, ranked by priority, then the newest.",
        },
      },
    );

const routesOfEntries = (services: Services) =>
  resourceRoutes(services, PriceListEntry, {
    path: "/price-lists/:price_list_id/entries",
    tag: TAG,
    rights: { ...rights, edit: { ...rights.edit, refusals: ["DUPLICATE_RESOURCE", "PRODUCT_NOT_FOUND"] } },
    changes: entryChanges,
    leaves: ["list", "put"],
    requireParent: PriceList.require,
    texts: {
      one: "PriceListEntry",
      many: "PriceListEntries",
      word: "price list entry",
      create: "A list has one entry for each product, variant and minimum quantity.",
      read: "The entry.",
      change: "Absent fields keep their value. Product and variant cannot be changed.",
      remove: "The product itself is kept.",
    },
  }).get("", ({ db, params, query }) => entriesPage(db, String(params["price_list_id"]), query), {
    policy: VIEW_PRICES,
    ...(PriceListEntry.ListParams && { params: PriceListEntry.ListParams }),
    query: EntriesQuery,
    response: { 200: EntriesPage },
    detail: {
      operationId: "listPriceListEntries",
      summary: "List the entries of a price list",
      description: "By product, then by minimum quantity.",
    },
  });

const bulkRoute = (services: Services) =>
  accessRoutes(services, TAG).post(
    "/price-lists/:price_list_id/entries/bulk",
    async ({ write, params, body, language }) => {
      const { good, bad } = checkEntries(body.entries);
      const entries = good.map(({ index, item }) => ({
        index,
        productId: item.product_id,
        variantId: item.variant_id ?? null,
        minQuantity: item.min_quantity ?? 1,
        price: item.price,
        compareAtPrice: item.compare_at_price ?? null,
      }));
      const { price_list_id: priceListId } = params;
      const { created, updated, problems } = await write(putPriceListEntries, { priceListId, entries });
      const errors = [...bad, ...problems].toSorted((one, other) => one.index - other.index);
      return {
        created,
        updated,
        errors: errors.map(({ index, problem }) => {
          const { field, message } = toProblem(problem, language);
          return { index, field, message };
        }),
      };
    },
    {
      policy: { ...EDIT_PRICES, tier: "BULK_CREATE" },
      params: Type.Object({ price_list_id: Type.String({ format: "uuid", description: "Id of the price list." }) }),
      body: EntriesInput,
      response: { 200: EntriesPut },
      detail: {
        operationId: "putPriceListEntries",
        summary: "Create or update entries in bulk",
        description:
          "Up to 500, matched by product, variant and minimum quantity. An invalid entry is named in `errors` and leaves the others; of two equal ones the last counts.",
      },
    },
  );
