import { Type } from "@sinclair/typebox";
import { accessRoutes } from "../../http/gate/access.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { VIEW } from "../../products/policies.ts";
import type { Services } from "../../runtime/services.ts";
import { excelFormat } from "../formats/excel.ts";
import { answerStream } from "../tasks/answer-export-file.ts";
import { CatalogQuery, readCatalogRequest, refuseManyPictures } from "./catalog-export.ts";

const DOWNLOAD = { ...VIEW, tier: "EXPORT_DOWNLOAD" } as const;

const WorkbookQuery = Type.Object({
  ...CatalogQuery.properties,
  include_stats: Type.Optional(Type.Boolean({ description: "Include a sheet with statistics. Default false." })),
  include_images: Type.Optional(
    Type.Boolean({ description: "Include primary images; up to 5,000 products. Default false." }),
  ),
});

/** `/products/export`: the catalog as a file at once, by title. */
export const catalogExportRoutes = (services: Services) =>
  accessRoutes(services, "Exports", "/products/export")
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
