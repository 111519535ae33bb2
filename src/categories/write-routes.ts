import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { DELETE, EDIT } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { cleanHtml } from "../text/clean-html.ts";
import { categoryBody } from "./category-body.ts";
import { deleteCategory } from "./delete-category.ts";
import { CategoryBody, CategoryDeletion, type CategoryFields, CategoryParams, CategoryUpdate } from "./schema.ts";
import { updateCategory } from "./update-category.ts";

/** Cleaning takes too long for the writer. */
const clean = (fields: CategoryFields): CategoryFields =>
  fields.description ? { ...fields, description: cleanHtml(fields.description) } : fields;

const CHANGE =
  "Fields that are absent stay as they are, null clears. With another name or parent all below it and the products follow.";

/** What changes one category. */
export const categoryWrites = (services: Services) =>
  new Elysia({ tags: ["Categories"] })
    .use(access(services))
    .put(
      "/:category_id",
      async ({ write, params: { category_id: id }, body, headers, set }) => {
        const change = { id: id.toLowerCase(), fields: clean(body), expected: ifMatch(headers) };
        const category = await write(updateCategory, change);
        return withETag({ headers: {}, set }, category.version, categoryBody(category), String(category.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: CategoryParams,
        body: CategoryUpdate,
        response: { 200: CategoryBody },
        detail: { operationId: "putCategory", summary: "Change or move a category", description: CHANGE },
      },
    )
    .patch(
      "/:category_id",
      async ({ write, params: { category_id: id }, body, headers, set }) => {
        const change = { id: id.toLowerCase(), fields: clean(body), expected: ifMatch(headers) };
        const category = await write(updateCategory, change);
        return withETag({ headers: {}, set }, category.version, categoryBody(category), String(category.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: CategoryParams,
        body: CategoryUpdate,
        response: { 200: CategoryBody },
        detail: { operationId: "updateCategory", summary: "Change or move a category", description: CHANGE },
      },
    )
    .delete(
      "/:category_id",
      async ({ write, params, query, headers }) => {
        const deletion = {
          id: params.category_id.toLowerCase(),
          reassignTo: query.reassign_to?.toLowerCase() ?? null,
          force: query.force ?? false,
          expected: ifMatch(headers),
        };
        while (!(await write(deleteCategory, deletion)).isDone);
        return noContent();
      },
      {
        policy: { ...DELETE, refusals: ["INVALID_STATE", "DUPLICATE_RESOURCE"] },
        params: CategoryParams,
        query: CategoryDeletion,
        response: { 204: Type.Void({ description: "The category is deleted." }) },
        detail: {
          operationId: "deleteCategory",
          summary: "Delete a category",
          description: "One that has products or categories below it only with `reassign_to` or `force`.",
        },
      },
    );
