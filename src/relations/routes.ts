import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { listRelations } from "../../db/relations/relations.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { findLiveProduct } from "../products/live-product.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { createRelation } from "./create-relation.ts";
import { deleteRelation } from "./delete-relation.ts";
import { relationBody, relationItem } from "./relation-body.ts";
import {
  ProductParams,
  RelationBody,
  RelationCreate,
  RelationList,
  RelationParams,
  RelationQuery,
  RelationUpdate,
} from "./schema.ts";
import { updateRelation } from "./update-relation.ts";

/** `/products/{product_id}/relations`: accessories, replacements and the like. */
export const relationRoutes = (services: Services) =>
  new Elysia({ prefix: "/products/:product_id/relations", tags: ["Products"] })
    .use(access(services))
    .get(
      "",
      async ({ db, params, query }) => {
        const { id } = await findLiveProduct(db, params.product_id);
        const relations = await listRelations(db, { productId: id, type: query.relationship_type ?? null });
        return { product_id: id, items: relations.map(relationItem), total: relations.length };
      },
      {
        policy: VIEW,
        params: ProductParams,
        query: RelationQuery,
        response: { 200: RelationList },
        detail: {
          operationId: "listRelations",
          summary: "List the relations of a product",
          description: "By type, then priority. Relations to deleted products are left out.",
        },
      },
    )
    .post(
      "",
      async ({ write, params, body, set, status }) => {
        const relation = await write(createRelation, {
          productId: params.product_id,
          relatedProductId: body.related_product_id,
          relationshipType: body.relationship_type,
          priority: body.priority ?? 0,
        });
        set.headers["location"] = `/api/v1/products/${relation.productId}/relations/${relation.id}`;
        return status(201, withETag({ headers: {}, set }, relation.updatedAtUs, relationBody(relation)));
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: RelationCreate,
        response: { 201: RelationBody },
        detail: {
          operationId: "createRelation",
          summary: "Relate a product to another",
          description: "In this direction only: the other product does not list it.",
        },
      },
    )
    .patch(
      "/:relation_id",
      async ({ write, params, body, headers, set }) => {
        const relation = await write(updateRelation, {
          productId: params.product_id,
          id: params.relation_id.toLowerCase(),
          relationshipType: body.relationship_type,
          priority: body.priority,
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, relation.updatedAtUs, relationBody(relation));
      },
      {
        policy: EDIT,
        params: RelationParams,
        body: RelationUpdate,
        response: { 200: RelationBody },
        detail: {
          operationId: "updateRelation",
          summary: "Change a relation",
          description: "Changes its type and priority; what is absent stays.",
        },
      },
    )
    .delete(
      "/:relation_id",
      async ({ write, params, headers }) => {
        const id = params.relation_id.toLowerCase();
        await write(deleteRelation, { productId: params.product_id, id, expected: ifMatch(headers) });
        return noContent();
      },
      {
        policy: EDIT,
        params: RelationParams,
        response: { 204: Type.Void({ description: "The relation is deleted." }) },
        detail: {
          operationId: "deleteRelation",
          summary: "Delete a relation",
          description: "Both products stay.",
        },
      },
    );
