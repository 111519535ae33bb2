import { Type } from "@sinclair/typebox";
import { accessRoutes } from "../../http/gate/access.ts";
import { Uuid } from "../../http/input/fields.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { DELETE, EDIT, VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { requireDependency } from "../../settings/read-dependency.ts";
import { cleanHtml } from "../../text/clean-html.ts";
import { Brand, brandChanges } from "./brand.ts";
import { beginErpImport } from "./import-from-erp.ts";
import { mergeBrands } from "./merge-brands.ts";

const BrandDeletionQuery = Type.Object({
  reassign_to: Type.Optional(Type.String({ format: "uuid", description: "Brand to move its products to." })),
  force: Type.Optional(Type.Boolean({ description: "Leave its products without a brand. Default false." })),
});

const BrandMerge = Type.Object({
  source_ids: Type.Array(Uuid, {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: "Brands to merge into this one; they are deleted.",
  }),
});
const BrandMerged = Type.Object({
  brand: Brand.Body,
  moved: Type.Integer({ description: "Number of products moved." }),
  merged: Type.Integer({ description: "Number of brands merged." }),
});

const ErpImport = Type.Object({ id: Uuid, status: Type.Literal("processing") });

/** `/brands`: who makes the products. */
export const brandRoutes = (services: Services) =>
  resourceRoutes(services, Brand, {
    path: "/brands",
    tag: "Brands",
    rights: { view: VIEW, edit: EDIT, remove: DELETE },
    changes: brandChanges,
    prepare: (fields) => (fields.description ? { ...fields, description: cleanHtml(fields.description) } : fields),
    remove: {
      query: BrandDeletionQuery,
      how: ({ reassign_to: id, force }) => ({
        reassignTo: typeof id === "string" ? id : null,
        force: force === true,
      }),
      refusals: ["INVALID_STATE"],
    },
    texts: {
      one: "Brand",
      create: "Only the name is required.",
      read: "Includes its number of products.",
      change: "Absent fields keep their value; null clears a field. A new name updates `updated_at` of its products.",
      remove: "A brand with products requires `reassign_to` or `force`. Large brands are emptied in steps.",
    },
  }).post(
    "/:brand_id/merge",
    async ({ db, write, params, body }) => {
      const id = String(params["brand_id"]);
      let sourceIds = body.source_ids;
      const merged = sourceIds.length;
      let moved = 0;
      while (sourceIds.length > 0) {
        const step = await write(mergeBrands, { id, sourceIds });
        moved += step.moved;
        sourceIds = step.left;
      }
      return { brand: Brand.bodyOf(await Brand.require(db, id)), moved, merged };
    },
    {
      policy: { ...EDIT, narrows: true },
      params: Brand.Params,
      body: BrandMerge,
      response: { 200: BrandMerged },
      detail: {
        operationId: "mergeBrands",
        summary: "Merge brands",
        description: "Moves the products of other brands to this brand and deletes those brands.",
      },
    },
  );

/** `POST /brands/import-from-erp`. */
export const erpRoutes = (services: Services) =>
  accessRoutes(services, "Brands").post(
    "/brands/import-from-erp",
    async ({ db, write, status }) => {
      await requireDependency(db, services.secrets, "erp");
      const { id } = await write(beginErpImport, undefined);
      return status(202, { id, status: "processing" as const });
    },
    {
      policy: { ...EDIT, tier: "BULK_IMPORT", refusals: ["ERP_NOT_CONFIGURED"] },
      response: { 202: ErpImport },
      detail: {
        operationId: "importBrandsFromErp",
        summary: "Import brands from the ERP",
        description: "Reads `GET {base_url}/brands` of the ERP in the background, and creates the missing brands.",
      },
    },
  );
