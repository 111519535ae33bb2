import { Type } from "@sinclair/typebox";
import { countChanges, listChanges, type ProductChange } from "../../../db/history/product-changes.ts";
import type { Reader } from "../../../db/ports.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { keysetAnswer } from "../../http/input/keyset-page.ts";
import { type PageInput, pageOf } from "../../http/input/page.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs } from "../../text/instant.ts";
import { Actor, ChangedField } from "./schema.ts";

/** A change of a product. */
export const Changes = view<ProductChange>()({
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
export async function pageOfHistory(db: Reader, productId: string, query: PageInput & { field?: string | undefined }) {
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
