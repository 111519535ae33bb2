import { expect, test } from "bun:test";
import { unknownRequest } from "../doubles/known-requests.ts";
import { operationOf, requestFault } from "../doubles/platforms/bigcommerce-bodies.ts";
import { criteriaFault, lackOf, memberFault } from "../doubles/platforms/shopware-bodies.ts";

test("what BigCommerce's description has not, or needs, is found", () => {
  const of = (operation: string, body: unknown, query = "") =>
    requestFault(operation, new URLSearchParams(query), body);
  const product = { name: "Lamp", type: "physical", weight: 1, price: 2 };
  expect(operationOf("PUT", "/catalog/products/7/variants/8")).toBe(
    "PUT /catalog/products/{product_id}/variants/{variant_id}",
  );
  expect(operationOf("PUT", "/catalog/products/7/nothing")).toBeUndefined();
  expect(of("POST /catalog/products", product)).toBeUndefined();
  expect(of("POST /catalog/products", { ...product, barcode: "1" })).toContain("barcode");
  expect(of("POST /catalog/products", { name: "Lamp", type: "physical", price: 2 })).toContain("weight");
  expect(
    of("POST /catalog/products", { ...product, variants: [{ sku: "A", option_values: [{ label: "S" }] }] }),
  ).toContain("option_display_name");
  expect(of("PUT /catalog/variants", { id: 1 })).toContain("list");
  expect(of("PUT /catalog/variants", [{ id: 1, gtin: "4006381333931" }])).toContain("gtin");
  expect(of("GET /catalog/variants", undefined, "sku:in=A")).toContain("sku:in");
});

test("what Shopware's description has not, or needs, is found", () => {
  expect(
    memberFault("product", { id: "1", name: "Lamp", children: [{ id: "2", options: [{ id: "3" }] }] }),
  ).toBeUndefined();
  expect(memberFault("product", { id: "1", images: [] })).toContain("images");
  expect(memberFault("product", { id: "1", children: [{ id: "2", sku: "A" }] })).toContain("sku");
  expect(lackOf("product", { id: "1", name: "Lamp", price: [], productNumber: "A", stock: 1 })).toContain("taxId");
  expect(lackOf("product", { id: "2", productNumber: "A-S", stock: 1 }, { parentId: "1" })).toBeUndefined();
  expect(criteriaFault({ limit: 501 })).toContain("limit");
  expect(criteriaFault({ limit: 1, where: [] })).toBe("where");
});

test("what Squarespace's description has not, or needs, is found", () => {
  const headers = { "content-type": "application/json" };
  const of = (path: string, body: object) =>
    unknownRequest({ method: "POST", path, headers, text: JSON.stringify(body) }, "squarespace");
  const products = "/v2/commerce/products";
  const pricing = { basePrice: { currency: "EUR", value: "12.50" } };
  const product = { type: "PHYSICAL", storePageId: "p1", name: "Lamp", variants: [{ sku: "A", pricing }] };
  expect(of(products, product)).toBeUndefined();
  expect(of(products, { ...product, seoOptions: { title: "Lamp" } })).toContain("seoOptions");
  expect(of(products, { ...product, variants: {} })).toContain("a list");
  expect(of(products, { name: "Lamp" })).toContain("type is needed");
  expect(of(products, { ...product, variants: [{ sku: "A", pricing: { basePrice: { value: 12.5 } } }] })).toContain(
    "12.5 is no decimal",
  );
  expect(of(`${products}/7`, { seoOptions: { title: "Lamp" } })).toBeUndefined();
  expect(of(`${products}/7`, { variants: [] })).toContain("variants");
  expect(of(`${products}/7/variants`, { sku: "A" })).toContain("pricing is needed");
  expect(of(`${products}/7/variants/8`, { stock: { quantity: 1 } })).toContain("stock");
  expect(of(`${products}/7/variants/8/image`, { imageId: null })).toBeUndefined();
  expect(of(`${products}/7/variants/8/image`, {})).toContain("imageId is needed");
  expect(of(`${products}/7/images`, { url: "https://images.example/1.jpg" })).toContain("a file");
  const adjustments = "/1.0/commerce/inventory/adjustments";
  expect(of(adjustments, { incrementOperations: [{ variantId: "8", quantity: 2 }] })).toBeUndefined();
  expect(of(adjustments, { setFiniteOperations: [{ variantId: "8", quantity: 1.5 }] })).toContain("1.5 is no whole");
});
