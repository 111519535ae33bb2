import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countBrands, findBrand, listBrands } from "../../db/brands/brands.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { NamedListQuery, namedPage } from "../http/named-list.ts";
import { DELETE, EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { cleanHtml } from "../text/clean-html.ts";
import { brandBody } from "./brand-body.ts";
import { createBrand } from "./create-brand.ts";
import { deleteBrand } from "./delete-brand.ts";
import { mergeBrands } from "./merge-brands.ts";
import {
  BrandBody,
  BrandCreate,
  BrandDeletion,
  type BrandFields,
  BrandMerge,
  BrandMerged,
  BrandPage,
  BrandParams,
  BrandUpdate,
} from "./schema.ts";
import { updateBrand } from "./update-brand.ts";

/** Cleaning takes too long for the writer. */
const clean = <T extends BrandFields>(fields: T): T =>
  fields.description ? { ...fields, description: cleanHtml(fields.description) } : fields;

/** `/brands`: who makes the products. */
export const brandRoutes = (services: Services) =>
  new Elysia({ prefix: "/brands", tags: ["Brands"] })
    .use(access(services))
    .get(
      "",
      ({ db, query }) =>
        namedPage(
          { name: "brands", list: (range) => listBrands(db, range), count: (search) => countBrands(db, search) },
          query,
          brandBody,
        ),
      {
        policy: VIEW,
        query: NamedListQuery,
        response: { 200: BrandPage },
        detail: { operationId: "listBrands", summary: "List brands", description: "Newest first." },
      },
    )
    .post(
      "",
      async ({ write, body, set, status }) => {
        const brand = await write(createBrand, { fields: clean(body) });
        set.headers["location"] = `/api/v1/brands/${brand.id}`;
        return status(201, withETag({ headers: {}, set }, brand.version, brandBody(brand), "0"));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        body: BrandCreate,
        response: { 201: BrandBody },
        detail: { operationId: "createBrand", summary: "Create a brand", description: "Only the name is required." },
      },
    )
    .get(
      "/:brand_id",
      async ({ db, params: { brand_id: id }, headers, set }) => {
        const brand = required(await findBrand(db, id.toLowerCase()), "brand", id);
        return withETag({ headers, set }, brand.version, brandBody(brand), String(brand.productCount));
      },
      {
        policy: VIEW,
        params: BrandParams,
        response: { 200: BrandBody },
        detail: { operationId: "getBrand", summary: "Read a brand", description: "With how many products it has." },
      },
    )
    .use(brandWrites(services));

const CHANGE = "Fields that are absent stay as they are, null clears. The products notice another name.";

const brandWrites = (services: Services) =>
  new Elysia({ tags: ["Brands"] })
    .use(access(services))
    .put(
      "/:brand_id",
      async ({ write, params: { brand_id: id }, body, headers, set }) => {
        const brand = await write(updateBrand, {
          id: id.toLowerCase(),
          fields: clean(body),
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, brand.version, brandBody(brand), String(brand.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: BrandParams,
        body: BrandUpdate,
        response: { 200: BrandBody },
        detail: { operationId: "putBrand", summary: "Change a brand", description: CHANGE },
      },
    )
    .patch(
      "/:brand_id",
      async ({ write, params: { brand_id: id }, body, headers, set }) => {
        const brand = await write(updateBrand, {
          id: id.toLowerCase(),
          fields: clean(body),
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, brand.version, brandBody(brand), String(brand.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: BrandParams,
        body: BrandUpdate,
        response: { 200: BrandBody },
        detail: { operationId: "updateBrand", summary: "Change a brand", description: CHANGE },
      },
    )
    .delete(
      "/:brand_id",
      async ({ write, params, query, headers }) => {
        const deletion = {
          id: params.brand_id.toLowerCase(),
          reassignTo: query.reassign_to?.toLowerCase() ?? null,
          force: query.force ?? false,
          expected: ifMatch(headers),
        };
        while (!(await write(deleteBrand, deletion)).isDone);
        return noContent();
      },
      {
        policy: { ...DELETE, refusals: ["INVALID_STATE"] },
        params: BrandParams,
        query: BrandDeletion,
        response: { 204: Type.Void({ description: "The brand is deleted." }) },
        detail: {
          operationId: "deleteBrand",
          summary: "Delete a brand",
          description: "One that has products only with `reassign_to` or `force`. Large ones are emptied step by step.",
        },
      },
    )
    .post(
      "/:brand_id/merge",
      async ({ db, write, params, body }) => {
        const id = params.brand_id.toLowerCase();
        let sourceIds = body.source_ids.map((sourceId) => sourceId.toLowerCase());
        const merged = sourceIds.length;
        let moved = 0;
        while (sourceIds.length > 0) {
          const step = await write(mergeBrands, { id, sourceIds });
          moved += step.moved;
          sourceIds = step.left;
        }
        return { brand: brandBody(required(await findBrand(db, id), "brand", id)), moved, merged };
      },
      {
        policy: EDIT,
        params: BrandParams,
        body: BrandMerge,
        response: { 200: BrandMerged },
        detail: {
          operationId: "mergeBrands",
          summary: "Merge brands into one",
          description: "Gives the products of other brands this one, and deletes those brands.",
        },
      },
    );
