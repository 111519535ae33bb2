import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { countSuppliers, findSupplier, listSuppliers } from "../../db/suppliers/suppliers.ts";
import { access } from "../http/access.ts";
import { noContent } from "../http/answers.ts";
import { required } from "../http/errors.ts";
import { ifMatch, withETag } from "../http/etag.ts";
import { NamedListQuery, namedPage } from "../http/named-list.ts";
import { pageOfProducts } from "../products/page-of-products.ts";
import { DELETE, EDIT, VIEW } from "../products/policies.ts";
import { ProductListParameters, ProductPage } from "../products/schema.ts";
import { ProductTotals } from "../products/totals.ts";
import type { Services } from "../services.ts";
import { createSupplier } from "./create-supplier.ts";
import { deleteSupplier } from "./delete-supplier.ts";
import {
  SupplierBody,
  SupplierCreate,
  SupplierDeletion,
  SupplierPage,
  SupplierParams,
  SupplierUpdate,
} from "./schema.ts";
import { supplierBody } from "./supplier-body.ts";
import { updateSupplier } from "./update-supplier.ts";

/** `/suppliers`: who sells the products. */
export const supplierRoutes = (services: Services) => {
  const totals = new ProductTotals(services.now);
  return new Elysia({ prefix: "/suppliers", tags: ["Suppliers"] })
    .use(access(services))
    .get(
      "",
      ({ db, query }) =>
        namedPage(
          {
            name: "suppliers",
            list: (range) => listSuppliers(db, range),
            count: (search) => countSuppliers(db, search),
          },
          query,
          supplierBody,
        ),
      {
        policy: VIEW,
        query: NamedListQuery,
        response: { 200: SupplierPage },
        detail: {
          operationId: "listSuppliers",
          summary: "List suppliers",
          description: "Newest first. `search` looks at name and code.",
        },
      },
    )
    .post(
      "",
      async ({ write, body, set, status }) => {
        const supplier = await write(createSupplier, { fields: body });
        set.headers["location"] = `/api/v1/suppliers/${supplier.id}`;
        return status(201, withETag({ headers: {}, set }, supplier.version, supplierBody(supplier), "0"));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        body: SupplierCreate,
        response: { 201: SupplierBody },
        detail: {
          operationId: "createSupplier",
          summary: "Create a supplier",
          description: "Only the name is required.",
        },
      },
    )
    .get(
      "/:supplier_id",
      async ({ db, params: { supplier_id: id }, headers, set }) => {
        const supplier = required(await findSupplier(db, id.toLowerCase()), "supplier", id);
        return withETag({ headers, set }, supplier.version, supplierBody(supplier), String(supplier.productCount));
      },
      {
        policy: VIEW,
        params: SupplierParams,
        response: { 200: SupplierBody },
        detail: {
          operationId: "getSupplier",
          summary: "Read a supplier",
          description: "With how many products it sells.",
        },
      },
    )
    .get(
      "/:supplier_id/products",
      async ({ db, params, query }) => {
        const { id } = required(
          await findSupplier(db, params.supplier_id.toLowerCase()),
          "supplier",
          params.supplier_id,
        );
        const sold = { ...query, supplier_id: [id] };
        return pageOfProducts({ services, totals, db }, sold);
      },
      {
        policy: VIEW,
        params: SupplierParams,
        query: ProductListParameters,
        response: { 200: ProductPage },
        detail: {
          operationId: "listSupplierProducts",
          summary: "List the products of a supplier",
          description: "Also those of which it is not the main supplier. Takes the filters of the product list.",
        },
      },
    )
    .use(supplierWrites(services));
};

const CHANGE = "Fields that are absent stay as they are, null clears. The products notice another name or code.";

const supplierWrites = (services: Services) =>
  new Elysia({ tags: ["Suppliers"] })
    .use(access(services))
    .put(
      "/:supplier_id",
      async ({ write, params: { supplier_id: id }, body, headers, set }) => {
        const supplier = await write(updateSupplier, {
          id: id.toLowerCase(),
          fields: body,
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, supplier.version, supplierBody(supplier), String(supplier.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: SupplierParams,
        body: SupplierUpdate,
        response: { 200: SupplierBody },
        detail: { operationId: "putSupplier", summary: "Change a supplier", description: CHANGE },
      },
    )
    .patch(
      "/:supplier_id",
      async ({ write, params: { supplier_id: id }, body, headers, set }) => {
        const supplier = await write(updateSupplier, {
          id: id.toLowerCase(),
          fields: body,
          expected: ifMatch(headers),
        });
        return withETag({ headers: {}, set }, supplier.version, supplierBody(supplier), String(supplier.productCount));
      },
      {
        policy: { ...EDIT, refusals: ["DUPLICATE_RESOURCE"] },
        params: SupplierParams,
        body: SupplierUpdate,
        response: { 200: SupplierBody },
        detail: { operationId: "updateSupplier", summary: "Change a supplier", description: CHANGE },
      },
    )
    .delete(
      "/:supplier_id",
      async ({ write, params, query, headers }) => {
        const { force = false } = query;
        const deletion = { id: params.supplier_id.toLowerCase(), force, expected: ifMatch(headers) };
        while (!(await write(deleteSupplier, deletion)).isDone);
        return noContent();
      },
      {
        policy: { ...DELETE, refusals: ["INVALID_STATE"] },
        params: SupplierParams,
        query: SupplierDeletion,
        response: { 204: Type.Void({ description: "The supplier is deleted." }) },
        detail: {
          operationId: "deleteSupplier",
          summary: "Delete a supplier",
          description: "One that has products only with `force`; its records of stock and prices go with it.",
        },
      },
    );
