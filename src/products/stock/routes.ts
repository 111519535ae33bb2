import { accessRoutes } from "../../http/gate/access.ts";
import { ProductParams } from "../../http/input/fields.ts";
import { ifMatch, versionOf, withETag } from "../../http/output/etag.ts";
import type { Services } from "../../runtime/services.ts";
import { EDIT, VIEW } from "../policies.ts";
import { setStock } from "./set-stock.ts";
import { StockBody, StockHistory, StockHistoryQuery, StockInput, stockBody, stockHistory } from "./stock-body.ts";

/** `/products/{product_id}/stock`: how many there are, where, and what moved them. */
export const stockRoutes = (services: Services) =>
  accessRoutes(services, "Product Stock", "/products/:product_id/stock")
    .get(
      "",
      async ({ db, params, headers, set }) => {
        const stock = await stockBody(db, params.product_id);
        return withETag({ headers, set }, versionOf(stock), stock);
      },
      {
        policy: VIEW,
        params: ProductParams,
        response: { 200: StockBody },
        detail: {
          operationId: "getStock",
          summary: "Get the stock of a product",
          description: "Generic stock, stock by supplier and stock by variant.",
        },
      },
    )
    .put(
      "",
      async ({ db, write, params: { product_id: productId }, body, headers, set }) => {
        const { quantity, supplier_id: supplierId = null, supplier_code: supplierCode = null } = body;
        await write(setStock, { productId, quantity, supplierId, supplierCode, expected: ifMatch(headers) });
        const stock = await stockBody(db, productId);
        return withETag({ headers: {}, set }, versionOf(stock), stock);
      },
      {
        policy: EDIT,
        params: ProductParams,
        body: StockInput,
        response: { 200: StockBody },
        detail: {
          operationId: "putStock",
          summary: "Set the stock of a product",
          description: "Sets the generic stock or that of one supplier. Generic stock overrides supplier stock.",
        },
      },
    )
    .get("/history", ({ db, params, query }) => stockHistory(db, params.product_id, query), {
      policy: VIEW,
      params: ProductParams,
      query: StockHistoryQuery,
      response: { 200: StockHistory },
      detail: {
        operationId: "listStockHistory",
        summary: "List stock movements of a product",
        description: "Newest first: manual changes, imports, synchronisations.",
      },
    });
