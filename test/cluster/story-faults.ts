import { type Client, createClient } from "@libsql/client/http";
import { isoOfUs } from "../../src/text/instant.ts";
import { type Expected, type StoryCatalog, skuOf } from "./story-catalog.ts";
import type { Written } from "./story-traffic.ts";
import type { Indexed } from "./word-index.ts";

const PAGE = 20_000;
/** Of one kind; the others are counted. */
export const SHOWN = 5;

/** The first of some faults, and how many more there are. */
export const shown = (faults: readonly string[]): string[] =>
  faults.length <= SHOWN ? [...faults] : [...faults.slice(0, SHOWN), `and ${faults.length - SHOWN} like these`];

/** A product as the database has it. */
interface Stored {
  row_id: number;
  id: string;
  reference: string;
  title: string;
  price_cents: number;
  updated_at_us: number;
}

async function* storedProducts(client: Client): AsyncGenerator<Stored> {
  for (let after = 0; ; ) {
    const { rows } = await client.execute({
      sql: `select product.row_id, id, reference, title, price_cents, updated_at_us
        from product join product_state on product_state.row_id = product.row_id
        where product.row_id > ? and deleted_at_ms is null order by product.row_id limit ${PAGE}`,
      args: [after],
    });
    // Its columns are those of `Stored`.
    const products = rows as unknown as Stored[];
    yield* products;
    after = products.at(-1)?.row_id ?? after;
    if (products.length < PAGE) return;
  }
}

/** What everybody else has of the catalog. */
interface Elsewhere {
  /** When the one who followed the changes saw each product change last, by its id; `undefined`: it is not asked. */
  followed: ReadonlyMap<string, string> | undefined;
  indexed: readonly Indexed[];
  /** Those of the shop. */
  shop: ReadonlyMap<number, Record<string, unknown>>;
}

/** The SKUs of the products that the shop must have: no others. */
export function wantedInShop(catalog: StoryCatalog, { expected }: Written): Set<string> {
  const wanted = new Set(expected.keys());
  for (let number = 0; number < catalog.total; number++) if (catalog.isInShop(number)) wanted.add(skuOf(number));
  return wanted;
}

/** What a product must be, by its SKU. */
function expectedOf(catalog: StoryCatalog, { expected }: Written): Map<string, Expected> {
  const all = new Map<string, Expected>();
  for (let number = 0; number < catalog.total; number++) all.set(skuOf(number), catalog.last(number));
  for (const [sku, each] of expected) all.set(sku, each);
  return all;
}

/** What is wrong with a product, by who has it wrong. */
function* wrongOf(
  product: Stored,
  expected: Expected | undefined,
  versions: ReadonlyMap<number, number>,
  elsewhere: Elsewhere,
) {
  const { reference, title, id, row_id: row, updated_at_us: version } = product;
  const price = (product.price_cents / 100).toFixed(2);
  if (!expected) yield ["catalog", `${reference} is there twice, or was never sent`];
  else if (expected.name !== title || expected.price !== price) yield ["catalog", `${reference} is ${title}, ${price}`];
  if (elsewhere.followed && elsewhere.followed.get(id) !== isoOfUs(version)) yield ["follower", `missed ${reference}`];
  if (versions.get(row) !== version) yield ["index", `has another ${reference}`];
}

/** The same of what the shop has under its SKU. */
function* wrongInShop({ reference, title, price_cents: cents }: Stored, there: readonly Record<string, unknown>[]) {
  const [{ name, regular_price: price } = {}] = there;
  if (there.length === 1 && name === title && price === (cents / 100).toFixed(2)) return;
  yield ["shop", `has ${reference} ${there.length} times, ${name}, ${price}`];
}

/** Compares the stored catalog with what was sent, and with what the index, the shop and a follower have of it. */
export async function catalogFaults(
  databaseUrl: string,
  catalog: StoryCatalog,
  written: Written,
  elsewhere: Elsewhere,
): Promise<string[]> {
  const client = createClient({ url: databaseUrl });
  const missing = expectedOf(catalog, written);
  const { indexed, shop } = elsewhere;
  const versions = new Map(indexed.map(({ row_id: row, updated_at_us: version }) => [row, version]));
  const onShop = Map.groupBy(shop.values(), ({ sku }) => String(sku));
  const faults: string[][] = [];
  const wanted = wantedInShop(catalog, written);
  const numbers = new Set<number>();
  let count = 0;
  for await (const product of storedProducts(client)) {
    const { reference } = product;
    count++;
    numbers.add(product.updated_at_us);
    faults.push(...wrongOf(product, missing.get(reference), versions, elsewhere));
    if (wanted.has(reference)) faults.push(...wrongInShop(product, onShop.get(reference) ?? []));
    missing.delete(reference);
  }
  client.close();
  for (const sku of missing.keys()) faults.push(["catalog", `${sku} is missing`]);
  if (numbers.size !== count) faults.push(["catalog", "has change numbers that two products have"]);
  if (indexed.length !== count) faults.push(["index", `has ${indexed.length} products, not ${count}`]);
  if (shop.size !== wanted.size) faults.push(["shop", `has ${shop.size} products, not ${wanted.size}`]);
  const byWho = Map.groupBy(faults, ([who]) => who);
  return [...byWho].flatMap(([who, each]) => shown(each.map(([, what = ""]) => `${who}: ${what}`)));
}

const DELIVERIES = "select count(*) as n from webhook_delivery where state = 'waiting'";

/** How many deliveries wait. */
export async function countDeliveries(databaseUrl: string): Promise<number> {
  const client = createClient({ url: databaseUrl });
  const { rows } = await client.execute(DELIVERIES);
  client.close();
  return Number(rows[0]?.["n"]);
}

/** What must be nothing once all processes have stopped, in words. */
const LEFT = {
  "jobs run": "select count(*) as n from job where state = 'running'",
  "webhooks are leased": "select count(*) as n from webhook_lane where lease_owner is not null",
  "search indexes are leased": "select count(*) as n from search_lease where until_ms > unixepoch('subsec') * 1000",
  "deliveries wait or were given up": "select count(*) as n from webhook_delivery",
  "jobs have failed": "select count(*) as n from job where state = 'failed'",
  "imports were run by several jobs": `select count(*) as n from
    (select 1 from job where kind = 'imports.run' group by payload having count(*) > 1)`,
  "products are counted otherwise than they are": `select count(*) as n from tenant_clock
    where live_products <> (select count(*) from product where deleted_at_ms is null)`,
};

/** What is left in the database after all, and changes that have no place in the history of their product, or several. */
export async function leftFaults(databaseUrl: string, { changes }: Written): Promise<string[]> {
  const client = createClient({ url: databaseUrl });
  const faults: string[] = [];
  for (const [what, sql] of Object.entries(LEFT)) {
    const { rows } = await client.execute(sql);
    if (rows[0]?.["n"] !== 0) faults.push(`${rows[0]?.["n"]} ${what}`);
  }
  const { rows } = await client.execute(
    `select product.id, title, count(product_change.row_id) as n from product
      left join product_change on product_row = product.row_id
      where product.title like 'Written %' group by product.row_id`,
  );
  for (const { id, title, n } of rows) {
    const wanted = changes.get(String(id))?.length;
    if (n !== wanted) faults.push(`the history of ${title} has ${n} changes, not ${wanted}`);
  }
  client.close();
  return faults;
}
