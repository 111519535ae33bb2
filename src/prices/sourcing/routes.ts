import { Type } from "@sinclair/typebox";
import { listMemberships } from "../../../db/entities/entity-parts.ts";
import type { Reader } from "../../../db/ports.ts";
import { listOfferedPrices } from "../../../db/pricing/price-lists.ts";
import { listPlatformMappings } from "../../../db/sourcing/offers.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { noContent } from "../../http/output/answers.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { type ETagContext, ifMatch, versionOf, withETag } from "../../http/output/etag.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { EDIT, VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { entityPriceOf } from "../pricing/applying/entity-price.ts";
import { shownAmount } from "../pricing/currency-decimals.ts";
import { findTaxModel } from "../tax/tax-model.ts";
import { offersBody, PlatformMappings, recommendationBody, sourcingBody } from "./bodies.ts";
import { addOffer, changeOffer, type OfferValues, offerOf, removeOffer, withOffers } from "./change-offers.ts";
import { type GivenTerms, termsOf } from "./offer-terms.ts";
import {
  EntityPricesBody,
  MappingsBody,
  OfferBody,
  OfferCreate,
  OfferParams,
  OffersBody,
  OfferUpdate,
  RecommendationBody,
  SourcingBody,
} from "./schema.ts";

/** The link to one supplier, as it is now, with its version. */
async function answerOffer(context: ETagContext, db: Reader, productId: string, supplierId: string) {
  const offer = await offerOf(db, productId, supplierId);
  return withETag(context, versionOf(offer), offer);
}

const valuesOf = ({ is_main: isMain, ...terms }: GivenTerms & { is_main?: boolean }): OfferValues => ({
  ...termsOf(terms),
  ...(isMain !== undefined && { isMain }),
});

/** What of `/products/{product_id}` says where the product comes from and where it goes. */
export const sourcingRoutes = (services: Services) =>
  accessRoutes(services, "Product Sourcing", "/products/:product_id")
    .get(
      "/suppliers",
      async ({ db, params }) => {
        const { product, offers } = await withOffers(db, params.product_id);
        return offersBody(product, offers);
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: OffersBody },
        detail: {
          operationId: "listProductSuppliers",
          summary: "List product suppliers",
          description: "Ordered by name, with purchase terms. Always includes the main supplier.",
        },
      },
    )
    .post(
      "/suppliers",
      async ({ db, write, params: { product_id: productId }, body, set, status }) => {
        const { supplier_id: id, supplier_code: code, ...fields } = body;
        if (id === undefined && code === undefined) throw invalidBody([{ field: "supplier_id", type: "missing" }]);
        const supplier = { id, code };
        const { supplierId } = await write(addOffer, { productId, supplier, values: valuesOf(fields) });
        set.headers["location"] = `/api/v1/products/${productId}/suppliers/${supplierId}`;
        return status(201, await answerOffer({ headers: {}, set }, db, productId, supplierId));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: ProductParams,
        body: OfferCreate,
        response: { 201: OfferBody },
        detail: {
          operationId: "addProductSupplier",
          summary: "Add a supplier to a product",
          description: "The supplier must exist; `supplier_id` takes precedence over `supplier_code`.",
        },
      },
    )
    .get(
      "/suppliers/:supplier_id",
      ({ db, params, headers, set }) => answerOffer({ headers, set }, db, params.product_id, params.supplier_id),
      {
        policy: VIEW,
        params: OfferParams,
        response: { 200: OfferBody },
        detail: {
          operationId: "getProductSupplier",
          summary: "Get the supplier terms of a product",
          description: "Purchase terms of one supplier for this product.",
        },
      },
    )
    .put(
      "/suppliers/:supplier_id",
      async ({ db, write, params: { product_id: productId, supplier_id: given }, body, headers, set }) => {
        const supplierId = given;
        await write(changeOffer, { productId, supplierId, values: valuesOf(body), expected: ifMatch(headers) });
        return answerOffer({ headers: {}, set }, db, productId, supplierId);
      },
      {
        policy: EDIT,
        params: OfferParams,
        body: OfferUpdate,
        response: { 200: OfferBody },
        detail: {
          operationId: "putProductSupplier",
          summary: "Update the supplier terms of a product",
          description: "Absent fields keep their value; null clears a field. `is_main` makes it the main supplier.",
        },
      },
    )
    .delete(
      "/suppliers/:supplier_id",
      async ({ write, params, headers }) => {
        const supplierId = params.supplier_id;
        await write(removeOffer, { productId: params.product_id, supplierId, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: OfferParams,
        response: { 204: Type.Void({ description: "The supplier is removed from the product." }) },
        detail: {
          operationId: "removeProductSupplier",
          summary: "Remove a supplier from a product",
          description: "Also removes its stock. A removed main supplier is not replaced.",
        },
      },
    )
    .get(
      "/supplier-recommendation",
      async ({ db, params }) => {
        const { product, offers } = await withOffers(db, params.product_id);
        return recommendationBody(product, offers);
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: RecommendationBody },
        detail: {
          operationId: "recommendSupplier",
          summary: "Recommend a supplier",
          description: "Among active suppliers with a cost price, by cost, stock and lead time.",
        },
      },
    )
    .get(
      "/sourcing",
      async ({ db, params }) => {
        const { product, offers } = await withOffers(db, params.product_id);
        return sourcingBody(product, offers, await findTaxModel(db, services.now()));
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: SourcingBody },
        detail: {
          operationId: "getSourcing",
          summary: "Get a sourcing summary",
          description: "All offers, cheapest first, and the margin over the best one.",
        },
      },
    )
    .get(
      "/platform-mappings",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const items = (await listPlatformMappings(db, id)).map((each) => PlatformMappings.of(each));
        return { product_id: id, items, total: items.length };
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: MappingsBody },
        detail: {
          operationId: "listPlatformMappings",
          summary: "List platform mappings of a product",
          description: "One entry for each connector that has exported the product.",
        },
      },
    )
    .get(
      "/entity-prices",
      async ({ db, params }) => {
        const { id, priceCents } = await findLiveProduct(db, params.product_id);
        const [offers, atMs] = [await listOfferedPrices(db, [id]), services.now()];
        const items = (await listMemberships(db, id)).map((entity) => {
          const price = entityPriceOf(entity, offers, { basePriceCents: priceCents, atMs });
          return {
            entity_id: entity.id,
            entity_name: entity.name,
            price: shownAmount(price.currency, price.priceCents),
            currency: price.currency,
            source: price.source,
            price_list_id: price.priceListId,
          };
        });
        return { product_id: id, items, total: items.length };
      },
      {
        policy: { ...VIEW, permission: "VIEW_PRICING", scope: "prices:read" },
        params: ProductParams,
        response: { 200: EntityPricesBody },
        detail: {
          operationId: "listEntityPrices",
          summary: "List entity prices of a product",
          description:
            "Price in each entity of the product: from the best price list of its channel, else the product's own price.",
        },
      },
    );
