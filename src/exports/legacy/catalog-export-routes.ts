import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { access } from "../../http/gate/access.ts";
import { fileBody } from "../../http/input/file-body.ts";
import type { Services } from "../../runtime/services.ts";
import { excelFormat } from "../formats/excel.ts";
import { Languages } from "../schema.ts";
import { answerStream } from "../tasks/answer-export-file.ts";
import { readCatalogRequest, refuseManyPictures } from "./catalog-export.ts";

const IDS_MAX = 1_000;

const DOWNLOAD = {
  credential: "any",
  permission: "VIEW_CATALOG",
  scope: "products:read",
  tier: "EXPORT_DOWNLOAD",
} as const;

const CatalogQuery = Type.Object({
  category: Type.Optional(
    Type.String({ maxLength: 500, description: "Id, name or slug of a category; includes subcategories." }),
  ),
  brand: Type.Optional(Type.String({ maxLength: 500, description: "Id, name or slug of a brand." })),
  active_only: Type.Optional(Type.Boolean({ description: "Only active products. Default false." })),
  ids: Type.Optional(
    Type.Array(Type.String({ format: "uuid" }), { maxItems: IDS_MAX, description: "Any of these products." }),
  ),
  language: Type.Optional(
    Type.String({
      description: "Language of the texts; falls back to the pivot language. A column `content_language` says which.",
      examples: ["en"],
    }),
  ),
  languages: Languages,
});
const WorkbookQuery = Type.Object({
  ...CatalogQuery.properties,
  include_stats: Type.Optional(Type.Boolean({ description: "Include a sheet with statistics. Default false." })),
  include_images: Type.Optional(
    Type.Boolean({ description: "Include primary images; up to 5,000 products. Default false." }),
  ),
});

/** `/products/export`: the catalog as a file at once, by title. */
export const catalogExportRoutes = (services: Services) =>
  new Elysia({ prefix: "/products/export", tags: ["Exports"] })
    .use(access(services))
    .get(
      "/csv",
      async ({ db, tenantId, query, request }) => {
        const wanted = await readCatalogRequest(db, query);
        const format = { name: "csv", utf8Bom: true, delimiter: "," } as const;
        return answerStream(services, tenantId, { wanted, format }, request);
      },
      {
        policy: DOWNLOAD,
        query: CatalogQuery,
        response: { 200: fileBody("text/csv", "The products as CSV.") },
        detail: {
          operationId: "exportCatalogAsCsv",
          summary: "Export products as CSV",
          description: "Streams while reading. Ordered by title.",
        },
      },
    )
    .get(
      "/excel",
      async ({ db, tenantId, query, request }) => {
        const { include_stats: withSummary = false, include_images: withPictures = false } = query;
        const wanted = await readCatalogRequest(db, query);
        if (withPictures) await refuseManyPictures(db, wanted);
        const format = { ...excelFormat.read({}), withSummary, withPictures };
        return answerStream(services, tenantId, { wanted, format }, request);
      },
      {
        policy: DOWNLOAD,
        query: WorkbookQuery,
        response: {
          200: fileBody(excelFormat.contentType(excelFormat.read({})), "The products as an Excel workbook."),
        },
        detail: {
          operationId: "exportCatalogAsExcel",
          summary: "Export products as an Excel workbook",
          description: "Same columns as the CSV. Codes are text cells, so that leading zeros are kept.",
        },
      },
    );
