import { setTimeout as delay } from "node:timers/promises";
import { findJobState } from "../../../db/jobs/tenant-jobs.ts";
import type { Reader } from "../../../db/ports.ts";
import { listIdsUpTo } from "../../../db/products/delete.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import type { BoundWrite } from "../../http/gate/write/bound-write.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { refuseVersions } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { deleteAll, deleteInBulk } from "./delete-all.ts";
import { emitRefused, readItems } from "./read-items.ts";
import {
  AllDeleted,
  BulkDeleted,
  BulkDeletion,
  BulkDeletionQuery,
  BulkUpdate,
  BulkUpdated,
  DeleteAll,
} from "./schema.ts";
import { updateInBulk } from "./update-in-bulk.ts";

const EDIT = {
  credential: "any",
  permission: "EDIT_CATALOG",
  scope: "products:write",
  tier: "BULK_UPDATE",
} as const;
const DELETE = { ...EDIT, permission: "DELETE_CATALOG", tier: "BULK_DELETE" } as const;
/** Other changes may go in between. Erasing one costs several times as much as hiding it. */
const HIDDEN_MAX = 500;
const ERASED_MAX = 125;

/** Hides or erases products, some at a time. */
async function deleteMany(write: BoundWrite, ids: readonly string[], permanent: boolean) {
  const requested = [...new Set(ids)];
  const deleted = new Set<string>();
  const size = permanent ? ERASED_MAX : HIDDEN_MAX;
  for (let start = 0; start < requested.length; start += size) {
    const chunk = requested.slice(start, start + size);
    for (const id of (await write(deleteInBulk, { ids: chunk, permanent })).deleted) deleted.add(id);
  }
  const not_found = requested.filter((id) => !deleted.has(id));
  return { requested: requested.length, deleted: deleted.size, not_found, errors: [], permanent };
}

const DELETION = "Hides them; `permanent` erases them. What is unknown or deleted already is named, and is no error.";

const PHRASES = ["DELETE ALL PRODUCTS", "SUPPRIMER TOUS LES PRODUITS"];

/** Throws VALIDATION_FAILED that says the phrase, unless it was given. */
function requirePhrase(phrase: unknown): void {
  if (typeof phrase === "string" && PHRASES.includes(phrase.trim())) return;
  const type = phrase === undefined ? "missing" : "invalid_value";
  throw invalidBody([{ field: "confirmation_phrase", type, key: "products.confirm_deletion" }]);
}

const POLL_MS = 25;
const OVER: ReadonlySet<string | undefined> = new Set(["done", "failed", "cancelled", undefined]);

/** Waits until a job is over, or the caller has disconnected. Throws when the job failed. */
async function untilJobEnds(db: Reader, uid: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const state = await findJobState(db, uid);
    if (state === "failed" || state === "cancelled") throw new Error(`Job ${uid} ended ${state}`);
    if (OVER.has(state) || signal.aborted) return;
    await delay(POLL_MS);
  }
}

/** `/products/bulk`: one request for many products. */
export const bulkRoutes = (services: Services) =>
  accessRoutes(services, "Products", "/products/bulk")
    .patch(
      "",
      async ({ write, body: { updates }, language, headers }) => {
        refuseVersions(headers);
        const { items, refused } = readItems(updates);
        const outcome = items.length === 0 ? { refused: [] } : await write(updateInBulk, { items });
        const all = [...refused, ...outcome.refused];
        const ids = updates.map(({ id }) => id);
        return { updated: updates.length - all.length, errors: emitRefused(all, ids, language) };
      },
      {
        policy: { ...EDIT, narrows: true },
        body: BulkUpdate,
        response: { 200: BulkUpdated },
        detail: {
          operationId: "updateProductsInBulk",
          summary: "Change many products",
          description: "Each item is taken wholly or not at all, in their order; those that are refused are named.",
        },
      },
    )
    .delete(
      "/delete",
      ({ write, body, query, headers }) => {
        refuseVersions(headers);
        return deleteMany(write, body.product_ids, query.permanent ?? body.permanent ?? false);
      },
      {
        policy: { ...DELETE, narrows: true },
        query: BulkDeletionQuery,
        body: BulkDeletion,
        response: { 200: BulkDeleted },
        detail: { operationId: "deleteProductsInBulk", summary: "Delete many products", description: DELETION },
      },
    )
    .post(
      "/delete",
      ({ write, body, query }) => deleteMany(write, body.product_ids, query.permanent ?? body.permanent ?? false),
      {
        policy: { ...DELETE, narrows: true },
        query: BulkDeletionQuery,
        body: BulkDeletion,
        response: { 200: BulkDeleted },
        detail: {
          operationId: "postProductDeletion",
          summary: "Delete many products, without a DELETE body",
          description: DELETION,
        },
      },
    )
    .delete(
      "/delete-all",
      async ({ db, write, body, request, headers }) => {
        refuseVersions(headers);
        requirePhrase(body.confirmation_phrase);
        const isEmpty = (await listIdsUpTo(db, Number.MAX_SAFE_INTEGER, 1)).length === 0;
        const snapshot = isEmpty ? null : await services.backups.snapshot("before-delete-all");
        const { deleted, jobUid } = await write(deleteAll, undefined);
        if (jobUid !== null) await untilJobEnds(db, jobUid, request.signal);
        return { deleted, permanent: true as const, snapshot };
      },
      {
        policy: { ...DELETE, narrows: true, refusals: ["INSUFFICIENT_STORAGE"] },
        body: DeleteAll,
        response: { 200: AllDeleted },
        detail: {
          operationId: "deleteAllProducts",
          summary: "Erase every product",
          description:
            "Permanently, including hidden products; brands, categories, suppliers and tags stay. A snapshot of the instance is made before. Responds after the last one is erased, and continues to the end even if the caller disconnects.",
        },
      },
    );
