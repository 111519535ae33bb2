import { Type } from "@sinclair/typebox";
import { listOptions, type Option } from "../../../db/variants/options.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { noContent } from "../../http/output/answers.ts";
import { requiredOf } from "../../http/output/errors.ts";
import { type ETagContext, ifMatch, versionOf, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { EDIT, VIEW } from "../policies.ts";
import { deleteOption, putOption } from "./put-option.ts";
import { OptionList, OptionParams, OptionUpsert } from "./schema.ts";
import { Options } from "./variant-body.ts";

function answerOption(context: ETagContext, option: Option) {
  const body = Options.of(option);
  return withETag(context, versionOf(body), body);
}

/** `/products/{product_id}/options`: the axes that a product's variants differ in. */
export const optionRoutes = (services: Services) =>
  accessRoutes(services, "Product Variants", "/products/:product_id/options")
    .get(
      "",
      async ({ db, params }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const options = await listOptions(db, id);
        return { options: options.map(Options.of), total: options.length };
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: OptionList },
        detail: {
          operationId: "listOptions",
          summary: "List product options",
          description: "Ordered by position.",
        },
      },
    )
    .post(
      "",
      async ({ write, params, body, set, status }) => {
        const { option, isNew } = await write(putOption, { productId: params.product_id, fields: body });
        if (isNew) set.headers["location"] = `/api/v1/products/${option.productId}/options/${option.id}`;
        return status(isNew ? 201 : 200, answerOption({ headers: {}, set }, option));
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: OptionUpsert,
        response: { 200: Options.Body, 201: Options.Body },
        detail: {
          operationId: "putOption",
          summary: "Create or update an option",
          description:
            "Matched by id, else by name ignoring case. `values` replaces its values; " +
            "a new name is applied to the variants.",
        },
      },
    )
    .get(
      "/:option_id",
      async ({ db, params, headers, set }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const options = await listOptions(db, id);
        return answerOption({ headers, set }, requiredOf(options, "option", params.option_id));
      },
      {
        policy: VIEW,
        params: OptionParams,
        response: { 200: Options.Body },
        detail: { operationId: "getOption", summary: "Get an option", description: "Its name, values and position." },
      },
    )
    .delete(
      "/:option_id",
      async ({ write, params, headers }) => {
        const id = params.option_id;
        await write(deleteOption, { productId: params.product_id, id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: OptionParams,
        response: { 204: Type.Void({ description: "The option is deleted." }) },
        detail: {
          operationId: "deleteOption",
          summary: "Delete an option",
          description: "Also removes its values from all variants of the product.",
        },
      },
    );
