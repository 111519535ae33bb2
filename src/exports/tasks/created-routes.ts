import { type Static, Type } from "@sinclair/typebox";
import {
  countLegacyExports,
  findLegacyExport,
  LEGACY_STATUSES,
  type LegacyExport,
  listLegacyExports,
} from "../../../db/exports/legacy-exports.ts";
import type { Mutation, Reader } from "../../../db/ports.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { orNull, Time, Uuid } from "../../http/input/fields.ts";
import { keysetPage, NEWEST, newestPlace } from "../../http/input/keyset-page.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPage, flatPageOf, PageQuery, pageOf } from "../../http/input/page.ts";
import { noContent } from "../../http/output/answers.ts";
import { invalidBody, required } from "../../http/output/errors.ts";
import { ifMatch, versionOf, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { requireSpace } from "../../storage/free-space.ts";
import { requireStorage } from "../../storage/tenant-quota.ts";
import { isoOfMs } from "../../text/instant.ts";
import { FORMATS } from "../formats/formats.ts";
import { deprecate, LEGACY_FORMATS, LEGACY_TYPES } from "../legacy/deprecate.ts";
import { createLegacyExport, removeLegacyExport } from "../legacy/legacy-export.ts";
import { removeJob } from "../platforms/change-jobs.ts";
import { EXPORTS } from "../policies.ts";
import { readImportFilter } from "../tables/import-table.ts";
import type { ExportOptions } from "./export-options.ts";
import { readExport } from "./read-export.ts";

const Create = Type.Object({
  export_type: oneOf(LEGACY_TYPES, { description: "`orders` and `customers`: a file with a header only." }),
  format: Type.Optional(oneOf(LEGACY_FORMATS, { description: "Default csv." })),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Products: filters of the product list. Suppliers: `search`, `is_active`, `code`, `country`. Imports: `status`, `supplier_code`. Default: all.",
      examples: [{ is_active: true }],
    }),
  ),
});
const Body = Type.Object({
  id: Uuid,
  export_type: orNull(oneOf(LEGACY_TYPES), "Null for a job of a platform."),
  format: orNull(oneOf(LEGACY_FORMATS), "Null for a job of a platform."),
  status: oneOf(LEGACY_STATUSES),
  created_at: Time,
  file_url: orNull(Type.String(), "Where the file is, once it is complete and until it expires."),
  total_records: Type.Integer({ minimum: 0, description: "0 until the export starts." }),
});
const Query = Type.Object({
  ...PageQuery.properties,
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000, description: "Exports to skip." })),
  status: Type.Optional(oneOf(LEGACY_STATUSES, { description: "Only exports of this status." })),
  export_type: Type.Optional(oneOf(LEGACY_TYPES, { description: "Only exports of this; leaves out platforms." })),
});
const Params = Type.Object({ export_id: Type.String({ format: "uuid", description: "Id of the export." }) });

/** An export as it is answered. */
function legacyBody(found: LegacyExport, nowMs: number) {
  const { taskId, status, expiresAtMs } = found;
  const hasFile = taskId !== null && status === "completed" && (expiresAtMs ?? 0) > nowMs;
  // The table's checks leave no other words in the two columns.
  const { exportType, format } = found as { exportType: (typeof LEGACY_TYPES)[number]; format: "csv" };
  return {
    id: found.id,
    export_type: exportType,
    format,
    status,
    created_at: isoOfMs(found.createdAtMs),
    file_url: hasFile ? `/api/v1/exports/download/${taskId}` : null,
    total_records: found.totalRecords,
  };
}

async function optionsOf(
  db: Reader,
  { export_type: resource, format: name = "csv", filters = {} }: Static<typeof Create>,
  origin: string,
): Promise<ExportOptions> {
  if (resource === "products" || resource === "suppliers") {
    return readExport(db, { format: name, resource }, { filters }, { origin, refuse: invalidBody });
  }
  const format = FORMATS[name].read({});
  if (resource !== "imports") return { resource, format, origin };
  const wanted = readImportFilter(filters);
  if ("problems" in wanted) throw invalidBody(wanted.problems);
  return { resource, wanted, format, origin };
}

/** Where the same is found now. */
const successorOf = ({ id, taskId }: LegacyExport) =>
  taskId === null ? `/exports/jobs/${id}` : `/exports/progress/${taskId}`;

/** `/exports/create`, `/exports` and `/exports/{export_id}`: the older exports that are made, listed and deleted. */
export const createdRoutes = (services: Services) =>
  accessRoutes(services, "Exports", "/exports")
    .post(
      "/create",
      async ({ db, write, body, request, set, status }) => {
        const { export_type: exportType, format = "csv" } = body;
        deprecate({ set }, `/exports/${format}/${exportType === "suppliers" ? exportType : "products"}`);
        const options = await optionsOf(db, body, originOf(request, services));
        await requireSpace(services.config);
        await requireStorage(db, services.config, 0);
        const start = { options, tasksMax: services.config.tenantTasks };
        return status(202, legacyBody(await write(createLegacyExport, { start, exportType, format }), services.now()));
      },
      {
        policy: { ...EXPORTS, tier: "EXPORT_STANDARD", refusals: ["INSUFFICIENT_STORAGE"], narrows: true },
        body: Create,
        response: { 202: Body },
        detail: {
          operationId: "createExport",
          summary: "Create an export (deprecated)",
          description: "Writes a file in the background. Use the format exports.",
          deprecated: true,
        },
      },
    )
    .get(
      "",
      async ({ db, query, set }) => {
        deprecate({ set }, "/exports/jobs");
        const page = pageOf({ ...query, skip: query.offset ?? query.skip });
        const filter = { status: query.status ?? null, exportType: query.export_type ?? null };
        const { items, total, next } = await keysetPage(page, {
          name: `exports ${JSON.stringify(filter)}`,
          shape: NEWEST,
          read: (range) => listLegacyExports(db, filter, range),
          count: () => countLegacyExports(db, filter),
          place: newestPlace,
        });
        const nowMs = services.now();
        return flatPage(
          items.map((each) => legacyBody(each, nowMs)),
          total,
          page,
          next,
        );
      },
      {
        policy: { ...EXPORTS, tier: "READ_STANDARD" },
        query: Query,
        response: { 200: flatPageOf(Body) },
        detail: {
          operationId: "listExports",
          summary: "List exports (deprecated)",
          description: "Those of `POST /exports/create` and the jobs of platforms, newest first.",
          deprecated: true,
        },
      },
    )
    // One export, by id.
    .get(
      "/:export_id",
      async ({ db, params, headers, set }) => {
        const id = params.export_id;
        const found = required(await findLegacyExport(db, id), "export", id);
        deprecate({ set }, successorOf(found));
        return withETag({ headers, set }, versionOf(found), legacyBody(found, services.now()));
      },
      {
        policy: { ...EXPORTS, tier: "PROGRESS_POLL" },
        params: Params,
        response: { 200: Body },
        detail: {
          operationId: "getExport",
          summary: "Get an export (deprecated)",
          description: "One of `POST /exports/create`, or a job of a platform.",
          deprecated: true,
        },
      },
    )
    .delete(
      "/:export_id",
      async ({ write, params, headers, set }) => {
        const id = params.export_id;
        deprecate({ set }, "/exports/jobs");
        const removed = await removeExport(write, id, ifMatch(headers));
        // An answer without a body has no type of it.
        return removed ? legacyBody(removed, services.now()) : (noContent() as never);
      },
      {
        policy: { ...EXPORTS, tier: "WRITE_STANDARD" },
        params: Params,
        response: { 200: Body, 204: Type.Void({ description: "The export is deleted, and its file." }) },
        detail: {
          operationId: "deleteExport",
          summary: "Cancel or delete an export (deprecated)",
          description: "One that is not over is cancelled (200); one that is over is deleted (204).",
          deprecated: true,
        },
      },
    );

type Write = <Input, Result>(change: Mutation<Input, Result>, input: Input) => Promise<Result>;

/** Answers what was cancelled; `null` once it is deleted. */
async function removeExport(write: Write, id: string, expected: string[] | null): Promise<LegacyExport | null> {
  const removed = await write(removeLegacyExport, { id, expected });
  if (removed?.taskId !== null) return removed;
  for (;;) {
    const { cancelled, isDone } = await write(removeJob, { jobId: id, expected: null });
    if (cancelled) return { ...removed, status: "cancelled" };
    if (isDone) return null;
  }
}
