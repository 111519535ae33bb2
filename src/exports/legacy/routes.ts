import { Type } from "@sinclair/typebox";
import { isLongerThan } from "../../../db/exports/exported-products.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { invalidBody, invalidParameter } from "../../http/output/errors.ts";
import { translate } from "../../http/output/messages.ts";
import { FILTER_QUERY } from "../../products/lists/filter-schema.ts";
import type { Services } from "../../runtime/services.ts";
import { isCronExpression } from "../../schedules/next-run.ts";
import { requireSpace } from "../../storage/free-space.ts";
import { requireStorage } from "../../storage/tenant-quota.ts";
import { exportStream } from "../calls.ts";
import { EXPORTS } from "../policies.ts";
import { ExportStarted } from "../schema.ts";
import { startedBody } from "../tasks/export-progress.ts";
import { startExport } from "../tasks/lifecycle.ts";
import { readExport } from "../tasks/read-export.ts";
import { deprecate, LEGACY_FORMATS as FORMATS, LEGACY_TYPES as TYPES } from "./deprecate.ts";

/** How many products are answered at once. */
const INLINE_MAX = 1_000;

const InlineProducts = Type.Object({
  items: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  total: Type.Integer({ minimum: 0 }),
  format: oneOf(FORMATS),
});
const ProductsQuery = Type.Object({
  ...FILTER_QUERY,
  supplier_code: Type.Optional(Type.String({ maxLength: 500, description: "Code of the main supplier." })),
  format: Type.Optional(oneOf(FORMATS, { description: "Of the file, when there is one. Default json." })),
  limit: Type.Optional(Type.Integer({ minimum: 1, description: "Maximum number of products. Default: all." })),
});
const Placeholder = Type.Object({ status: Type.Literal("ok"), message: Type.String() }, { title: "Acknowledgement" });

/** The older ways to export, for the systems that use them. */
export const legacyRoutes = (services: Services) =>
  accessRoutes(services, "Exports", "/exports")
    .get(
      "/products",
      async ({ db, tenantId, write, query, request, language, set, status }) => {
        deprecate({ set }, "/exports/json/products");
        // Its schema holds the filters by these names.
        const {
          format = "json",
          limit,
          ...filters
        } = query as { format?: "csv"; limit?: number } & Record<string, unknown>;
        const origin = originOf(request, services);
        const refuse: typeof invalidParameter = (problems) =>
          invalidParameter(problems.map((each) => ({ ...each, field: each.field.replace(/^filters\./, "") })));
        const kind = { format, resource: "products" } as const;
        const body = { filters, ...(limit !== undefined && { limit }), pretty: false };
        const options = await readExport(db, kind, body, { origin, refuse });
        if (options.resource !== "products") throw new TypeError("Products were asked for");
        const isLong = (limit ?? INLINE_MAX + 1) > INLINE_MAX && (await isLongerThan(db, options.wanted, INLINE_MAX));
        if (!isLong) {
          const json = {
            ...options,
            format: { name: "json", isPretty: false, isLines: false, withRelated: false },
          } as const;
          const text = await new Response(services.stream(exportStream, tenantId, json)).text();
          // What the stream wrote.
          const items = JSON.parse(text) as Record<string, unknown>[];
          return { items, total: items.length, format };
        }
        await requireSpace(services.config);
        await requireStorage(db, services.config, 0);
        const { taskId } = await write(startExport, { options, tasksMax: services.config.tenantTasks });
        return status(202, startedBody(taskId, language));
      },
      {
        policy: { ...EXPORTS, tier: "EXPORT_STANDARD", refusals: ["INSUFFICIENT_STORAGE"] },
        query: ProductsQuery,
        response: { 200: InlineProducts, 202: ExportStarted },
        detail: {
          operationId: "exportProductsInline",
          summary: "Export products (deprecated)",
          description: "Up to 1,000 products at once, as JSON in any format; larger exports become a task.",
          deprecated: true,
        },
      },
    )
    .use(placeholderRoute(services, "products"))
    .use(placeholderRoute(services, "suppliers"))
    .post(
      "/schedule",
      ({ body, set }) => {
        deprecate({ set }, "/exports/schedules");
        if (!isCronExpression(body.schedule)) {
          throw invalidBody([{ field: "schedule", type: "invalid_format", key: "schedules.cron" }]);
        }
        return { task_id: services.newId(), status: "scheduled" as const };
      },
      {
        policy: { ...EXPORTS, tier: "EXPORT_SCHEDULE", narrows: true },
        body: Type.Object({
          export_type: oneOf(TYPES),
          schedule: Type.String({ maxLength: 200, description: "Cron expression.", examples: ["30 2 * * *"] }),
          format: oneOf(FORMATS),
        }),
        response: { 200: Type.Object({ task_id: Type.String({ format: "uuid" }), status: Type.Literal("scheduled") }) },
        detail: {
          operationId: "scheduleExport",
          summary: "Schedule an export (deprecated)",
          description: "Nothing is stored and nothing runs. Use export schedules.",
          deprecated: true,
        },
      },
    );

/** A route that accepts anything and exports nothing. */
const placeholderRoute = (services: Services, resource: "products" | "suppliers") =>
  accessRoutes(services, "Exports").post(
    `/${resource}`,
    ({ language, set }) => {
      deprecate({ set }, `/exports/csv/${resource}`);
      return { status: "ok" as const, message: translate(language, "exports.placeholder") };
    },
    {
      policy: { ...EXPORTS, tier: "EXPORT_STANDARD" },
      response: { 200: Placeholder },
      detail: {
        operationId: resource === "products" ? "postProductExport" : "postSupplierExport",
        summary: `Export ${resource} (deprecated)`,
        description: "Accepts any body and exports nothing. Use the format exports.",
        deprecated: true,
      },
    },
  );
