import { expect, test } from "bun:test";
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
