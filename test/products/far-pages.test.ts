import { describe, expect, test } from "bun:test";
import { given } from "./given.ts";

const PER_PAGE = 20;

describe("pages far down a list", () => {
  const many = () =>
    given(
      ...Array.from({ length: 900 }, (_, index) => ({ title: `Drill ${index % 7}`, priceCents: (index * 37) % 11 })),
    );

  /** A deterministic order of pages, some requested again. */
  const PAGES = [45, 30, 41, 27, 45, 33, 26, 46, 44, 30, 29, 28, 43, 900];

  test.each([
    "",
    "&sort_by=title&sort_order=asc",
    "&sort_by=price&sort_order=desc",
    "&sort_by=updated_at&sort_order=asc",
    "&status=active",
    "&search=drill",
    "&include_deleted=true&sort_by=completeness_score",
  ])("are the same after any page read before, and follow what changes: %p", async (query) => {
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
