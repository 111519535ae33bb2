import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import { EDIT, VIEW } from "../products/policies.ts";
import type { Services } from "../services.ts";
import { StockBody, StockHistory, StockHistoryQuery, StockInput, StockParams } from "./schema.ts";
import { setStock } from "./set-stock.ts";
import { stockBody, stockHistory } from "./stock-body.ts";

/** `/products/{product_id}/stock`: how many there are, where, and what moved them. */
export const stockRoutes = (services: Services) =>
  new Elysia({ prefix: "/products/:product_id/stock", tags: ["Products"] })
    .use(access(services))
    .get("", ({ db, params }) => stockBody(db, params.product_id), {
      policy: VIEW,
      params: StockParams,
      response: { 200: StockBody },
      detail: {
        operationId: "getStock",
        summary: "Read the stock of a product",
        description: "The generic stock, what each supplier has, and the variants.",
      },
    })
    .put(
      "",
      async ({ db, write, params: { product_id: productId }, body }) => {
        const { quantity, supplier_id: supplierId = null, supplier_code: supplierCode = null } = body;
        await write(setStock, { productId, quantity, supplierId, supplierCode });
        return stockBody(db, productId);
      },
      {
        policy: EDIT,
        params: StockParams,
        body: StockInput,
        response: { 200: StockBody },
        detail: {
          operationId: "putStock",
          summary: "Set the stock of a product",
          description: "The generic stock, or what one supplier has. Generic stock counts instead of the suppliers'.",
        },
      },
    )
    .get("/history", ({ db, params, query }) => stockHistory(db, params.product_id, query), {
      policy: VIEW,
      params: StockParams,
      query: StockHistoryQuery,
      response: { 200: StockHistory },
      detail: {
        operationId: "listStockHistory",
        summary: "Read what moved the stock of a product",
        description: "Newest first: settings, imports, synchronisations.",
      },
    });
