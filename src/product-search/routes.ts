import { Elysia } from "elysia";
import { access } from "../http/access.ts";
import { ProductTotals } from "../products/totals.ts";
import type { Services } from "../services.ts";
import { SearchAnswer, SearchBody } from "./schema.ts";
import { searchProducts } from "./search-products.ts";

/** `/products/search`: what a list cannot say in its address. */
export const productSearchRoutes = (services: Services) => {
  const totals = new ProductTotals(services.now);
  return new Elysia({ prefix: "/products", tags: ["Product Search"] })
    .use(access(services))
    .post("/search", ({ db, body }) => searchProducts({ services, totals, db }, body), {
      policy: {
        credential: "any",
        permission: "VIEW_CATALOG",
        scope: "products:read",
        tier: "READ_STANDARD",
        readOnly: true,
      },
      body: SearchBody,
      response: { 200: SearchAnswer },
      detail: {
        operationId: "findProducts",
        summary: "Search products",
        description:
          "By text, any filter of the list, several orders and a cursor; products that are added meanwhile neither repeat nor hide others. Facets count all that is found, each without the filter that it sets itself.",
      },
    });
};
