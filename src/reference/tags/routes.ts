import { Elysia } from "elysia";
import { invalidBody } from "../../http/output/errors.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { DELETE, EDIT, VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { assignTags } from "./assign-tags.ts";
import { productTagRoutes } from "./product-routes.ts";
import { TagAssignment, TagsAssigned } from "./schema.ts";
import { Tag, tagChanges } from "./tag.ts";

const lower = (ids: readonly string[] = []) => [...new Set(ids)];

/** `/product-tags` and `/products/{product_id}/tags`: words that products are marked with. */
export const tagRoutes = (services: Services) =>
  new Elysia().use(routesOfTags(services)).use(productTagRoutes(services));

const routesOfTags = (services: Services) =>
  resourceRoutes(services, Tag, {
    path: "/product-tags",
    tag: "Product Tags",
    rights: { view: VIEW, edit: EDIT, remove: DELETE },
    changes: tagChanges,
    texts: {
      one: "Tag",
      create: "Only the name is required.",
      read: "Includes its number of products.",
      change: "Absent fields keep their value; null clears a field. Updates `updated_at` of its products.",
      remove: "Removes it from all products.",
    },
  }).post(
    "/bulk-assign",
    async ({ write, body }) => {
      const [add, remove] = [lower(body.add), lower(body.remove)];
      if (add.length + remove.length === 0) throw invalidBody([{ field: "add", type: "missing" }]);
      const { updated, notFound } = await write(assignTags, { productIds: lower(body.product_ids), add, remove });
      return { updated, not_found: notFound };
    },
    {
      policy: { ...EDIT, tier: "BULK_UPDATE", narrows: true },
      body: TagAssignment,
      response: { 200: TagsAssigned },
      detail: {
        operationId: "assignTags",
        summary: "Tag products in bulk",
        description: "Adds and removes tags of many products, all or nothing.",
      },
    },
  );
