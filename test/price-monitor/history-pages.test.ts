import { expect, test } from "bun:test";
import type { Answer } from "../harness.ts";
import { clock } from "../harness.ts";
import { withProduct } from "./given.ts";
import { seen } from "./scraper.ts";

/** Prices of two competitors and our own, some of them at one time. */
async function withHistory() {
  const { tenant, id, ean } = await withProduct();
  for (const price of [19, 18, 17, 16]) {
    await tenant.observe(seen(ean, price), seen(ean, price + 1, { competitor_name: "Small Shop" }));
    await tenant.patch(`/products/${id}`, { price });
    clock.nowMs += 61_000;
  }
  return { tenant, id };
}

const nextOf = ({ headers }: Answer) =>
  /<\/api\/v1([^>]+)>; rel="next"/.exec(headers.get("link") ?? "")?.[1] ?? undefined;

/** All pages of a list, as its `Link` leads to them. */
async function pagesOf<Page>(get: (path: string) => Promise<Answer>, path: string): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | undefined = path; next !== undefined && pages.length < 50; ) {
    const answer = await get(next);
    pages.push(answer.body);
    next = nextOf(answer);
  }
  return pages;
}

test("S39.9 observations are read whole by the link to the next page, newest first", async () => {
  const { tenant, id } = await withHistory();
  const path = `/prices/history/${id}`;
  const whole = await tenant.get(path);

  const pages = await pagesOf<unknown[]>(tenant.get, `${path}?limit=3&days=20`);

  expect([whole.body.length, nextOf(whole)]).toEqual([8, undefined]);
  expect(pages.map((page) => page.length)).toEqual([3, 3, 2]);
  expect(pages.flat()).toEqual(whole.body);
});

test.each([1, 2, 5, 12])("S39.9 the timeline in pages of %d is the whole one, changes included", async (limit) => {
  const { tenant, id } = await withHistory();
  const path = `/prices/history/${id}/unified`;
  const { body: whole } = await tenant.get(path);

  const pages = await pagesOf<{ items: unknown[]; next_cursor: string | null }>(tenant.get, `${path}?limit=${limit}`);

  expect([whole.items.length, whole.next_cursor]).toEqual([13, null]);
  expect(pages.at(-1)?.next_cursor).toBeNull();
  // Each is oldest first, and leads to what was before it.
  expect(pages.toReversed().flatMap(({ items }) => items)).toEqual(whole.items);
  const own = `/products/${id}/prices/history`;
  const parts = await pagesOf<{ id: string }[]>(tenant.get, `${own}?limit=${limit}`);
  expect(parts.toReversed().flat()).toEqual((await tenant.get(own)).body);
});

test("S39.9 a cursor of another product is refused", async () => {
  const [one, other] = [await withHistory(), await withHistory()];
  const { body } = await one.tenant.get(`/prices/history/${one.id}/unified?limit=2`);
  for (const path of [`/prices/history/${other.id}/unified`, `/prices/history/${other.id}`]) {
    const { status } = await other.tenant.get(`${path}?cursor=${body.next_cursor}`);
    expect(status).toBe(400);
  }
});
