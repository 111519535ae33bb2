import { expect, test } from "bun:test";
import {
  API_VERSIONS,
  apiVersionBody,
  daysLeft,
  daysToLook,
  REPLACED_DAYS,
  SHOPIFY_VERSION,
} from "../../src/connectors/engine/api-versions.ts";
import { PLATFORM_IDS } from "../../src/connectors/engine/platforms.ts";
import { newTenant } from "../harness.ts";

test("each platform is in the table, with where its end is said", () => {
  expect(Object.keys(API_VERSIONS).toSorted()).toEqual([...PLATFORM_IDS].toSorted());
  for (const { source, endsOn, lookedOn } of Object.values(API_VERSIONS)) {
    expect(source).toMatch(/^https:/);
    expect(endsOn ?? lookedOn).toMatch(/^20\d\d-\d\d-\d\d$/);
  }
});

test.each(Object.entries(API_VERSIONS))(
  "%s is spoken in a version that does not end within 90 days, and whose end is not to be looked for within them",
  (_, version) => expect(daysToLook(version, Date.now())).toBeGreaterThan(REPLACED_DAYS),
);

test("an end counts by its day, one that is not announced by the day on which it was looked for", () => {
  const nowMs = Date.parse("2027-07-04T12:00:00Z");
  expect(daysToLook({ endsOn: "2027-10-01" }, nowMs)).toBe(88);
  expect(daysToLook({ endsOn: null, lookedOn: "2026-11-30" }, nowMs)).toBe(365 - 217);
  expect(daysToLook({ endsOn: null }, nowMs)).toBeLessThan(REPLACED_DAYS);
  expect(daysLeft({ endsOn: null }, nowMs)).toBeNull();
});

test("Shopify serves a version for a year", () => {
  const [year = 0, month = 0] = SHOPIFY_VERSION.split("-").map(Number);
  expect(API_VERSIONS["shopify"]?.endsOn).toBe(`${year + 1}-${String(month).padStart(2, "0")}-01`);
});

test("a connector says which version it speaks, and warns before it ends", async () => {
  const table = { shopify: { version: "2026-10", endsOn: "2027-10-01", source: "" } };
  const at = (text: string, language: "en" | "fr" = "en") =>
    apiVersionBody("shopify", Date.parse(text), language, table);
  expect(at("2027-07-01")).toEqual({ version: "2026-10", ends_on: "2027-10-01", warning: null });
  expect(at("2027-07-05")?.warning).toContain("until 2027-10-01");
  expect(at("2027-10-02")?.warning).toContain("since 2027-10-01");
  expect(at("2027-10-02", "fr")?.warning).toContain("ne sert plus");

  const { post, get } = await newTenant();
  const { body: connector } = await post("/connectors", { platform_id: "shopify", name: "Shop" });
  const api = { version: SHOPIFY_VERSION, ends_on: "2027-10-01", warning: null };
  expect((await get(`/connectors/${connector.id}`)).body.api).toEqual(api);
  expect((await get("/connectors")).body[0].api).toEqual(api);
});
