import { Elysia, t } from "elysia";
import type Libsql from "libsql";
import { rowInserter } from "./bare-catalog.ts";

const Ean = t.String({ pattern: "^[0-9]{8,14}$" });
const Name = t.String({ minLength: 1, maxLength: 500 });
const Text = t.String({ maxLength: 10_000 });
const Amount = t.Number({ minimum: 0 });
const Units = t.Integer({ minimum: 0 });

const Row = t.Object({
  sku: Name,
  ean: Ean,
  name: Name,
  brand: Text,
  category: Text,
  description: Text,
  price: Amount,
  cost_price: Amount,
  currency: Text,
  tax_rate: Amount,
  stock: Units,
  weight_kg: Amount,
  width_cm: Amount,
  height_cm: Amount,
  depth_cm: Amount,
  color: Text,
  size: Text,
  material: Text,
  country_of_origin: Text,
  hs_code: Text,
  image_url: Text,
  language: Text,
  supplier_code: Text,
});
const COLUMNS = Object.keys(Row.properties) as (keyof typeof Row.properties)[]; // its own keys
const Rows = t.Array(Row, { maxItems: 1_000 });
const Upserts = t.Object({
  products: t.Array(t.Object({ ean: Ean, name: Name, weight: Amount, description: Text }), { maxItems: 500 }),
});
const Stock = t.Array(t.Object({ ean: Ean, stock: Units }), { maxItems: 5_000 });

/**
 * The bulk writes of the bare server: a transaction each, on disk before the answer. Rows and upserts are a prepared
 * statement a row and keep the full text; the stock is one statement for all rows. `design/performance.md` says 30,136
 * upserts and 119,941 stock rows a second of a machine on which the bare read by EAN is 33,260.
 */
export function bulkWrites(db: Libsql.Database) {
  let nowUs = Date.now() * 1_000;
  const insert = rowInserter(db, COLUMNS);
  const upsert = db.prepare(
    `insert into product (id, ean, name, description, weight_kg, updated_at_us) values (?, ?, ?, ?, ?, ?)
      on conflict (ean) do update set name = excluded.name, description = excluded.description,
        weight_kg = excluded.weight_kg, updated_at_us = excluded.updated_at_us`,
  );
  const restock = db.prepare(
    `update product set stock = sent.value ->> 'stock', updated_at_us = ? + sent.key
      from json_each(?) sent where product.ean = sent.value ->> 'ean'`,
  );
  return new Elysia()
    .post(
      "/load",
      ({ body }) => {
        db.exec("begin immediate");
        for (const row of body) insert(COLUMNS.map((name) => row[name]));
        db.exec("commit");
        return { updated: body.length };
      },
      { body: Rows },
    )
    .post(
      "/upsert",
      ({ body: { products } }) => {
        db.exec("begin immediate");
        for (const { ean, name, description, weight } of products) {
          upsert.run(Bun.randomUUIDv7(), ean, name, description, weight, nowUs++);
        }
        db.exec("commit");
        return { updated: products.length };
      },
      { body: Upserts },
    )
    .post(
      "/stock",
      ({ body }) => {
        const { changes } = restock.run(nowUs, JSON.stringify(body));
        nowUs += changes;
        return { updated: changes };
      },
      { body: Stock },
    );
}
