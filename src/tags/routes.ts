import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countTags, findTag, listTags } from "../../db/tags/tags.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { invalidBody, required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { NamedListQuery, namedPage } from "../http/named-list.ts";
import { DELETE, EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { assignTags } from "./assign-tags.ts";
import { createTag } from "./create-tag.ts";
import { deleteTag } from "./delete-tag.ts";
import { productTagRoutes } from "./product-routes.ts";
import { TagAssignment, TagBody, TagCreate, TagPage, TagParams, TagsAssigned, TagUpdate } from "./schema.ts";
import { tagBody } from "./tag-body.ts";
import { updateTag } from "./update-tag.ts";

const lower = (ids: readonly string[] = []) => [...new Set(ids.map((id) => id.toLowerCase()))];

/** `/product-tags` and `/products/{product_id}/tags`: words that products are marked with. */
export const tagRoutes = (services: Services) =>
  new Elysia().use(routesOfTags(services)).use(productTagRoutes(services));

const routesOfTags = (services: Services) =>
  new Elysia({ prefix: "/product-tags", tags: ["Product Tags"] })
    .use(access(services))
    .get(
      "",
      ({ db, query }) =>
        namedPage(
          { name: "product-tags", list: (range) => listTags(db, range), count: (search) => countTags(db, search) },
          query,
          tagBody,
        ),
      {
        policy: VIEW,
        query: NamedListQuery,
        response: { 200: TagPage },
        detail: { operationId: "listTags", summary: "List tags", description: "Newest first." },
      },
    )
    .post(
      "",
      async ({ write, body, set, status }) => {
        const tag = await write(createTag, { fields: body });
        set.headers["location"] = `/api/v1/product-tags/${tag.id}`;
        return status(201, withETag({ headers: {}, set }, tag.version, tagBody(tag), "0"));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        body: TagCreate,
        response: { 201: TagBody },
        detail: { operationId: "createTag", summary: "Create a tag", description: "Only the name is required." },
      },
    )
    .post(
      "/bulk-assign",
      async ({ write, body }) => {
        const [add, remove] = [lower(body.add), lower(body.remove)];
        if (add.length + remove.length === 0) throw invalidBody([{ field: "add", type: "missing" }]);
        const { updated, notFound } = await write(assignTags, { productIds: lower(body.product_ids), add, remove });
        return { updated, not_found: notFound };
      },
      {
        policy: { ...EDIT, tier: "BULK_UPDATE" },
        body: TagAssignment,
        response: { 200: TagsAssigned },
        detail: {
          operationId: "assignTags",
          summary: "Tag many products",
          description: "Adds tags to products and takes others off them, all or nothing.",
        },
      },
    )
    .get(
      "/:tag_id",
      async ({ db, params: { tag_id: id }, headers, set }) => {
        const tag = required(await findTag(db, id.toLowerCase()), "tag", id);
        return withETag({ headers, set }, tag.version, tagBody(tag), String(tag.productCount));
      },
      {
        policy: VIEW,
        params: TagParams,
        response: { 200: TagBody },
        detail: { operationId: "getTag", summary: "Read a tag", description: "With how many products have it." },
      },
    )
    .use(tagWrites(services));

const CHANGE = "Fields that are absent stay as they are, null clears. The products that have it notice.";

const tagWrites = (services: Services) =>
  new Elysia({ tags: ["Product Tags"] })
    .use(access(services))
    .put(
      "/:tag_id",
      async ({ write, params: { tag_id: id }, body, headers, set }) => {
        const tag = await write(updateTag, { id: id.toLowerCase(), fields: body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, tag.version, tagBody(tag), String(tag.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: TagParams,
        body: TagUpdate,
        response: { 200: TagBody },
        detail: { operationId: "putTag", summary: "Change a tag", description: CHANGE },
      },
    )
    .patch(
      "/:tag_id",
      async ({ write, params: { tag_id: id }, body, headers, set }) => {
        const tag = await write(updateTag, { id: id.toLowerCase(), fields: body, expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, tag.version, tagBody(tag), String(tag.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: TagParams,
        body: TagUpdate,
        response: { 200: TagBody },
        detail: { operationId: "updateTag", summary: "Change a tag", description: CHANGE },
      },
    )
    .delete(
      "/:tag_id",
      async ({ write, params, headers }) => {
        const deletion = { id: params.tag_id.toLowerCase(), expected: ifMatch(headers) };
        while (!(await write(deleteTag, deletion)).isDone);
        return noContent();
      },
      {
        policy: DELETE,
        params: TagParams,
        response: { 204: Type.Void({ description: "The tag is deleted." }) },
        detail: { operationId: "deleteTag", summary: "Delete a tag", description: "Takes it off all products." },
      },
    );
