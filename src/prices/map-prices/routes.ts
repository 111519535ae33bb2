import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { totalViolations, VIOLATION_SORTS } from "../../../db/price-monitor/violations.ts";
import { accessRoutes } from "../../http/gate/access.ts";
import { amountOf } from "../../http/input/amount.ts";
import { itemChecker } from "../../http/input/checked-items.ts";
import { orNull, ProductParams, Uuid } from "../../http/input/fields.ts";
import { fileBody } from "../../http/input/file-body.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { readSizedPage, SizedPageQuery, sizedPage, sizedPageOf } from "../../http/input/page-size.ts";
import { byteAnswer } from "../../http/output/byte-answer.ts";
import { ifMatch } from "../../http/output/etag.ts";
import { toProblem } from "../../http/output/faults/error-response.ts";
import { translate } from "../../http/output/messages.ts";
import { centsOf } from "../../kit/cents.ts";
import { FILTER_QUERY } from "../../products/lists/filter-schema.ts";
import { filterOf } from "../../products/lists/page-of-products.ts";
import type { Services } from "../../runtime/services.ts";
import { EDIT_MONITOR, VIEW_MONITOR } from "../price-monitor/policies.ts";
import { sortOf, sortQuery } from "../price-monitor/sort-query.ts";
import { violationPageCall, violationStream } from "./calls.ts";
import { setMapPrice, setMapPrices } from "./set-map-prices.ts";
import { ViolationBody, Violations, violationsSince } from "./violation-body.ts";

const FORMATS = ["csv", "xlsx"] as const;
const TYPES = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
const { include_deleted: _, ...PRODUCT_FILTERS } = FILTER_QUERY;
const FILTERS = {
  ...PRODUCT_FILTERS,
  product_id: Type.Optional(Type.String({ format: "uuid" })),
  competitor_id: Type.Optional(Type.String({ format: "uuid" })),
};
const ViolationsQuery = Type.Object({
  ...SizedPageQuery.properties,
  ...FILTERS,
  ...sortQuery(VIOLATION_SORTS, "`gap`, the default: how far below. `observed_at`: when it was seen last."),
});
const filterOfViolations = ({
  product_id: productId = null,
  competitor_id: competitorId = null,
  ...query
}: {
  product_id?: string | null;
  competitor_id?: string | null;
}) => ({ productId, competitorId, products: filterOf(query) });
const MapPrice = orNull(amountOf({ minimum: 0.01, maximum: 1e10, examples: [19.9] }), "Null removes it.");
const MapInput = Type.Object({ map_price: MapPrice });
const MapItem = Type.Object({ product_id: Uuid, map_price: MapPrice });
const MapBulk = Type.Object(
  {
    items: Type.Array(Type.Any({ ...MapItem }), {
      minItems: 1,
      maxItems: 1000,
      description: "Objects with `product_id` and `map_price`.",
    }),
  },
  { examples: [{ items: [{ product_id: Uuid["examples"]?.[0], map_price: 19.9 }] }] },
);
const MapBulkAnswer = Type.Object({
  updated: Type.Integer(),
  errors: Type.Array(Type.Object({ index: Type.Integer(), product_id: orNull(Type.String()), message: Type.String() })),
});
const MapStats = Type.Object({
  total_with_map: Type.Integer(),
  violations: Type.Integer({ description: "Pairs of a product and a competitor." }),
  compliance_rate: Type.Number({ description: "Percentage of products with a MAP that no competitor undercuts." }),
  avg_violation_gap: Type.Number({ description: "EUR." }),
});

const checkItems = itemChecker(MapItem);
const idOf = (item: unknown): string | null => {
  const id: unknown = typeof item === "object" && item !== null && "product_id" in item ? item.product_id : null;
  return typeof id === "string" ? id : null;
};

/** `/prices/map`: minimum advertised prices, and who is below them. */
export const mapRoutes = (services: Services) => new Elysia().use(reading(services)).use(changing(services));

const reading = (services: Services) =>
  accessRoutes(services, "MAP Prices", "/prices/map")
    .get(
      "/violations",
      async ({ tenantId, query }) => {
        const page = readSizedPage(query);
        const filter = { ...filterOfViolations(query), sinceMs: violationsSince(services.now()) };
        const request = { filter, ...sortOf(query, "gap"), page };
        const { items, total, next } = await services.call(violationPageCall, tenantId, request);
        return sizedPage(items.map(Violations.of), total, page, next);
      },
      {
        policy: VIEW_MONITOR,
        query: ViolationsQuery,
        response: { 200: sizedPageOf(ViolationBody) },
        detail: {
          operationId: "listMapViolations",
          summary: "List MAP violations",
          description:
            "Latest competitor prices below the minimum advertised price, seen in the last 30 days; largest gap first, unless `sort_by` says otherwise. Takes the filters of product lists.",
        },
      },
    )
    .get(
      "/stats",
      async ({ db }) => {
        const totals = await totalViolations(db, violationsSince(services.now()));
        const { products, violations, violatedProducts, gapCents } = totals;
        const isCompliant = products === 0 ? 1 : (products - violatedProducts) / products;
        return {
          total_with_map: products,
          violations,
          compliance_rate: Math.round(isCompliant * 10_000) / 100,
          avg_violation_gap: violations === 0 ? 0 : Math.round(gapCents / violations) / 100,
        };
      },
      {
        policy: { ...VIEW_MONITOR, tier: "READ_SENSITIVE" },
        response: { 200: MapStats },
        detail: { operationId: "getMapStats", summary: "Get MAP statistics", description: "Over all products." },
      },
    )
    .get(
      "/export",
      ({ request, tenantId, query: { format = "csv", ...query } }) =>
        byteAnswer(request, {
          headers: {
            "content-type": format === "csv" ? `${TYPES.csv}; charset=utf-8` : TYPES[format],
            "content-disposition": `attachment; filename="map-violations.${format}"`,
          },
          sizeBytes: null,
          open: () => services.stream(violationStream, tenantId, { ...filterOfViolations(query), format }),
        }),
      {
        policy: { ...VIEW_MONITOR, tier: "EXPORT_DOWNLOAD" },
        query: Type.Object({ ...FILTERS, format: Type.Optional(oneOf(FORMATS, { description: "Default csv." })) }),
        response: { 200: fileBody(Object.values(TYPES), "The violations.") },
        detail: {
          operationId: "exportMapViolations",
          summary: "Export MAP violations",
          description: "The columns of the list as CSV or as an Excel workbook.",
        },
      },
    );

const changing = (services: Services) =>
  accessRoutes(services, "MAP Prices", "/prices/map")
    .patch(
      "/:product_id",
      async ({ write, params, body, headers }) => {
        const id = params.product_id;
        const cents = body.map_price === null ? null : centsOf(body.map_price);
        await write(setMapPrice, { id, cents, expected: ifMatch(headers) });
        return { product_id: id, map_price: cents === null ? null : cents / 100 };
      },
      {
        policy: EDIT_MONITOR,
        params: ProductParams,
        body: MapInput,
        response: { 200: Type.Object({ product_id: Uuid, map_price: orNull(Type.Number()) }) },
        detail: {
          operationId: "updateMapPrice",
          summary: "Set the minimum advertised price of a product",
          description: "Repricing never goes below it.",
        },
      },
    )
    .post(
      "/bulk",
      async ({ write, body, language }) => {
        const { good, bad } = checkItems(body.items);
        const items = good.map(({ item }) => ({
          id: item.product_id,
          cents: item.map_price === null ? null : centsOf(item.map_price),
        }));
        const unknown = new Set(items.length > 0 ? await write(setMapPrices, { items }) : []);
        const missing = good.filter(({ item }) => unknown.has(item.product_id));
        const message = translate(language, "PRODUCT_NOT_FOUND");
        const errors = [
          ...bad.map(({ index, problem }) => ({ index, message: toProblem(problem, language).message })),
          ...missing.map(({ index }) => ({ index, message })),
        ].toSorted((one, other) => one.index - other.index);
        return {
          updated: body.items.length - errors.length,
          errors: errors.map(({ index, message: text }) => ({
            index,
            product_id: idOf(body.items[index]),
            message: text,
          })),
        };
      },
      {
        policy: { ...EDIT_MONITOR, tier: "BULK_UPDATE", narrows: true },
        body: MapBulk,
        response: { 200: MapBulkAnswer },
        detail: {
          operationId: "updateMapPrices",
          summary: "Set minimum advertised prices in bulk",
          description: "Up to 1,000; an invalid item leaves the others.",
        },
      },
    );
