import { afterAll, expect, test } from "bun:test";
import { callersWithKey } from "./caller.ts";
import { startCluster } from "./cluster.ts";

const PRODUCTS = 25;
const PAGE_SIZE = 10;
const cluster = await startCluster({ processes: 2 });
afterAll(() => cluster.stop());

test("pages of changes that two processes answer in turn leave nothing out, and say how far they go", async () => {
  const [here, there] = await callersWithKey(cluster.members.map(({ service }) => service.url));
  if (!here || !there) throw new Error("There are two");
  const ids: string[] = [];
  for (let number = 0; number < PRODUCTS; number++) {
    const { body } = await here("POST", "/products", { name: `Changed ${number}`, reference: `CHANGED-${number}` });
    ids.push(body.id);
  }
  const read = async (since: string, page: number) => {
    const path = `/ext/products/delta?since=${encodeURIComponent(since)}&page=${page}&page_size=${PAGE_SIZE}`;
    const { body } = await (page % 2 === 1 ? here : there)("GET", path);
    return { ids: body.data.map(({ id }: { id: string }) => id) as string[], reachedAt: String(body.meta.updated_at) };
  };
  const pages = [await read("2000-01-01T00:00:00Z", 1)];
  // They move to the end: the pages after them begin where this one ended all the same.
  for (const id of pages[0]?.ids ?? []) await here("PATCH", `/products/${id}`, { price: 7 });
  while (pages.at(-1)?.ids.length === PAGE_SIZE) pages.push(await read("2000-01-01T00:00:00Z", pages.length + 1));
  const seen = pages.flatMap((page) => page.ids);
  expect(new Set(seen)).toEqual(new Set(ids));
  expect(seen).toHaveLength(PRODUCTS + PAGE_SIZE);
  // A partner goes on from there.
  const { ids: rest } = await read(pages.at(-1)?.reachedAt ?? "", 1);
  expect(rest).toEqual(seen.slice(-1));
}, 60_000);
