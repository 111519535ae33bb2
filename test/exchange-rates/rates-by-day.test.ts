import { beforeEach, expect, test } from "bun:test";
import { openWebServer } from "../doubles/web-server.ts";
import { clock, newTenant, runJobs } from "../harness.ts";

const RATES = "/settings/exchange-rates";
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(clock.nowMs - days * DAY_MS).toISOString().slice(0, 10);

let tenant: Awaited<ReturnType<typeof newTenant>>;
beforeEach(async () => {
  tenant = await newTenant();
});
const ratesOf = async (query = "") => (await tenant.admin.get(`${RATES}${query}`)).body;

/** A document as the ECB publishes it. */
const ecb = (days: Record<string, Record<string, number>>) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>European Central Bank</gesmes:name></gesmes:Sender>
<Cube>${Object.entries(days)
  .map(
    ([day, rates]) =>
      `<Cube time='${day}'>${Object.entries(rates)
        .map(([currency, rate]) => `<Cube currency='${currency}' rate='${rate}'/>`)
        .join("")}</Cube>`,
  )
  .join("")}</Cube></gesmes:Envelope>`;

test("rates hold from their day on until a later day has others, and a price is converted by those of its moment", async () => {
  expect(await ratesOf()).toMatchObject({ date: null, source: null, rates: {} });
  const days = [
    { date: daysAgo(20), rates: { USD: 1.5 } },
    { date: daysAgo(10), rates: { USD: 2 } },
  ];
  expect((await tenant.admin.post(`${RATES}/days`, { days })).body).toEqual({
    days: 2,
    from: daysAgo(20),
    to: daysAgo(10),
  });
  expect((await tenant.admin.put(RATES, { rates: { USD: 4 } })).body).toMatchObject({
    date: daysAgo(0),
    rates: { USD: 4 },
  });

  expect(await ratesOf(`?date=${daysAgo(21)}`)).toMatchObject({ date: null, rates: {} });
  expect(await ratesOf(`?date=${daysAgo(11)}`)).toMatchObject({ date: daysAgo(20), rates: { USD: 1.5 } });
  expect(await ratesOf()).toMatchObject({ date: daysAgo(0), source: "entered", rates: { USD: 4 } });

  const { body: product } = await tenant.post("/products", { ean: "4006381333931", name: "Pen", price: 10 });
  const price = (ago: number) => `/products/${product.id}/price?currency=USD&at=${daysAgo(ago)}T12:00:00Z`;
  expect((await tenant.get(price(15))).body).toMatchObject({ price: 15, conversion: { rate: 1.5 } });
  expect((await tenant.get(price(5))).body).toMatchObject({ price: 20, conversion: { rate: 2 } });
  expect((await tenant.get(price(30))).status).toBe(400);
});

test("days are listed with the newest first by pages, and one that is deleted leaves the day before", async () => {
  const days = [3, 2, 1].map((ago) => ({ date: daysAgo(ago), rates: { USD: ago } }));
  await tenant.admin.post(`${RATES}/days`, { days });
  const { items, meta } = (await tenant.admin.get(`${RATES}/days?per_page=2`)).body;
  expect(items.map(({ date }: { date: string }) => date)).toEqual([daysAgo(1), daysAgo(2)]);
  expect(meta.total).toBe(3);
  const next = (await tenant.admin.get(`${RATES}/days?per_page=2&cursor=${meta.next_cursor}`)).body;
  expect(next.items).toMatchObject([{ date: daysAgo(3), source: "entered", rates: { USD: 3 } }]);
  expect((await tenant.admin.delete(`${RATES}/days/${daysAgo(1)}`)).status).toBe(204);
  expect((await tenant.admin.delete(`${RATES}/days/${daysAgo(1)}`)).status).toBe(404);
  expect(await ratesOf()).toMatchObject({ date: daysAgo(2) });
  const other = await newTenant();
  expect((await other.admin.delete(`${RATES}/days/${daysAgo(2)}`)).status).toBe(404);
});

test.each([
  ["put", "", { rates: { EUR: 2 } }, "rates.EUR"],
  ["put", "", { rates: { USD: 1 }, date: "2999-01-01" }, "date"],
  ["put", "", { rates: { USD: 0 } }, "rates.USD"],
  ["put", "", { rates: { dollar: 1 } }, "rates.dollar"],
  ["post", "/days", { days: [{ date: "2026-02-31", rates: {} }] }, "days.0.date"],
  ["post", "/days", { days: [{ date: "2999-01-01", rates: {} }] }, "days.0.date"],
  ["post", "/days", { days: [] }, "days"],
  ["put", "/feed", { url: "ftp://example.com/x" }, "url"],
  ["put", "/feed", { url: "https://user:secret@example.com/" }, "url"],
  ["put", "/feed", { url: null, own_rates: { EUR: 3 } }, "own_rates.EUR"],
] as const)("%s %s %j is refused by %s", async (method, path, body, field) => {
  const { status, body: answer } = await tenant.admin[method](`${RATES}${path}`, body);
  expect(status).toBe(422);
  expect(answer.error.details[0].field).toBe(field);
});

test("a change of rates that somebody else has changed is refused", async () => {
  const { headers } = await tenant.admin.put(RATES, { rates: { USD: 1.1 } });
  const first = { "if-match": headers.get("etag") ?? "" };
  expect((await tenant.admin.put(RATES, { rates: { USD: 1.2 } }, first)).status).toBe(200);
  expect((await tenant.admin.put(RATES, { rates: { USD: 1.3 } }, first)).status).toBe(412);
});

test("rates are fetched from a document of the ECB, each day once; what was entered stays, and own rates are added", async () => {
  const server = await openWebServer();
  const document = (days: Record<string, Record<string, number>>) => server.has({ "/ecb.xml": ecb(days) });
  document({ [daysAgo(0)]: { USD: 1.1, CZK: 25 }, [daysAgo(1)]: { USD: 1.2 }, [daysAgo(2)]: { USD: 1.3 } });
  await tenant.admin.put(RATES, { rates: { USD: 9 }, date: daysAgo(1) });
  const url = `${server.baseUrl}/ecb.xml`;
  const { body } = await tenant.admin.put(`${RATES}/feed`, { url, own_rates: { KWD: 0.33 } });
  expect(body).toMatchObject({ url, last_fetched_at: null, last_error: null });
  await runJobs();

  const feed = (await tenant.admin.get(`${RATES}/feed`)).body;
  expect(feed).toMatchObject({ newest_date: daysAgo(0), days_stored: 2, last_error: null });
  expect(await ratesOf()).toMatchObject({ source: "feed", rates: { USD: 1.1, CZK: 25, KWD: 0.33 } });
  expect(await ratesOf(`?date=${daysAgo(1)}`)).toMatchObject({ source: "entered", rates: { USD: 9 } });

  // A correction of the newest day counts, one of an older day does not.
  document({ [daysAgo(0)]: { USD: 1.15 }, [daysAgo(2)]: { USD: 7 } });
  await tenant.admin.put(`${RATES}/feed`, { url });
  await runJobs();
  expect(await ratesOf()).toMatchObject({ rates: { USD: 1.15 } });
  expect(await ratesOf(`?date=${daysAgo(2)}`)).toMatchObject({ rates: { USD: 1.3, KWD: 0.33 } });
});

test("a fetch that brings nothing says why, and the rates stay", async () => {
  const server = await openWebServer();
  await tenant.admin.put(RATES, { rates: { USD: 1.1 } });
  const ofDollars = ecb({ [daysAgo(0)]: { EUR: 0.92, JPY: 150 } });
  server.has({ "/page": "<html>no rates</html>", "/away": 503, "/dollars": ofDollars });
  for (const [path, words] of [
    ["/page", "ECB"],
    ["/away", "503"],
    ["/dollars", "EUR itself"],
  ] as const) {
    await tenant.admin.put(`${RATES}/feed`, { url: server.baseUrl + path });
    await runJobs();
    const { last_error: said, days_stored: stored } = (await tenant.admin.get(`${RATES}/feed`)).body;
    expect(said).toContain(words);
    expect(stored).toBe(0);
  }
  expect(await ratesOf()).toMatchObject({ rates: { USD: 1.1 } });
  await tenant.admin.put(`${RATES}/feed`, { url: null });
  expect((await tenant.admin.get(`${RATES}/feed`)).body).toMatchObject({ url: null, last_error: null });
});

test("only who manages settings reads and changes rates", async () => {
  const viewer = await tenant.as("viewer");
  for (const path of ["", "/days", "/feed"]) expect((await viewer.get(`${RATES}${path}`)).status).toBe(403);
  expect((await viewer.put(RATES, { rates: {} })).status).toBe(403);
});
