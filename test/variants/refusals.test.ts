import { describe } from "bun:test";
import { given } from "../products/given.ts";
import { refuses } from "../refuses.ts";
import { addVariant } from "./variant-client.ts";

async function givenVariant() {
  const { tenant, id: product } = await given({});
  const { id: variant } = await addVariant(tenant, product, { sku: "A" });
  const { body: option } = await tenant.post(`/products/${product}/options`, { name: "Colour", values: ["Red"] });
  return { tenant, ids: { product, variant, option: option.id } };
}

const READ = { scope: "products:read" } as const;
const WRITE = { scope: "products:write", closedTo: "viewer" } as const;
describe("refuses", () => {
  refuses(
    [
      { call: "get /products/{product}/variants", ...READ },
      { call: "post /products/{product}/variants", body: { sku: "N" }, ...WRITE },
      { call: "post /products/{product}/variants/bulk", body: { variants: [{ sku: "N" }] }, ...WRITE },
      { call: "get /products/{product}/variants/{variant}", ...READ },
      { call: "patch /products/{product}/variants/{variant}", body: { stock: 1 }, ...WRITE },
      { call: "delete /products/{product}/variants/{variant}", ...WRITE },
      { call: "get /products/{product}/options", ...READ },
      { call: "post /products/{product}/options", body: { name: "N" }, ...WRITE },
      { call: "delete /products/{product}/options/{option}", ...WRITE },
    ],
    givenVariant,
  );
});
