import { expect, test } from "bun:test";
import fc from "fast-check";
import { txOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { listProducts } from "../../db/products/lists/list.ts";
import { findProductView } from "../../db/products/view.ts";
import { insertProducts } from "../../db/products/write.ts";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { listItem } from "../../src/products/views/product-body.ts";
import { newId } from "../../src/runtime/new-id.ts";

const connection = openConnection(":memory:", "writer");
await migrate(connection);

test("numbers come out of lists and single products exactly, with three decimals or any number of them", async () => {
  const decimal = fc.integer({ min: 0, max: 1e12 }).map((thousandths) => thousandths / 1_000);
  const any = fc.double({ min: -1e15, max: 1e15, noNaN: true });
  const measure = fc.option(
    fc.oneof(decimal, any, fc.constantFrom(0, 1e9, 999_999_999.999, 0.0005, 1e-300, 0.1 + 0.2)),
  );
  const measures = fc.record({ weight: measure, width: measure, height: measure, depth: measure, taxRate: measure });
  await fc.assert(
    fc.asyncProperty(fc.array(measures, { minLength: 1, maxLength: 20 }), async (values) => {
      const tx = txOf(connection, newId(), () => undefined);
      const rows = values.map((each) => ({ ...newProductRow({ id: newId(), nowMs: 1 }), ...each }));
      await insertProducts(tx, rows, 1);
      const terms = [{ sort: "created_at", order: "asc" }] as const;
      const products = await listProducts(tx, { filter: {}, terms, after: null, offset: 0, limit: 20 });
      // -0 is 0 in SQL and in JSON.
      const stored = values.map(({ taxRate, ...each }) =>
        Object.fromEntries(
          Object.entries({ ...each, tax_rate: taxRate }).map(([name, value]) => [
            name,
            value === null ? null : value + 0,
          ]),
        ),
      );
      expect(products.map(listItem)).toMatchObject(stored);
      for (const [index, { id }] of rows.entries()) {
        expect(JSON.parse((await findProductView(tx, id, {}))?.shown ?? "")).toMatchObject(stored[index] ?? {});
      }
    }),
    { numRuns: 30 },
  );
});
