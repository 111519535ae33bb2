import { expect, test } from "bun:test";
import { readBody } from "../../src/http/input/body.ts";

const MIB = 1024 * 1024;

test("S-05 other requests have their turns while a large body is read", async () => {
  const products = Array.from({ length: 500 }, (_, index) => ({ sku: `S${index}`, description: "é".repeat(9_000) }));
  const body = new TextEncoder().encode(JSON.stringify({ products }));
  expect(body.length).toBeGreaterThan(8 * MIB);
  const headers = { "content-type": "application/json", "content-length": String(body.length) };
  let turns = 0;
  let isReading = true;
  const others = async () => {
    for (; isReading; turns++) await new Promise(setImmediate);
  };
  const counting = others();

  const request = new Request("http://localhost", { method: "POST", headers, body });
  const { value } = await readBody(request, "application/json", { maxBytes: 10 * MIB });
  isReading = false;
  await counting;

  expect(value).toEqual({ products });
  // Between the looks at its text, its parsing and what follows.
  expect(turns).toBeGreaterThanOrEqual(3);
});
