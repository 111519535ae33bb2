import { expect } from "bun:test";
import type { newTenant } from "../harness.ts";

type Client = Pick<Awaited<ReturnType<typeof newTenant>>, "post" | "get">;
/** Adds a variant by the API, and answers it. */
export const addVariant = async (client: Client, product: string, body: object) => {
  const answer = await client.post(`/products/${product}/variants`, body);
  expect(answer.status).toBe(201);
  return answer.body;
};
/** The variants and options of a product. */
export const listOf = async (client: Client, product: string) =>
  (await client.get(`/products/${product}/variants`)).body;
export const bodyCode = ({ status, body }: { status: number; body: { error: { error_code: string } } }) => [
  status,
  body.error.error_code,
];

/** Every field but the EAN. */
export const FULL = {
  sku: "CHAIR-M",
  option_values: { Colour: "Red", Size: "M" },
  price: 19.9,
  compare_at_price: 25,
  cost_price: 0,
  stock: 7,
  weight_kg: 0.25,
  image_url: "https://example.com/a.jpg",
  is_active: false,
  position: 3,
};
