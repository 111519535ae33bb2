import { accessRoutes } from "../../http/gate/access.ts";
import type { Services } from "../../runtime/services.ts";
import { SearchAnswer, SearchBody } from "./schema.ts";
import { searchProducts } from "./search-products.ts";

/** `/products/search`: what a list cannot say in its address. */
export const productSearchRoutes = (services: Services) =>
  accessRoutes(services, "Product Search", "/products").post(
    "/search",
    ({ db, body }) => searchProducts({ services, db }, body),
    {
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
          "Searches by text and any filter of the list, with several sort orders and a cursor. Pages stay consistent while products are added. Facets count all matches, each ignoring its own filter.",
      },
    },
  );
