import { Type } from "@sinclair/typebox";
import { NAMED_LIST } from "../../kit/resource/list.ts";
import { resourceRoutes } from "../../kit/resource/resource.ts";
import { pageOfProducts } from "../../products/lists/page-of-products.ts";
import { DELETE, EDIT, VIEW } from "../../products/policies.ts";
import { ProductListParameters, ProductPage } from "../../products/schema.ts";
import type { Services } from "../../runtime/services.ts";
import { Supplier, supplierChanges } from "./supplier.ts";

const SupplierDeletion = Type.Object({
  force: Type.Optional(Type.Boolean({ description: "Remove it from its products. Default false." })),
});

/** `/suppliers`: who sells the products. */
export const supplierRoutes = (services: Services) =>
  resourceRoutes(services, Supplier, {
    path: "/suppliers",
    tag: "Suppliers",
    rights: { view: VIEW, edit: EDIT, remove: DELETE },
    changes: supplierChanges,
    list: { ...NAMED_LIST, search: { ...NAMED_LIST.search, columns: ["name_key", "code_key"] } },
    remove: {
      query: SupplierDeletion,
      how: ({ force }) => ({ force: force === true }),
      refusals: ["INVALID_STATE"],
    },
    texts: {
      one: "Supplier",
      list: "Newest first. `search` matches name and code.",
      create: "Only the name is required.",
      read: "Includes its number of products.",
      change:
        "Absent fields keep their value; null clears a field. A new name or code updates `updated_at` of its products.",
      remove: "A supplier with products requires `force`. Its stock and prices are deleted too.",
    },
  }).get(
    "/:supplier_id/products",
    async ({ db, params, query }) => {
      const supplierId = String(params["supplier_id"]);
      const { id } = await Supplier.require(db, supplierId);
      const sold = { ...query, supplier_id: [id] };
      return pageOfProducts({ services, db }, sold);
    },
    {
      policy: VIEW,
      params: Supplier.Params,
      query: ProductListParameters,
      response: { 200: ProductPage },
      detail: {
        operationId: "listSupplierProducts",
        summary: "List the products of a supplier",
        description:
          "Includes products for which it is not the main supplier. Accepts the filters of the product list.",
      },
    },
  );
