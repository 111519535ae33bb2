import { describe, expect, test } from "bun:test";
import { PageStarts } from "../../src/products/page-starts.ts";
import { given } from "./given.ts";

const PER_PAGE = 20;

describe("PageStarts", () => {
  const at = (offset: number) => ({ at: offset, place: { values: [offset], rowId: offset } });

  test("finds the last start that is not beyond the offset, as long as nothing has changed", () => {
    const starts = new PageStarts();
    for (const offset of [900, 500, 700, 500]) starts.keep("list", 1, at(offset));
    expect(starts.find("list", 1, 499)).toBeUndefined();
    expect(starts.find("list", 1, 899)).toEqual(at(700));
    expect(starts.find("list", 1, 5_000)).toEqual(at(900));
    expect(starts.find("list", 2, 5_000)).toBeUndefined();
    expect(starts.find("other", 1, 5_000)).toBeUndefined();
    starts.keep("list", 2, at(600));
    expect([starts.find("list", 1, 5_000), starts.find("list", 2, 5_000)]).toEqual([undefined, at(600)]);
  });

  test("keeps some of a list from end to end, and the lists that were read last", () => {
    const starts = new PageStarts();
    for (let offset = 1; offset <= 1_000; offset++) starts.keep("list", 1, at(offset));
    expect(starts.find("list", 1, 2_000)).toEqual(at(1_000));
    const early = starts.find("list", 1, 300)?.at ?? 0;
    expect(early).toBeGreaterThan(0);
    for (let list = 0; list < 200; list++) starts.keep(`list ${list}`, 1, at(1));
    expect([starts.find("list", 1, 2_000), starts.find("list 0", 1, 1)]).toEqual([undefined, at(1)]);
  });
});

describe("pages far down a list", () => {
  const many = () =>
    given(
      ...Array.from({ length: 900 }, (_, index) => ({ title: `Drill ${index % 7}`, priceCents: (index * 37) % 11 })),
    );

  /** A deterministic order of pages, some asked for again. */
  const PAGES = [45, 30, 41, 27, 45, 33, 26, 46, 44, 30, 29, 28, 43, 900];

  test.each([
    "",
    "&sort_by=title&sort_order=asc",
    "&sort_by=price&sort_order=desc",
    "&sort_by=updated_at&sort_order=asc",
    "&status=active",
    "&search=drill",
    "&include_deleted=true&sort_by=completeness_score",
  ])("are the same whichever page was read before, and follow what changes: %p", async (query) => {
    const { tenant, ids } = await many();
    const read = async (
      more: string,
    ): Promise<{ ids: string[]; meta: { total: number; next_cursor: string | null } }> => {
      const { status, body } = await tenant.get(`/products?${more}${query}`);
      expect(status).toBe(200);
      return { ids: body.items.map(({ id }: { id: string }) => id), meta: body.meta };
    };
    const whole = async () => {
      const all: string[] = [];
      for (let cursor = ""; ; ) {
        const page = await read(`per_page=100${cursor}`);
        all.push(...page.ids);
        if (page.meta.next_cursor === null) return all;
        cursor = `&cursor=${encodeURIComponent(page.meta.next_cursor)}`;
      }
    };
    const compare = async () => {
      const all = await whole();
      for (const page of PAGES) {
        const { ids: found, meta } = await read(`page=${page}&per_page=${PER_PAGE}`);
        expect([page, found]).toEqual([page, all.slice((page - 1) * PER_PAGE, page * PER_PAGE)]);
        expect(meta.total).toBe(all.length);
      }
      return all.length;
    };
    expect(await compare()).toBe(900);
    await tenant.delete(`/products/${ids[450]}?permanent=true`);
    await tenant.post("/products", { name: "Drill new", price: 0.05 });
    await tenant.delete(`/products/${ids[3]}?permanent=true`);
    expect(await compare()).toBe(899);
  });
});
