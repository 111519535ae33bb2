import { beforeAll, describe, expect, test } from "bun:test";
import { txOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { findRowsByIds } from "../../db/products/match.ts";
import type { StoredRow } from "../../db/products/product-row.ts";
import { findProductView } from "../../db/products/view.ts";
import { insertProducts, updateProducts } from "../../db/products/write.ts";
import { extraWithoutRepeats } from "../../db/upgrades/0.1.0-extra-without-repeats.ts";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { applyFields } from "../../src/products/fields/apply-fields.ts";
import { newId } from "../../src/runtime/new-id.ts";

const connection = openConnection(":memory:", "writer");
beforeAll(() => migrate(connection));

const IMAGE = "https://x.example/1.jpg";
const product = (values: Record<string, unknown>, urls?: readonly string[]) => {
  const { row } = applyFields(newProductRow({ id: newId(), nowMs: 1 }), { name: "Oak chair & Co", ...values });
  return { ...row, extra: { ...row.extra, ...(urls && { image_urls: urls }) } };
};
const storedTexts = (tenantId: string) =>
  connection.rows("select extra from product where tenant_id = :tenantId order by row_id", { tenantId });
async function stored(...rows: ReturnType<typeof product>[]) {
  const id = newId();
  const tx = txOf(connection, id, () => undefined);
  return { tx, tenantId: id, rows: await insertProducts(tx, rows, 1) };
}
const extraOf = async (tx: Awaited<ReturnType<typeof stored>>["tx"], { id }: StoredRow) => [
  (await findRowsByIds(tx, [id]))[0]?.extra,
  (await findProductView(tx, id, {}))?.extra,
];

describe("what other columns of a product hold is not stored twice", () => {
  test.each<[string, ReturnType<typeof product>, string]>([
    [
      "a slug of the title, the only image",
      product({ image_url: IMAGE, color: "red" }, [IMAGE]),
      '{"color":"red","url_slug":true,"image_urls":true}',
    ],
    ["a slug of its own", product({ url_slug: "own" }), '{"url_slug":"own"}'],
    [
      "several images",
      product({ image_url: IMAGE, url_slug: "own" }, [IMAGE, "https://x.example/2.jpg"]),
      `{"url_slug":"own","image_urls":["${IMAGE}","https://x.example/2.jpg"]}`,
    ],
    [
      "an image that is not the primary one",
      product({ image_url: "https://x.example/2.jpg", url_slug: "own" }, [IMAGE]),
      `{"url_slug":"own","image_urls":["${IMAGE}"]}`,
    ],
    ["no image, and an empty list", product({ url_slug: "own" }, []), '{"url_slug":"own","image_urls":[]}'],
  ])("%s", async (_, row, text) => {
    const { tx, tenantId, rows } = await stored(row);
    expect(storedTexts(tenantId)).toEqual([{ extra: text }]);
    for (const each of rows) expect(await extraOf(tx, each)).toEqual([row.extra, row.extra]);
  });

  // Few rows are written whole, many by the columns that differ.
  test.each([1, 40])("%p with another title or image keep their slug and their list", async (count) => {
    const fresh = Array.from({ length: count }, () => product({ image_url: IMAGE }, [IMAGE]));
    const { tx, rows } = await stored(...fresh);
    let before: StoredRow[] = rows;
    for (const values of [{ name: "Table" }, { image_url: "https://x.example/2.jpg" }]) {
      const changed = before.map((row) => ({ ...row, ...applyFields(row, values).row }));
      await updateProducts(tx, changed, { before: new Map(before.map((row) => [row.id, row])), nowMs: 2 });
      before = changed;
      const wanted = { url_slug: "oak-chair-co", image_urls: [IMAGE] };
      for (const row of changed) expect(await extraOf(tx, row)).toEqual([wanted, wanted]);
    }
  });
});

test("an upgrade leaves every slug and list as it was", async () => {
  const tenantId = newId();
  const tx = txOf(connection, tenantId, () => undefined);
  const titles = ["oak chair", "oak  chair", "oak chair & co", "oeuf", "chair 2"];
  const insert = `insert into product (tenant_id, id, title, title_key, image_url, extra, created_at_ms)
    values (:tenantId, :id, 'T', :titleKey, :image, :extra, 1)`;
  const slugs = ["oak-chair", "oak-chair", "oak-chair-co", "own", "chair-2"];
  const images = [[IMAGE], [IMAGE, IMAGE], ["https://x.example/2.jpg"], [IMAGE], []];
  const ids = titles.map((titleKey, at) => {
    const id = newId();
    const extra = JSON.stringify({ url_slug: slugs[at], image_urls: images[at], mpn: "M" });
    connection.run(insert, { tenantId, id, titleKey, image: IMAGE, extra });
    connection.run("insert into product_state select row_id, tenant_id, :at, 0, null, 0 from product where id = :id", {
      id,
      at: at + 1,
    });
    return id;
  });
  const [{ first, last } = {}] = connection.rows(
    "select min(row_id) - 1 as first, max(row_id) as last from product where tenant_id = :tenantId",
    { tenantId },
  );
  const run = (extraWithoutRepeats.fill?.run ?? "")
    .replaceAll(":after", String(first))
    .replaceAll(":upTo", String(last));
  // A kill may have it run twice.
  connection.exec(run);
  connection.exec(run);

  const marks = storedTexts(tenantId).map(({ extra }) => JSON.parse(String(extra)));
  expect(marks.map(({ url_slug: slug }) => slug === true)).toEqual([true, false, false, false, true]);
  expect(marks.map(({ image_urls: urls }) => urls === true)).toEqual([true, false, false, true, false]);
  for (const [at, id] of ids.entries()) {
    const extra = (await findProductView(tx, id, {}))?.extra;
    expect(extra).toEqual({ url_slug: slugs[at], image_urls: images[at], mpn: "M" });
  }
});
