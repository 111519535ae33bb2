import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listOptions } from "../../../db/variants/options.ts";
import { findVariant, listVariants } from "../../../db/variants/variants.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { noContent } from "../../http/output/answers.ts";
import { required } from "../../http/output/errors.ts";
import { ifMatch, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { EDIT, VIEW } from "../policies.ts";
import { createVariants } from "./create-variants.ts";
import { optionRoutes } from "./option-routes.ts";
import { VariantBulk, VariantCreate, VariantList, VariantParams, VariantsCreated, VariantUpdate } from "./schema.ts";
import { deleteVariant, updateVariant } from "./update-variant.ts";
import { Options, Variants } from "./variant-body.ts";

/** `/products/{product_id}/variants` and `/options`: sizes, colours and the like. */
export const variantRoutes = (services: Services) =>
  new Elysia().use(routesOfVariants(services)).use(optionRoutes(services));

const routesOfVariants = (services: Services) =>
  accessRoutes(services, "Product Variants", "/products/:product_id/variants")
    .get(
      "",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const [options, variants] = await Promise.all([listOptions(db, id), listVariants(db, id)]);
        return {
          product_id: id,
          options: options.map(Options.of),
          variants: variants.map(Variants.of),
          total: variants.length,
        };
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: VariantList },
        detail: {
          operationId: "listVariants",
          summary: "List product variants",
          description: "Variants and options, ordered by position.",
        },
      },
    )
    .post(
      "",
      async ({ write, params, body, set, status }) => {
        const input = { productId: params.product_id, variants: [body], options: null, isBulk: false };
        const { created } = await write(createVariants, input);
        const variant = required(created[0], "variant");
        set.headers["location"] = `/api/v1/products/${variant.productId}/variants/${variant.id}`;
        return status(201, withETag({ headers: {}, set }, variant.updatedAtUs, Variants.of(variant)));
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: VariantCreate,
        response: { 201: Variants.Body },
        detail: {
          operationId: "createVariant",
          summary: "Create a variant",
          description:
            "Only the SKU is required. If the product has options, option_values must name them; new values are added to the options.",
        },
      },
    )
    .post(
      "/bulk",
      async ({ write, params, body, set, status }) => {
        const { variants, options = null } = body;
        const made = await write(createVariants, { productId: params.product_id, variants, options, isBulk: true });
        set.headers["location"] = `/api/v1/products/${params.product_id}/variants`;
        return status(201, {
          created: made.created.length,
          variants: made.created.map(Variants.of),
          options: made.options.map(Options.of),
        });
      },
      {
        policy: { ...EDIT, tier: "BULK_CREATE" },
        params: ProductParams,
        body: VariantBulk,
        response: { 201: VariantsCreated },
        detail: {
          operationId: "createVariants",
          summary: "Create up to 100 variants",
          description:
            "All or nothing. `options` replaces all options; values not listed are removed from the variants.",
        },
      },
    )
    .get(
      "/:variant_id",
      async ({ db, params, headers, set }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const found = await findVariant(db, id, params.variant_id);
        const variant = required(found, "variant", params.variant_id);
        return withETag({ headers, set }, variant.updatedAtUs, Variants.of(variant));
      },
      {
        policy: VIEW,
        params: VariantParams,
        response: { 200: Variants.Body },
        detail: {
          operationId: "getVariant",
          summary: "Get a variant",
          description: "A null price means the price of the product.",
        },
      },
    )
    .patch(
      "/:variant_id",
      async ({ write, params, body, headers, set }) => {
        const variant = await write(updateVariant, {
          productId: params.product_id,
          id: params.variant_id,
          fields: body,
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, variant.updatedAtUs, Variants.of(variant));
      },
      {
        policy: EDIT,
        params: VariantParams,
        body: VariantUpdate,
        response: { 200: Variants.Body },
        detail: {
          operationId: "updateVariant",
          summary: "Update a variant",
          description: "Absent fields keep their value; null clears a field. option_values is replaced as a whole.",
        },
      },
    )
    .delete(
      "/:variant_id",
      async ({ write, params, headers }) => {
        const id = params.variant_id;
        await write(deleteVariant, { productId: params.product_id, id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: VariantParams,
        response: { 204: Type.Void({ description: "The variant is deleted." }) },
        detail: {
          operationId: "deleteVariant",
          summary: "Delete a variant",
          description: "Permanent: its SKU and EAN can be reused.",
        },
      },
    );
