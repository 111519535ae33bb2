import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

const tenant = await newTenant();
const STRICT = { prefer: "handling=strict" };

/** The message of each field that a strict call is refused for. */
async function refusedFields(method: "post" | "put", path: string, body: object, language = "en") {
  const answer = await tenant[method](path, body, { ...STRICT, "accept-language": language });
  expect([answer.status, answer.body.error?.error_code]).toEqual([400, "INVALID_PARAMETER"]);
  return Object.fromEntries(
    answer.body.error.details.map(({ field, message }: Record<string, string>) => [field, message]),
  );
}

test("a strict call is refused with the field that was meant", async () => {
  expect(
    await refusedFields("post", "/products", { name: "Oak board", brand: "Robur", short_descripton: "x", zzz: 1 }),
  ).toEqual({
    brand: "This field does not exist. Did you mean brand_name, brand_id?",
    short_descripton: "This field does not exist. Did you mean short_description?",
    zzz: "This field does not exist",
  });
  expect(await refusedFields("post", "/products", { name: "Oak board", brand: "Robur" }, "fr")).toEqual({
    brand: "Ce champ n'existe pas. Vouliez-vous dire brand_name, brand_id ?",
  });
});

test("and so within lists, and for parameters", async () => {
  const refused = await tenant.get("/products?brand_idd=x&sort=name", STRICT);
  const details = Object.fromEntries(
    refused.body.error.details.map(({ field, message }: Record<string, string>) => [field, message]),
  );
  expect(details["brand_idd"]).toContain("Did you mean brand_id?");
});

test("S1.5 without it they are passed over, and named", async () => {
  const made = await tenant.post("/products", { name: "Oak board", brand: "Robur" });
  expect([made.status, made.headers.get("x-unknown-parameters")]).toEqual([201, "brand"]);
  const changed = await tenant.patch(`/products/${made.body.id}`, { no_such_field: 1 });
  expect([changed.status, changed.headers.get("x-unknown-parameters")]).toEqual([200, "no_such_field"]);
});
