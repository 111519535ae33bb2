import { Type } from "@sinclair/typebox";
import { findPendingEan } from "../../../db/imports/pending-eans.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { noContent } from "../../http/output/answers.ts";
import { required } from "../../http/output/errors.ts";
import { refuseVersions } from "../../http/output/etag.ts";
import { translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { BULK_DELETE, BULK_UPDATE, READ, RUN, WRITE } from "../policies.ts";
import { listPendingPage, PendingQuery } from "./list-pending-eans.ts";
import { startLookup } from "./look-up-pending.ts";
import { ignorePendingEans, resolvePendingEan, resolvePendingEans } from "./resolve-pending-ean.ts";
import {
  BulkIgnored,
  EanResolve,
  EanResolved,
  EansResolve,
  EansResolved,
  LookupStarted,
  PendingIds,
  PendingPage,
  ResolutionParams,
} from "./schema.ts";

/** `/imports/ean-pending`: rows of files whose EAN could not be used. */
export const pendingEanRoutes = (services: Services) =>
  accessRoutes(services, "Pending EANs", "/imports/ean-pending")
    // What concerns many of them.
    .get("", ({ db, query }) => listPendingPage(db, query), {
      policy: READ,
      query: PendingQuery,
      response: { 200: PendingPage },
      detail: {
        operationId: "listPendingEans",
        summary: "List rows with a pending EAN",
        description: "One entry per supplier and SKU, without resolved and ignored rows.",
      },
    })
    .post(
      "/bulk-delete",
      async ({ write, body, language }) => {
        const count = await write(ignorePendingEans, { ids: body });
        return {
          status: "success" as const,
          deleted_count: count,
          message: translate(language, "imports.eans_ignored", { count }),
        };
      },
      {
        policy: BULK_DELETE,
        body: PendingIds,
        response: { 200: BulkIgnored },
        detail: {
          operationId: "ignorePendingEans",
          summary: "Ignore rows with a pending EAN",
          description: "At most 1,000 ids. The rows stay hidden in later imports.",
        },
      },
    )
    // What resolves many of them.
    .post("/bulk-resolve", ({ write, body }) => write(resolvePendingEans, body), {
      policy: { ...BULK_UPDATE, narrows: true },
      body: EansResolve,
      response: { 200: EansResolved },
      detail: {
        operationId: "resolvePendingEans",
        summary: "Resolve pending EANs in bulk",
        description: "At most 100. Each row is imported by itself; what cannot be resolved says why.",
      },
    })
    .post("/lookup", async ({ write, status }) => status(202, await write(startLookup, undefined)), {
      policy: RUN,
      response: { 202: LookupStarted },
      detail: {
        operationId: "lookUpPendingEans",
        summary: "Look up pending EANs",
        description:
          "In the background, in the catalog: rows whose code is one slip away from that of the product with the same SKU are imported; other codes that are found are listed as `candidates`. Every import does this for its own rows.",
      },
    })
    // What is done with one of them.
    .delete(
      "/:resolution_id",
      async ({ db, write, params, headers }) => {
        refuseVersions(headers);
        const { id } = required(await findPendingEan(db, params.resolution_id), "pending_ean", params.resolution_id);
        await write(ignorePendingEans, { ids: [id] });
        return noContent();
      },
      {
        policy: WRITE,
        params: ResolutionParams,
        response: { 204: Type.Void({ description: "The row is ignored." }) },
        detail: {
          operationId: "ignorePendingEan",
          summary: "Ignore a row with a pending EAN",
          description: "The row stays hidden in later imports.",
        },
      },
    )
    .post(
      "/:resolution_id/resolve",
      ({ write, params, body }) => write(resolvePendingEan, { id: params.resolution_id, ean: body.ean }),
      {
        policy: WRITE,
        params: ResolutionParams,
        body: EanResolve,
        response: { 200: EanResolved },
        detail: {
          operationId: "resolvePendingEan",
          summary: "Resolve a pending EAN",
          description:
            "Imports the stored row with this EAN. Refused if another product has the EAN or the check digit is wrong.",
        },
      },
    );
