import { Type } from "@sinclair/typebox";
import { accessRoutes } from "../../../http/gate/access.ts";
import { ProductParams, trimmed } from "../../../http/input/fields.ts";
import { noContent } from "../../../http/output/answers.ts";
import { invalidBody, required } from "../../../http/output/errors.ts";
import { ifMatch, versionOf, withETag } from "../../../http/output/etag.ts";
import { BASE_CURRENCY } from "../../../kit/cents.ts";
import type { Services } from "../../../runtime/services.ts";
import { millisecondsOf } from "../../../text/instant.ts";
import { Prices } from "../bodies.ts";
import { EDIT_PRICES, VIEW_PRICES } from "../policies.ts";
import { PriceDeletion, PriceInput, PriceParams, PriceUpdate } from "../schema.ts";
import { addPrice, changePrice, findEntry, removePrice } from "./change-price.ts";

/** When an entry ends, in Unix milliseconds. Throws VALIDATION_FAILED for a time that has passed. */
function endOf(time: string | null | undefined, nowMs: number): number | null {
  if (time == null) return null;
  const ms = millisecondsOf(time);
  if (ms >= nowMs) return ms;
  throw invalidBody([{ field: "valid_until", type: "invalid_value", key: "pricing.in_the_past" }]);
}

/** Prices of products, entered, changed and taken away. */
export const priceChangeRoutes = (services: Services) =>
  accessRoutes(services, "Pricing")
    .post(
      "/products/:product_id/prices",
      async ({ write, params, body, set, status }) => {
        const price = await write(addPrice, {
          productId: params.product_id,
          source: body.source.trim(),
          currency: body.currency ?? BASE_CURRENCY,
          price: body.price,
          validUntilMs: endOf(body.valid_until, services.now()),
          url: body.url ?? null,
          notes: trimmed(body.notes) ?? null,
        });
        set.headers["location"] = `/api/v1/prices/${price.id}`;
        return status(201, Prices.of(price));
      },
      {
        policy: EDIT_PRICES,
        params: ProductParams,
        body: PriceInput,
        response: { 201: Prices.Body },
        detail: {
          operationId: "createProductPrice",
          summary: "Add a price to a product",
          description:
            "Deactivates the active price of the same source and currency. The source `internal` sets the product's own price.",
        },
      },
    )
    .get(
      "/prices/:price_id",
      async ({ db, params, headers, set }) => {
        const { entry } = required(await findEntry(db, params.price_id), "price", params.price_id);
        const price = Prices.of(entry);
        return withETag({ headers, set }, versionOf(price), price);
      },
      {
        policy: VIEW_PRICES,
        params: PriceParams,
        response: { 200: Prices.Body },
        detail: { operationId: "getPrice", summary: "Get a price", description: "One price of a product." },
      },
    )
    .patch(
      "/prices/:price_id",
      async ({ write, params, body, headers, set }) => {
        const known = [body.price, body.is_active, body.valid_until, body.notes];
        if (known.every((value) => value === undefined)) throw invalidBody([{ field: "price", type: "missing" }]);
        const change = {
          price: body.price,
          isActive: body.is_active,
          validUntilMs: body.valid_until === undefined ? undefined : endOf(body.valid_until, services.now()),
          notes: body.notes === undefined ? undefined : (trimmed(body.notes) ?? null),
        };
        const price = Prices.of(await write(changePrice, { id: params.price_id, change, expected: ifMatch(headers) }));
        return withETag({ headers: {}, set }, versionOf(price), price);
      },
      {
        policy: { ...EDIT_PRICES, refusals: ["PRODUCT_NOT_FOUND"] },
        params: PriceParams,
        body: PriceUpdate,
        response: { 200: Prices.Body },
        detail: {
          operationId: "updatePrice",
          summary: "Update a price",
          description:
            "Absent fields keep their value. Changing an active `internal` price changes the product's own price.",
        },
      },
    )
    .delete(
      "/prices/:price_id",
      async ({ write, params, query, headers }) => {
        const isSoft = query.soft_delete === true;
        await write(removePrice, { id: params.price_id, isSoft, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT_PRICES,
        params: PriceParams,
        query: PriceDeletion,
        response: { 204: Type.Void({ description: "The price is deleted." }) },
        detail: {
          operationId: "deletePrice",
          summary: "Delete a price",
          description: "Its history is kept, and so is the product's own price.",
        },
      },
    );
