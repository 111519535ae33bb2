import { describe, expect, test } from "bun:test";
import { changeTenant } from "../../../src/identity/tenants/change-tenant.ts";
import { clock, newTenant, runJobs, services } from "../../harness.ts";
import { made } from "../profiles/given.ts";
import { fetchFeed, filesOf, givenShop, makeFeed, PAGE } from "./given.ts";
import { allOf, readXml } from "./read-xml.ts";

const HOUR_MS = 3_600_000;

describe("the address of a feed", () => {
  test("answers at once, then from a file with a tag, and again from that file when nothing has changed", async () => {
    const shop = await givenShop();
    const { url, id } = await makeFeed(shop, "google_shopping_xml");
    const live = await fetchFeed(url);
    expect([live.status, live.headers.get("etag"), allOf(readXml(live.text), "item").length]).toEqual([200, null, 2]);
    expect(live.headers.get("content-type")).toBe("application/xml; charset=utf-8");
    await runJobs();
    const built = await fetchFeed(url);
    expect(built.text).toBe(live.text);
    const etag = built.headers.get("etag") ?? "";
    expect(etag).not.toBe("");
    expect(built.headers.get("content-length")).toBe(String(new TextEncoder().encode(built.text).length));
    expect((await fetchFeed(url, { "if-none-match": etag })).status).toBe(304);
    const head = await fetchFeed(url, {}, "HEAD");
    expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", etag]);
    const { items, left_out, built_at } = await made(shop.tenant.get(`/exports/feeds/${id}`));
    expect({ items, left_out, built: built_at !== null }).toEqual({ items: 2, left_out: 1, built: true });
  });

  test("the file is made again once the catalog has changed and its time has come; the one before goes", async () => {
    const shop = await givenShop();
    const { url } = await makeFeed(shop, "xml", { leave_out_incomplete: false });
    await fetchFeed(url);
    await runJobs();
    const first = await fetchFeed(url);
    await made(shop.tenant.patch(`/products/${shop.pen}`, { name: "Fountain pen" }));
    await fetchFeed(url);
    await runJobs();
    expect((await fetchFeed(url)).text).toBe(first.text);
    clock.nowMs += HOUR_MS;
    await fetchFeed(url);
    await runJobs();
    expect((await fetchFeed(url)).text).toContain("Fountain pen");
    expect(await filesOf(shop.tenant.id)).toHaveLength(1);
  });

  test("the file is made again once the tenant's tax settings have changed", async () => {
    const shop = await givenShop();
    const { url } = await makeFeed(shop, "google_shopping_xml");
    const later = async () => {
      await fetchFeed(url);
      await runJobs();
      clock.nowMs += HOUR_MS;
      await fetchFeed(url);
      await runJobs();
      return allOf(readXml((await fetchFeed(url)).text), "item").map((item) => allOf(item, "g:price")[0]?.text);
    };
    expect(await later()).toEqual(["20.00 EUR", "20.00 EUR"]);
    await made(shop.tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false }));
    expect(await later()).toEqual(["24.00 EUR", "24.00 EUR"]);
  });

  test("another setting shows at once", async () => {
    const shop = await givenShop();
    const { url, id } = await makeFeed(shop, "xml");
    await fetchFeed(url);
    await runJobs();
    await made(shop.tenant.patch(`/exports/feeds/${id}`, { columns: [{ name: "extra", value: "yes" }] }));
    expect((await fetchFeed(url)).text).toContain("<extra>yes</extra>");
  });

  test("has prices with tax, unless it says otherwise, and leaves out those whose rate is not known", async () => {
    const shop = await givenShop();
    const prices = async (more: object) => {
      const { url } = await makeFeed(shop, "google_shopping_xml", more);
      return allOf(readXml((await fetchFeed(url)).text), "item").map((item) => allOf(item, "g:price")[0]?.text);
    };
    expect(await prices({})).toEqual(["20.00 EUR", "20.00 EUR"]);
    await made(shop.tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: false }));
    expect(await prices({})).toEqual(["24.00 EUR", "24.00 EUR"]);
    expect(await prices({ price_tax: "excluded" })).toEqual(["20.00 EUR", "20.00 EUR"]);
    await made(shop.tenant.patch(`/products/${shop.shirt}`, { tax_rate: null }));
    expect(await prices({})).toEqual([]);
    const unknown = await shop.tenant.post("/exports/feeds", {
      ...{ name: "X", feed_type: "xml", product_url: PAGE, price_tax: "net" },
    });
    expect(unknown.status).toBe(422);
  });

  test("is revoked by another one, by switching it off and by deleting the feed; the token is nowhere stored", async () => {
    const shop = await givenShop();
    const { url, id } = await makeFeed(shop, "xml");
    const token = /feeds\/(\w+)\.xml$/.exec(url)?.[1] ?? "";
    expect(token).toHaveLength(43);
    const listed = JSON.stringify((await shop.tenant.get("/exports/feeds")).body);
    expect(listed).not.toContain(token);
    const stored = await services
      .reader(shop.tenant.id)
      .all("select token_hash || token_hint as kept from export_feed where tenant_id = :tenant", {}, (row) =>
        String(row["kept"]),
      );
    expect(stored.join()).not.toContain(token);
    const rotated = await made(shop.tenant.post(`/exports/feeds/${id}/rotate-url`));
    expect((await fetchFeed(url)).status).toBe(404);
    expect((await fetchFeed(rotated.url)).status).toBe(200);
    expect((await fetchFeed(rotated.url.replace(/xml$/, "csv"))).status).toBe(404);
    await made(shop.tenant.patch(`/exports/feeds/${id}`, { is_active: false }));
    expect((await fetchFeed(rotated.url)).status).toBe(404);
    await made(shop.tenant.patch(`/exports/feeds/${id}`, { is_active: true }));
    await made(shop.tenant.delete(`/exports/feeds/${id}`));
    expect((await fetchFeed(rotated.url)).status).toBe(404);
    expect((await fetchFeed("http://localhost/api/v1/feeds/nothing")).status).toBe(404);
  });

  test("answers nothing while the tenant's module of exports is off", async () => {
    const shop = await givenShop();
    const { url } = await makeFeed(shop, "xml");
    const switchModule = (enabled: boolean) =>
      services.write(changeTenant, shop.tenant.id, { modules: { exports: enabled } });
    await switchModule(false);
    expect((await fetchFeed(url)).status).toBe(404);
    await switchModule(true);
    expect((await fetchFeed(url)).status).toBe(200);
  });

  test("has published products only where the tenant has that enforced, and active ones", async () => {
    const shop = await givenShop();
    const { url } = await makeFeed(shop, "xml");
    await made(shop.tenant.patch(`/products/${shop.pen}`, { status: "inactive" }));
    expect((await fetchFeed(url)).text).not.toContain("<sku>PEN</sku>");
    await made(shop.tenant.admin.put("/settings/publication", { enforce: true }));
    expect(allOf(readXml((await fetchFeed(url)).text), "product")).toEqual([]);
  });
});

describe("what a feed has", () => {
  test("a profile of one's own in place of the built-in columns, and what would be refused where it is wanted", async () => {
    const shop = await givenShop();
    const columns = [
      { name: "id", field: "reference" },
      { name: "title", field: "title" },
    ];
    const profile = await made(shop.tenant.post("/exports/profiles", { name: "Mine", columns }));
    const more = {
      profile_id: profile.id,
      leave_out_incomplete: false,
      columns: [{ name: "shipping", value: "FR:::4.90 EUR" }],
    };
    const { url } = await makeFeed(shop, "google_shopping_xml", more);
    const items = allOf(readXml((await fetchFeed(url)).text), "item");
    expect(items.map((item) => item.children[0]?.text)).toEqual(["SH", "PEN"]);
    const [shipping] = allOf(items[0] ?? { name: "", attributes: {}, text: "", children: [] }, "g:shipping");
    expect(shipping?.children.map(({ name, text }) => [name, text])).toEqual([
      ["g:country", "FR"],
      ["g:price", "4.90 EUR"],
    ]);
    expect(shop.pen).not.toBe("");
  });

  test("another currency by the tenant's rate, and another language", async () => {
    const shop = await givenShop();
    await made(shop.tenant.admin.put("/settings/exchange-rates", { rates: { CZK: 25 } }));
    await made(shop.tenant.put(`/products/${shop.pen}/content-variants/en`, { title: "English pen" }));
    const { url } = await makeFeed(shop, "xml", { currency: "CZK", language: "en" });
    const pen = allOf(readXml((await fetchFeed(url)).text), "product").at(-1);
    const [price, currency, name] = ["price", "currency", "name"].map((each) => pen && allOf(pen, each)[0]?.text);
    expect([price, currency, name]).toEqual(["62.50", "CZK", "English pen"]);
  });

  test.each([
    ["product_url", { feed_type: "google_shopping_xml" }],
    ["product_url", { feed_type: "idealo", product_url: "https://x.example/{nothing}" }],
    ["product_url", { feed_type: "idealo", product_url: "javascript:alert(1)" }],
    ["currency", { feed_type: "xml", currency: "SEK" }],
    ["profile_id", { feed_type: "xml", profile_id: crypto.randomUUID() }],
    ["columns.0.field", { feed_type: "xml", columns: [{ name: "a", field: "nothing" }] }],
    ["feed_type", { feed_type: "shopping" }],
    ["filters.nothing", { feed_type: "xml", filters: { nothing: 1 } }],
  ])("%s is refused by its name in %j", async (field, body) => {
    const { status, body: answer } = await (await newTenant()).post("/exports/feeds", { name: "X", ...body });
    expect(status).toBe(422);
    expect(JSON.stringify(answer)).toContain(`"${field}"`);
  });
});

describe("GET /exports/feeds/{feed}/check", () => {
  test("names what is missing of each item before it leaves, by feed, by name and by type", async () => {
    const shop = await givenShop();
    const feed = await makeFeed(shop, "google_shopping_xml", { name: "Ours" });
    const checked = await made(shop.tenant.get(`/exports/feeds/${feed.id}/check`));
    expect(checked).toMatchObject({ checked: 3, with_errors: 1, with_warnings: 0, next_cursor: null });
    expect(checked.items.map(({ reference }: { reference: string }) => reference)).toEqual(["PEN"]);
    const fields = checked.items[0].problems.map(
      ({ field, severity }: Record<string, string>) => `${severity} ${field}`,
    );
    expect(fields.toSorted()).toEqual(["error description", "error image_link", "warning brand", "warning gtin"]);
    const french = await shop.tenant.get("/exports/feeds/ours/check", { "accept-language": "fr" });
    expect(french.body.items[0].problems[0].message).toContain("Obligatoire");
    expect((await shop.tenant.get("/exports/feeds/heureka/check")).body).toMatchObject({ checked: 3, with_errors: 2 });
    expect((await shop.tenant.get("/exports/feeds/nothing/check")).status).toBe(404);
    expect((await (await newTenant()).get(`/exports/feeds/${feed.id}/check`)).status).toBe(404);
  });

  test("goes on where the part before ended", async () => {
    const shop = await givenShop();
    const seen: number[] = [];
    let cursor = "";
    do {
      const { body } = await shop.tenant.get(`/exports/feeds/xml/check?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(body.checked);
      cursor = body.next_cursor ?? "";
    } while (cursor !== "");
    expect(seen).toEqual([2, 1, 0]);
    expect((await shop.tenant.get("/exports/feeds/meta/check?cursor=x")).status).toBe(400);
    expect(PAGE).toContain("{reference}");
  });
});
