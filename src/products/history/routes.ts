import { Type } from "@sinclair/typebox";
import { countChanges, listChanges, type ProductChange } from "../../../db/history/product-changes.ts";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { orNull, ProductParams, Uuid } from "../../http/input/fields.ts";
import { keysetAnswer } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPageOf, type PageInput, PageQuery, pageOf } from "../../http/input/page.ts";
import { ifMatch } from "../../http/output/etag.ts";
import { view } from "../../kit/view.ts";
import type { Services } from "../../runtime/services.ts";
import { isoOfMs } from "../../text/instant.ts";
import { VIEW } from "../policies.ts";
import { ProductBody } from "../schema.ts";
import { answerLeft, findVisible } from "../views/answer-product.ts";
import { revertChange } from "./revert-change.ts";

const ChangeParams = Type.Object({
  ...ProductParams.properties,
  change_id: Type.Integer({ minimum: 1, description: "Id of the change in the history." }),
});

const HistoryQuery = Type.Object({
  ...PageQuery.properties,
  field: Type.Optional(
    Type.String({
      maxLength: 100,
      description: "Only changes of this field.",
      examples: ["price"],
    }),
  ),
});

const Actor = Type.Object(
  {
    kind: oneOf(["user", "api_key", "operator", "console", "system", "import"] as const),
    id: orNull(Type.String()),
    name: orNull(Type.String(), "Name at that time: an email address, an API key name or an import file."),
  },
  { description: "Who made the change." },
);
const ChangedField = Type.Object({
  field: Type.String(),
  old: Type.Unknown({ description: "Null if it had no value." }),
  new: Type.Unknown({ description: "Null if it was cleared." }),
});

const RevertBody = Type.Optional(
  Type.Object({
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        minItems: 1,
        maxItems: 200,
        description: "Fields to revert; absent: all fields of the change.",
        examples: [["price"]],
      }),
    ),
    force: Type.Optional(
      Type.Boolean({ description: "Also revert fields that have changed since. Default false.", default: false }),
    ),
  }),
);

/** A change of a product. */
const Changes = view<ProductChange>()({
  id: [Type.Integer({ description: "Sequence number of the change, from 1." }), "number"],
  product_id: [Uuid, "productId"],
  at: [Type.String({ format: "date-time" }), ({ atMs }) => isoOfMs(atMs)],
  actor: [Actor, "author"],
  request_id: [orNull(Type.String(), "Id of the request."), "requestId"],
  reverts: [orNull(Type.Integer(), "The change reverted by this one."), "reverts"],
  changes: [
    Type.Array(ChangedField),
    ({ fields }) => fields.map(([field, before, after]) => ({ field, old: before, new: after })),
  ],
});

/** A page of what was changed of a product, newest first. Throws INVALID_PARAMETER for a cursor of another list. */
async function pageOfHistory(db: Reader, productId: string, query: PageInput & { field?: string | undefined }) {
  const filter = { productId, field: query.field };
  return keysetAnswer(pageOf(query), {
    name: `history ${JSON.stringify(filter)}`,
    shape: ["count"],
    read: ({ after, ...range }) => listChanges(db, { ...filter, ...range, before: after?.[0] ?? null }),
    count: () => countChanges(db, filter),
    place: ({ number }) => [number],
    show: Changes.of,
  });
}

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
