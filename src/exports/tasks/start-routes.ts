import { Elysia } from "elysia";
import { accessRoutes } from "../../http/gate/access.ts";
import { originOf } from "../../http/gate/caller/origin.ts";
import { invalidBody } from "../../http/output/errors.ts";
import type { Services } from "../../runtime/services.ts";
import { requireSpace } from "../../storage/free-space.ts";
import { requireStorage } from "../../storage/tenant-quota.ts";
import { FORMATS } from "../formats/formats.ts";
import { EXPORTS } from "../policies.ts";
import { ExportStarted, exportCreate } from "../schema.ts";
import { startedBody } from "./export-progress.ts";
import { startExport } from "./lifecycle.ts";
import { type ExportBody, type ExportKind, readExport } from "./read-export.ts";

/** The fields of other formats are passed over (D3-091). */
const OF_FORMATS = Object.values(FORMATS).flatMap(({ body }) => Object.keys(body));
const START = { ...EXPORTS, narrows: OF_FORMATS, tier: "EXPORT_STANDARD", refusals: ["INSUFFICIENT_STORAGE"] } as const;

const SNAPSHOT = "Writes a file in the background, from a snapshot of the catalog at the start.";

/** One of the routes that start an export, and its words. */
interface Start extends ExportKind {
  operationId: string;
  summary: string;
  description: string;
}

const STARTS: readonly Start[] = [
  {
    format: "csv",
    resource: "products",
    operationId: "exportProductsAsCsv",
    summary: "Export products as CSV",
    description: `${SNAPSHOT} Oldest products first.`,
  },
  {
    format: "csv",
    resource: "suppliers",
    operationId: "exportSuppliersAsCsv",
    summary: "Export suppliers as CSV",
    description: `${SNAPSHOT} Oldest suppliers first.`,
  },
  {
    format: "excel",
    resource: "products",
    operationId: "exportProductsAsExcel",
    summary: "Export products as an Excel workbook",
    description: `${SNAPSHOT} Codes are text cells, so that leading zeros are kept; more than 1,048,575 rows go on in another sheet. The filters and fields are those of the products; other sheets hold everything.`,
  },
  {
    format: "excel",
    resource: "suppliers",
    operationId: "exportSuppliersAsExcel",
    summary: "Export suppliers as an Excel workbook",
    description: `${SNAPSHOT} One sheet, oldest suppliers first.`,
  },
  {
    format: "json",
    resource: "products",
    operationId: "exportProductsAsJson",
    summary: "Export products as JSON",
    description: `${SNAPSHOT} An array of objects, or one object a line.`,
  },
  {
    format: "json",
    resource: "suppliers",
    operationId: "exportSuppliersAsJson",
    summary: "Export suppliers as JSON",
    description: `${SNAPSHOT} An array of objects, or one object a line.`,
  },
  {
    format: "zip",
    resource: "products",
    operationId: "exportProductsAsZip",
    summary: "Export products as a ZIP of CSV files",
    description: `${SNAPSHOT} The files are called products_0001.csv and so on, each with a header.`,
  },
];

const startRoute = (services: Services, { format, resource, operationId, summary, description }: Start) =>
  accessRoutes(services, "Exports").post(
    `/${format}/${resource}`,
    async ({ db, write, body, language, request, status }) => {
      const origin = originOf(request, services);
      // Its schema is that of the format.
      const options = await readExport(db, { format, resource }, body as ExportBody, { origin, refuse: invalidBody });
      await requireSpace(services.config);
      await requireStorage(db, services.config, 0);
      const { taskId } = await write(startExport, { options, tasksMax: services.config.tenantTasks });
      return status(202, startedBody(taskId, language));
    },
    {
      policy: START,
      body: exportCreate(format, resource),
      response: { 202: ExportStarted },
      detail: { operationId, summary, description },
    },
  );

/** The routes that start an export: one for each format of products, and of suppliers. */
export const startRoutes = (services: Services) => {
  const routes = new Elysia();
  for (const start of STARTS) routes.use(startRoute(services, start));
  return routes;
};
