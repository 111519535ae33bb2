import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { metaPageOf } from "../../http/input/page.ts";
import { ifMatch } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { VIEW } from "../policies.ts";
import { ProductBody } from "../schema.ts";
import { answerLeft, findVisible } from "../views/answer-product.ts";
import { Changes, pageOfHistory } from "./page-of-history.ts";
import { revertChange } from "./revert-change.ts";
import { ChangeParams, HistoryQuery, RevertBody } from "./schema.ts";

/** `/products/{product_id}/history`: who changed what, and taking it back. */
export const historyRoutes = (services: Services) =>
  accessRoutes(services, "Product Workflow", "/products")
    .get(
      "/:product_id/history",
      async ({ db, params, query }) => {
        const { id } = await findVisible(db, params.product_id, { includeDeleted: true });
        return pageOfHistory(db, id, query);
      },
      {
        policy: VIEW,
        params: ProductParams,
        query: HistoryQuery,
        response: { 200: metaPageOf(Changes.Body) },
        detail: {
          operationId: "listProductHistory",
          summary: "List the change history of a product",
          description: "Newest first: author, time, request, and each field's old and new value.",
        },
      },
    )
    .post(
      "/:product_id/history/:change_id/revert",
      async ({ db, write, params, body, headers, set }) => {
        const id = params.product_id;
        const { fields = null, force = false } = body ?? {};
        await write(revertChange, { id, change: params.change_id, fields, force, expected: ifMatch(headers) });
        return answerLeft({ set }, db, id);
      },
      {
        policy: {
          credential: "any",
          permission: "EDIT_CATALOG",
          scope: "products:write",
          tier: "WRITE_STANDARD",
          refusals: ["INVALID_STATE", "DUPLICATE_EAN"],
          narrows: true,
        },
        params: ChangeParams,
        body: RevertBody,
        response: { 200: ProductBody },
        detail: {
          operationId: "revertProductChange",
          summary: "Revert a change",
          description:
            "Restores the values from before the change. Refused if one of the fields has changed since, unless `force` is true. The revert is recorded as a new change.",
        },
      },
    );
