import { Type } from "@sinclair/typebox";
import { POSITION_GROUPS } from "../../../../db/price-monitor/position-summary.ts";
import { accessRoutes } from "../../../http/gate/access.ts";
import { decodeCursor, encodeCursor } from "../../../http/input/cursor.ts";
import { orNull } from "../../../http/input/fields.ts";
import { fileBody } from "../../../http/input/file-body.ts";
import { oneOf } from "../../../http/input/one-of.ts";
import { readSizedPage, SizedPageQuery, sizedPage, sizedPageOf } from "../../../http/input/page-size.ts";
import { byteAnswer } from "../../../http/output/byte-answer.ts";
import type { Services } from "../../../runtime/services.ts";
import { positionPageCall, positionStream, positionSummaryCall } from "../calls.ts";
import { VIEW_MONITOR } from "../policies.ts";
import { sortOf } from "../sort-query.ts";
import {
  POSITION_FILTERS,
  POSITION_ORDER,
  PositionSummaries,
  PricePositionBody,
  PricePositions,
  readPositionQuery,
} from "./positions.ts";

const TYPES = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
const FORMATS = ["csv", "xlsx"] as const;
const LIMIT = 100;
const PositionsQuery = Type.Object({ ...SizedPageQuery.properties, ...POSITION_FILTERS, ...POSITION_ORDER });
const SummaryQuery = Type.Object({
  by: oneOf(POSITION_GROUPS, { description: "What products are counted by.", examples: ["brand"] }),
  ...POSITION_FILTERS,
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, description: "Default 100." })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: "`next_cursor` of the answer before." })),
});
const Summary = Type.Object({
  items: Type.Array(PositionSummaries.Body),
  next_cursor: orNull(Type.String(), "Null: that were all."),
});

/** `/prices/positions`: how own prices stand among those of competitors. */
export const positionRoutes = (services: Services) =>
  accessRoutes(services, "Price Monitoring", "/prices/positions")
    .get(
      "",
      async ({ db, tenantId, query }) => {
        const page = readSizedPage(query);
        const asked = await readPositionQuery(db, query, services.now());
        const request = { filter: asked, ...sortOf(query, "gap"), page };
        const { items, total, next } = await services.call(positionPageCall, tenantId, request);
        return sizedPage(items.map(PricePositions.of), total, page, next);
      },
      {
        policy: VIEW_MONITOR,
        query: PositionsQuery,
        response: { 200: sizedPageOf(PricePositionBody) },
        detail: {
          operationId: "listPricePositions",
          summary: "List price positions",
          description:
            "The products that competitors sell, with where the own price stands: the latest prices of those that are not blacklisted, without shipping. Takes the filters of product lists.",
        },
      },
    )
    .get(
      "/summary",
      async ({ db, tenantId, query: { by: group, limit = LIMIT, cursor, ...query } }) => {
        const asked = await readPositionQuery(db, query, services.now());
        const list = `price-positions by ${group} ${JSON.stringify(asked)}`;
        const after = cursor === undefined ? undefined : decodeCursor(list, cursor, ["text"])[0];
        const items = await services.call(positionSummaryCall, tenantId, { asked, group, after, limit });
        const last = items.length === limit ? items.at(-1) : undefined;
        return {
          items: items.map(PositionSummaries.of),
          next_cursor: last ? encodeCursor(list, [last.groupId]) : null,
        };
      },
      {
        policy: { ...VIEW_MONITOR, tier: "READ_SENSITIVE" },
        query: SummaryQuery,
        response: { 200: Summary },
        detail: {
          operationId: "summarizePricePositions",
          summary: "Count price positions by brand, category or supplier",
          description: "By id; those of subcategories are their own. Takes the filters of product lists.",
        },
      },
    )
    .get(
      "/export",
      async ({
        db,
        request,
        tenantId,
        query: { format = "csv", sort_by: sort = "gap", sort_order: order, ...query },
      }) => {
        const asked = await readPositionQuery(db, query, services.now());
        return byteAnswer(request, {
          headers: {
            "content-type": format === "csv" ? `${TYPES.csv}; charset=utf-8` : TYPES[format],
            "content-disposition": `attachment; filename="price-positions.${format}"`,
          },
          sizeBytes: null,
          open: () => services.stream(positionStream, tenantId, { asked, sort, isDescending: order !== "asc", format }),
        });
      },
      {
        policy: { ...VIEW_MONITOR, tier: "EXPORT_DOWNLOAD" },
        query: Type.Object({
          ...POSITION_FILTERS,
          ...POSITION_ORDER,
          format: Type.Optional(oneOf(FORMATS, { description: "Default csv." })),
        }),
        response: { 200: fileBody(Object.values(TYPES), "The positions.") },
        detail: {
          operationId: "exportPricePositions",
          summary: "Export price positions",
          description: "The columns of the list as CSV or as an Excel workbook.",
        },
      },
    );
