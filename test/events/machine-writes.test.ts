import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";
import { live, updated, watch } from "./steps.ts";

// Each table is the life of one catalog; every step is held to exactly the events and history rows it names.

test("D2-150 S6.2 S22.6 what /ext writes", () =>
  live([
    {
      does: "POST creates",
      call: ({ post }, { ean }) => post("/ext/products", { ean, name: "A" }),
      tells: [["product.created", { name: "A", source: "ext" }]],
      keeps: [["barcode", "name"]],
    },
    {
      does: "POST updates",
      call: ({ post }, { ean }) => post("/ext/products", { ean, name: "B", weight: 2 }),
      tells: updated("name", "weight"),
      keeps: [["name", "weight"]],
    },
    { does: "POST of the same", call: ({ post }, { ean }) => post("/ext/products", { ean, name: "B", weight: 2 }) },
    { does: "POST of the EAN alone", call: ({ post }, { ean }) => post("/ext/products", { ean }) },
    {
      does: "PATCH",
      call: ({ patch }, { ean }) => patch(`/ext/products/${ean}`, { description: "Long", is_active: false }),
      tells: updated("description", "is_active"),
      keeps: [["description", "status"]],
    },
    {
      does: "PATCH of the same",
      call: ({ patch }, { ean }) => patch(`/ext/products/${ean}`, { description: "Long", is_active: false }),
    },
    { does: "PATCH of nothing", call: ({ patch }, { ean }) => patch(`/ext/products/${ean}`, {}) },
    {
      does: "PATCH with a new supplier",
      call: ({ patch }, { ean }) => patch(`/ext/products/${ean}`, { supplier_code: "NEW" }),
      tells: [
        ["supplier.created", { code: "NEW", name: "NEW" }],
        ["product.updated", ["supplier_id", "suppliers"]],
      ],
      keeps: [["supplier_id", "suppliers"]],
    },
    {
      does: "PATCH with a second one, which is not the main one",
      call: ({ patch }, { ean }) => patch(`/ext/products/${ean}`, { supplier_code: "TWO" }),
      tells: [
        ["supplier.created", { code: "TWO" }],
        ["product.updated", ["suppliers"]],
      ],
      keeps: [["suppliers"]],
    },
    {
      does: "the same supplier",
      call: ({ patch }, { ean }) => patch(`/ext/products/${ean}`, { supplier_code: "new" }),
    },
    {
      does: "PUT clears",
      call: ({ put }, { ean }) => put(`/ext/products/${ean}`, { name: "B", supplier_code: "NEW" }),
      tells: updated("description", "url_slug", "weight"),
      keeps: [["description", "url_slug", "weight"]],
    },
    {
      does: "PUT of the same",
      call: ({ put }, { ean }) => put(`/ext/products/${ean}`, { name: "B", supplier_code: "NEW" }),
    },
    {
      does: "a batch, one event for each product",
      call: ({ post }, { ean, other }) =>
        post("/ext/products/batch", {
          products: [
            { ean, weight: 1 },
            { ean: other, name: "Other", supplier_code: "S2" },
            { ean, width: 3 },
            { ean: other, height: 1 },
            { ean: "x" },
          ],
        }),
      tells: [
        ["supplier.created", { code: "S2" }],
        ["product.updated", ["weight", "width"]],
        ["product.created", { name: "Other", source: "ext" }],
      ],
      keeps: [
        ["weight", "width"],
        ["barcode", "height", "name", "supplier_id"],
      ],
    },
    {
      does: "a batch of the same",
      call: ({ post }, { ean, other }) =>
        post("/ext/products/batch", {
          products: [
            { ean, weight: 1 },
            { ean: other, name: "Other", supplier_code: "s2" },
          ],
        }),
    },
  ]));

test("D1-061 D2-173 D2-178 S6.2 S23.6 S23.13 what /appsync writes", () =>
  live([
    {
      does: "sync creates",
      call: ({ post }, { ean, other }) =>
        post("/appsync/products/sync", [
          { reference: "R1", ean, name: "A", stock: 3, supplier_code: "SUP" },
          { reference: "R2", ean: other, name: "B" },
        ]),
      tells: [
        ["supplier.created", { code: "SUP" }],
        ["product.created", { name: "A", source: "appsync" }],
        ["product.created", { name: "B", source: "appsync" }],
      ],
      keeps: [
        ["barcode", "name", "reference", "supplier_id"],
        ["barcode", "name", "reference"],
      ],
    },
    {
      does: "sync updates",
      call: ({ post }) =>
        post("/appsync/products/sync", [
          { reference: "R1", name: "A", price_ttc: 5 },
          { reference: "R2", name: "B" },
        ]),
      tells: updated("price"),
      keeps: [["price"]],
    },
    {
      does: "sync of the same",
      call: ({ post }) => post("/appsync/products/sync", [{ reference: "R1", name: "A", price_ttc: 5 }]),
    },
    {
      does: "sync of stock alone, which has a history of its own",
      call: ({ post }) => post("/appsync/products/sync", [{ reference: "R2", name: "B", stock: 9 }]),
      tells: updated("stock"),
    },
    {
      does: "PATCH",
      call: ({ patch }) => patch("/appsync/products/R1", { name: "AA", price_ht: 2 }),
      tells: updated("name", "cost_price"),
      keeps: [["cost_price", "name"]],
    },
    { does: "PATCH of the same", call: ({ patch }) => patch("/appsync/products/R1", { name: "AA" }), tells: updated() },
    { does: "PATCH of nothing", call: ({ patch }) => patch("/appsync/products/R1", {}), tells: updated() },
    {
      does: "deactivate",
      call: ({ post }) => post("/appsync/products/R1/deactivate"),
      tells: updated("status"),
      keeps: [["status"]],
    },
    { does: "deactivate again", call: ({ post }) => post("/appsync/products/R1/deactivate"), tells: updated() },
    {
      does: "activate",
      call: ({ post }) => post("/appsync/products/R1/activate"),
      tells: updated("status"),
      keeps: [["status"]],
    },
    {
      does: "stock of what is known, in the order of the request",
      call: ({ post }, { ean, other, third }) =>
        post("/appsync/stock/update", [
          { ean: other, stock: 1 },
          { ean: third, stock: 1 },
          { ean, stock: 4 },
        ]),
      tells: [["stock.updated", { count: 2 }]],
    },
    {
      does: "the same stock: found, so told",
      call: ({ post }, { ean }) => post("/appsync/stock/update", [{ ean, stock: 4 }]),
      tells: [["stock.updated", { count: 1 }]],
    },
    {
      does: "stock of nothing known",
      call: ({ post }, { third }) => post("/appsync/stock/update", [{ ean: third, stock: 1 }]),
    },
    { does: "no stock", call: ({ post }) => post("/appsync/stock/update", []) },
    {
      does: "prices",
      call: ({ post }, { ean, other }) =>
        post("/appsync/prices/update", [
          { ean, price_ttc: 7, price_ht: 3 },
          { ean: other, price_ttc: 1 },
        ]),
      tells: [["price.updated", { count: 2 }]],
      keeps: [["cost_price", "price"], ["price"]],
    },
    {
      does: "the same prices",
      call: ({ post }, { ean }) => post("/appsync/prices/update", [{ ean, price_ttc: 7 }]),
      tells: [["price.updated", { count: 1 }]],
    },
    {
      does: "prices of nothing known",
      call: ({ post }, { third }) => post("/appsync/prices/update", [{ ean: third, price_ttc: 7 }]),
    },
  ]));

test("D1-059 D1-060 D2-178 S23.13 stock and prices name the first 50 codes of the request that were found", async () => {
  const tenant = await newTenant();
  await tenant.post("/webhooks", {
    name: "All",
    url: "https://r1.receiver.test/",
    events: ["stock.updated", "price.updated"],
  });
  const eans = Array.from({ length: 60 }, newEan);
  await tenant.post("/ext/products/batch", { products: eans.map((ean) => ({ ean, name: ean })) });
  const requests = [newEan(), ...eans.toReversed()];
  const next = watch(tenant);
  await next();
  await tenant.post(
    "/appsync/stock/update",
    requests.map((ean) => ({ ean, stock: 2 })),
  );
  await tenant.post(
    "/appsync/prices/update",
    requests.map((ean) => ({ ean, price_ttc: 2 })),
  );
  const data = { eans: requests.slice(1, 51), count: 60 };
  expect((await next()).tells).toEqual([
    ["stock.updated", data],
    ["price.updated", data],
  ]);
});
