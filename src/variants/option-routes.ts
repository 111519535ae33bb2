import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listOptions } from "../../db/variants/options.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { deleteOption } from "./delete-option.ts";
import { putOption } from "./put-option.ts";
import { OptionBody, OptionList, OptionParams, OptionUpsert, ProductParams } from "./schema.ts";
import { optionBody } from "./variant-body.ts";

/** `/products/{product_id}/options`: the axes that a product's variants differ in. */
export const optionRoutes = (services: Services) =>
  new Elysia({ prefix: "/products/:product_id/options", tags: ["Products"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const options = await listOptions(db, id);
        return { options: options.map(optionBody), total: options.length };
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: OptionList },
        detail: {
          operationId: "listOptions",
          summary: "List the options of a product",
          description: "In the order of their positions.",
        },
      },
    )
    .post(
      "",
      async ({ write, params, body, status }) => {
        const { option, isNew } = await write(putOption, { productId: params.product_id, fields: body });
        return status(isNew ? 201 : 200, optionBody(option));
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: OptionUpsert,
        response: { 200: OptionBody, 201: OptionBody },
        detail: {
          operationId: "putOption",
          summary: "Create or change an option",
          description:
            "Means the option of this id, else the one of this name in any case. `values` takes the place of its values; " +
            "a new name is passed on to the variants.",
        },
      },
    )
    .delete(
      "/:option_id",
      async ({ write, params }) => {
        await write(deleteOption, { productId: params.product_id, id: params.option_id.toLowerCase() });
        return noContent();
      },
      {
        policy: EDIT,
        params: OptionParams,
        response: { 204: Type.Void({ description: "The option is deleted." }) },
        detail: {
          operationId: "deleteOption",
          summary: "Delete an option",
          description: "Its values are taken from all variants of the product.",
        },
      },
    );
