import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults } from "./given.ts";

test("D1-145 S8.6 reports all problems of a body at once, from every check", async () => {
  const tenant = await newTenant();
  const wrong = {
    price: -1,
    country_of_origin: "ZZ",
    barcode: "12",
    end_of_life_date: "2026-02-30",
    min_order_quantity: 5,
    max_order_quantity: 1,
  };
  const all = ["barcode", "country_of_origin", "end_of_life_date", "max_order_quantity", "name", "price"];
  const { price: _, ...unseen } = wrong;

  const bySchema = await tenant.post("/products", { ...wrong, name: "" });
  const nameless = await tenant.post("/products", wrong);
  const besides = await tenant.post("/products", unseen);
  const { id } = (await tenant.post("/products", { name: "A" })).body;
  const changed = await tenant.patch(`/products/${id}`, wrong);

  expect(faults(bySchema).toSorted()).toEqual(all);
  expect(faults(nameless).toSorted()).toEqual(all);
  expect(faults(besides).toSorted()).toEqual(all.filter((field) => field !== "price"));
  expect(faults(changed).toSorted()).toEqual(all.filter((field) => field !== "name"));
});
