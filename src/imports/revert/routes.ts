import { type TObject, type TSchema, Type } from "@sinclair/typebox";
import { leftProducts } from "../../../db/imports/import-reverts.ts";
import type { Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { expandable } from "../../http/input/expand.ts";
import { Uuid } from "../../http/input/fields.ts";
import { keysetPage } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { metaPage, metaPageOf, type PageInput, PageQuery, pageOf } from "../../http/input/page.ts";
import type { Services } from "../../runtime/services.ts";
import { POLL, READ, RUN } from "../policies.ts";
import { requireImport } from "../require-import.ts";
import { ImportParams } from "../schema.ts";
import { LEFT_REASONS, type LeftReason } from "./plan-part.ts";
import { LEFT_MAX, startRevert } from "./revert-import.ts";
import { type ImportRevert, Reverts } from "./revert-run.ts";

const RevertQuery = Type.Object({
  preview: Type.Optional(
    Type.Boolean({ description: "Only work out what would be done. Default false.", default: false }),
  ),
});

// Both are fields of it.
const { started_at, completed_at, ...counts } = Reverts.Body.properties as Record<
  "started_at" | "completed_at",
  TSchema
>;
const RevertRecord: TObject = Type.Object({
  ...counts,
  status: oneOf(["none", "processing", "completed", "failed"] as const, {
    description: "`none`: it was not asked for.",
  }),
  progress_percent: Type.Integer({ minimum: 0, maximum: 100 }),
  started_at,
  completed_at,
});

const LeftPage = metaPageOf(
  Type.Object({
    product_id: Uuid,
    name: Type.String(),
    reason: oneOf(LEFT_REASONS, {
      description:
        "`changed_since`: somebody has changed it after the import; `deleted_since`: it is deleted; `code_taken`: another product has the former EAN; `reference_gone`: the former brand, category or supplier is deleted.",
    }),
    fields: Type.Array(Type.String(), { description: "The fields that stay; empty: the whole product." }),
    ...expandable({ product: "product" }),
  }),
);
const LeftQuery = PageQuery;

const percentOf = ({ status, productsTotal, productsProcessed }: ImportRevert): number => {
  if (status === "completed") return 100;
  return productsTotal ? Math.min(99, Math.floor((productsProcessed / productsTotal) * 100)) : 0;
};

/** The state before the first request. */
const NONE = {
  status: "none" as const,
  is_preview: false,
  products_total: null,
  products_processed: 0,
  products_deleted: 0,
  products_restored: 0,
  products_left: 0,
  progress_percent: 0,
  started_at: null,
  completed_at: null,
};

/** The undo of an import. Throws IMPORT_JOB_NOT_FOUND. */
async function revertRecord(db: Reader, id: string) {
  await requireImport(db, id);
  const found = await Reverts.find(db, id);
  return { import_id: id, ...(found ? { ...Reverts.bodyOf(found), progress_percent: percentOf(found) } : NONE) };
}

/** A page of the products that stay as they are. */
async function leftPage(db: Reader, id: string, query: PageInput) {
  await requireImport(db, id);
  const { productsLeft: left = 0 } = (await Reverts.find(db, id)) ?? {};
  const page = pageOf(query);
  const { items, total, next } = await keysetPage(page, {
    name: `import-revert-left ${id}`,
    shape: ["count"],
    read: ({ after, ...range }) => {
      const behind = [after?.[0] ?? 0, after?.[0] ?? 0] as const;
      return leftProducts.list(db, { where: { importId: id }, by: "seq", order: "asc", after: behind, ...range });
    },
    count: async () => Math.min(left, LEFT_MAX),
    place: ({ seq }) => [seq],
  });
  const shown = items.map(({ productId, name, reason, fields }) => ({
    product_id: productId,
    name,
    // Written by `revertPart`.
    reason: reason as LeftReason,
    fields,
  }));
  return metaPage(shown, total, page, next);
}

/** `/imports/{import_id}/revert`: taking back what an import did. */
export const revertRoutes = (services: Services) =>
  accessRoutes(services, "Import Reverts", "/imports/:import_id/revert")
    .post(
      "",
      async ({ db, write, params, query, status }) => {
        const { import_id: id } = params;
        await write(startRevert, { id, isPreview: query.preview ?? false, tasksMax: services.config.tenantTasks });
        return status(202, await revertRecord(db, id));
      },
      {
        policy: { ...RUN, narrows: true },
        params: ImportParams,
        query: RevertQuery,
        response: { 202: RevertRecord },
        detail: {
          operationId: "revertImport",
          summary: "Undo an import",
          description:
            "In the background: soft-deletes products that the import created, and gives changed fields, stock, supplier terms, tags and texts their former values. Later changes are kept and listed. With `preview=true` nothing is changed. Allowed once the import has ended, and once.",
        },
      },
    )
    .get("", ({ db, params }) => revertRecord(db, params.import_id), {
      policy: POLL,
      params: ImportParams,
      response: { 200: RevertRecord },
      detail: {
        operationId: "getImportRevert",
        summary: "Get the undo of an import",
        description: "The last one that was asked for, or the last preview, with its progress.",
      },
    })
    .get("/left", ({ db, params, query }) => leftPage(db, params.import_id, query), {
      policy: READ,
      params: ImportParams,
      query: LeftQuery,
      response: { 200: LeftPage },
      detail: {
        operationId: "listImportRevertLeft",
        summary: "List what an undo leaves",
        description: "Products that were changed after the import, at most 10,000, with the fields that stay.",
      },
    });
