import { Type } from "@sinclair/typebox";
import { findPendingEan } from "../../../db/imports/pending-eans.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { idParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPageOf } from "../../http/input/page.ts";
import { noContent } from "../../http/output/answers.ts";
import { required } from "../../http/output/errors.ts";
import { refuseVersions } from "../../http/output/etag.ts";
import { translate } from "../../http/output/messages.ts";
import type { Services } from "../../runtime/services.ts";
import { BULK_DELETE, BULK_UPDATE, READ, RUN, WRITE } from "../policies.ts";
import { listPendingPage, PendingEans, PendingQuery } from "./list-pending-eans.ts";
import { startLookup } from "./look-up-pending.ts";
import { ignorePendingEans, resolvePendingEan, resolvePendingEans } from "./resolve-pending-ean.ts";

const Uuid = () => Type.String({ format: "uuid" });

const ResolutionParams = idParams({ resolution_id: "row" });

const pendingPage = flatPageOf(PendingEans.Body);
const PendingPage = Type.Object({
  ...pendingPage.properties,
  stats: Type.Object({
    total: Type.Integer(),
    ean_to_resolve: Type.Integer(),
    ean_not_resolvable: Type.Integer(),
    suppliers: Type.Integer(),
  }),
});
const PendingIds = Type.Array(Uuid(), {
  maxItems: 1000,
  description: "Ids of rows with a pending EAN; unknown ids are ignored.",
});
const BulkIgnored = Type.Object({
  status: Type.Literal("success"),
  deleted_count: Type.Integer(),
  message: Type.String(),
});
const EanResolve = Type.Object({
  ean: Type.String({ minLength: 8, maxLength: 40, description: "GTIN with a correct check digit." }),
});
const EansResolve = Type.Object({
  items: Type.Array(Type.Object({ id: Uuid(), ...EanResolve.properties }), { minItems: 1, maxItems: 100 }),
});
const EansResolved = Type.Object({
  resolved_count: Type.Integer(),
  failed_count: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Uuid(),
      status: oneOf(["resolved", "failed"] as const),
      ean: Type.String(),
      product_id: Type.Union([Uuid(), Type.Null()]),
      error_code: Type.Union([Type.String(), Type.Null()], { description: "Null when it is resolved." }),
    }),
    { description: "In request order." },
  ),
});
const LookupStarted = Type.Object({ status: Type.Literal("queued"), pending: Type.Integer() });
const EanResolved = Type.Object({ ...PendingEans.Body.properties, product_id: Uuid(), ean: Type.String() });

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
