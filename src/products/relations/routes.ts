import { ProductParams } from "../../http/input/fields.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import type { Services } from "../../runtime/services.ts";
import { findLiveProduct } from "../changes/live-product.ts";
import { EDIT, VIEW } from "../policies.ts";
import { createRelation, deleteRelation, listRelations, Relation, updateRelation } from "./relation.ts";
import { RelationList, RelationQuery } from "./schema.ts";

/** `/products/{product_id}/relations`: accessories, replacements and the like. */
export const relationRoutes = (services: Services) =>
  resourceRoutes(services, Relation, {
    path: "/products/:product_id/relations",
    tag: "Product Variants",
    rights: { view: VIEW, edit: { ...EDIT, refusals: [] }, remove: EDIT },
    changes: { create: createRelation, update: updateRelation, remove: deleteRelation },
    leaves: ["list", "put"],
    requireParent: findLiveProduct,
    texts: {
      one: "Relation",
      many: "Relations",
      list: "",
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
