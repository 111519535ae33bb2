import { Type } from "@sinclair/typebox";
import { orNull, ProductParams, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { EDIT, VIEW } from "../policies.ts";
import { listRelations, RELATIONSHIP_TYPES, Relation, relationChanges } from "./relation.ts";

const RelatedProduct = Type.Object({
  id: Uuid,
  ean: orNull(Type.String()),
  title: Type.String(),
  price: orNull(Type.Number()),
  is_active: Type.Boolean(),
  primary_image_url: orNull(Type.String()),
});

const RelationList = Type.Object({
  product_id: Uuid,
  items: Type.Array(Type.Object({ ...Relation.Body.properties, related_product: RelatedProduct })),
  total: Type.Integer(),
});

const RelationQuery = Type.Object({
  relationship_type: Type.Optional(oneOf(RELATIONSHIP_TYPES, { description: "Only this type." })),
});

/** `/products/{product_id}/relations`: accessories, replacements and the like. */
export const relationRoutes = (services: Services) =>
  resourceRoutes(services, Relation, {
    path: "/products/:product_id/relations",
    tag: "Product Variants",
    rights: { view: VIEW, edit: { ...EDIT, refusals: [] }, remove: EDIT },
    changes: relationChanges,
    leaves: ["list", "put"],
    requireParent: findLiveProduct,
    texts: {
      one: "Relation",
      create: "One direction only: the related product does not list it.",
      read: "Its products, type and priority.",
      change: "Updates type and priority. Absent fields keep their value.",
      remove: "Both products are kept.",
    },
  }).get(
    "",
    async ({ db, params, query }) => {
      const { id } = await findLiveProduct(db, params.product_id);
      const items = await listRelations(db, id, query.relationship_type);
      return { product_id: id, items, total: items.length };
    },
    {
      policy: VIEW,
      params: ProductParams,
      query: RelationQuery,
      response: { 200: RelationList },
      detail: {
        operationId: "listRelations",
        summary: "List product relations",
        description: "Ordered by type, then priority, without deleted products.",
      },
    },
  );
