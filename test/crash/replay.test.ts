import { expect, test } from "bun:test";
import { sized } from "../sized.ts";
import { killable } from "./killable.ts";

const PRODUCTS = sized(2_000, 4_000);
const KILLS = sized(1, 3);
const PATH = "/prices/repricing/replays";

/** The GTIN-13 of a product. */
function eanOf(product: number): string {
  const body = `2${String(product).padStart(11, "0")}`;
  const sum = [...body].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 1 : 3), 0);
  return body + ((10 - (sum % 10)) % 10);
}

test("a replay that is killed goes on where it was, and counts each product once", async () => {
  const { call, until, kill, start, stop } = await killable();
  const rows = Array.from({ length: PRODUCTS }, (_, at) => `${eanOf(at)},Product ${at},${20 + (at % 9)}.00`);
  const form = new FormData();
  form.set("file", new File([`ean,title,price\n${rows.join("\n")}\n`], "list.csv", { type: "text/csv" }));
  const { id: list } = await call("POST", "/imports/upload", form);
  const mapping = { ean: "ean", title: "title", price: "price" };
  await call("POST", `/imports/${list}/save-mapping`, { column_mapping: mapping });
  await call("POST", `/imports/${list}/start-processing`);
  await until(`/imports/${list}`, ({ status }) => status.startsWith("completed"));
  const rule = { name: "Down", action: { type: "change_percent", value: -1 }, is_active: false };
  const { id: ruleId } = await call("POST", "/prices/repricing/rules", rule);
  const begin = async (): Promise<string> => (await call("POST", PATH, { rule_ids: [ruleId] })).id;
  const isOver = ({ status }: { status: string }) => status !== "processing";

  const {
    id: _,
    days,
    started_at: __,
    completed_at: ___,
    since: ____,
    ...whole
  } = await until(`${PATH}/${await begin()}`, isOver);
  expect(whole).toMatchObject({ status: "completed", evaluated: PRODUCTS, moved: PRODUCTS });
  const moves = days.map(({ at: _____, ...each }: { at: string }) => each);

  for (let turn = 1; turn <= KILLS; turn++) {
    const id = await begin();
    await until(`${PATH}/${id}`, (run) => isOver(run) || run.evaluated >= turn * 600);
    await kill();
    await start();
    const run = await until(`${PATH}/${id}`, isOver);
    expect(run).toMatchObject(whole);
    expect(run.days.map(({ at: _____, ...each }: { at: string }) => each)).toEqual(moves);
    const products = new Set<string>();
    for (let page = 1; page <= PRODUCTS / 100; page++) {
      const { items, total } = await call("GET", `${PATH}/${id}/prices?page_size=100&page=${page}`);
      expect(total).toBe(PRODUCTS);
      for (const { product_id: product } of items) products.add(product);
    }
    expect(products.size).toBe(PRODUCTS);
  }
  await stop();
}, 600_000);
