import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { exportAs, readCsv, readRecords } from "./export-file.ts";

async function givenSuppliers() {
  const tenant = await newTenant();
  for (const [name, code, country] of [
    ["Acmé", "ACME", "FR"],
    ["Bolt", "BOLT", "DE"],
    ["=cmd", "CMD", "FR"],
  ]) {
    await tenant.post("/suppliers", { name, code, country, phone: "1" });
  }
  await tenant.patch(`/suppliers/${(await tenant.get("/suppliers?search=bolt")).body.items[0].id}`, {
    is_active: false,
  });
  return tenant;
}

describe("suppliers", () => {
  test("S35.5 have their fields in order, formulas disarmed", async () => {
    const tenant = await givenSuppliers();
    const { bytes } = await exportAs(tenant, "csv/suppliers", {});
    expect(readCsv(bytes).header.join(" ")).toBe(
      "id code name is_active country email phone website product_count created_at updated_at",
    );
    expect(readRecords(bytes).map(({ name }) => name)).toEqual(["Acmé", "Bolt", "'=cmd"]);
  });

  test.each([
    [{ is_active: true }, ["ACME", "CMD"]],
    [{ country: "de" }, ["BOLT"]],
    [{ country: ["FR", "DE"], code: ["acmé", "bolt"] }, ["ACME", "BOLT"]],
    [{ search: "acme" }, ["ACME"]],
    [{ search: null }, ["ACME", "BOLT", "CMD"]],
  ])("D3-095 S31.6 the filter %j", async (filters, codes) => {
    const tenant = await givenSuppliers();
    const { bytes } = await exportAs(tenant, "json/suppliers", { filters, include_fields: ["code"], language: "xx" });
    expect(JSON.parse(new TextDecoder().decode(bytes)).map(({ code }: { code: string }) => code)).toEqual(codes);
  });

  test("D3-095 D3-096 refuses unknown filters and fields", async () => {
    const tenant = await newTenant();
    const refused = await tenant.post("/exports/csv/suppliers", {
      filters: { brand: "x", is_active: "yes" },
      include_fields: ["ean"],
    });
    expect(refused.status).toBe(422);
    expect(refused.body.error.details.map(({ field }: { field: string }) => field)).toEqual([
      "filters.brand",
      "filters.is_active",
      "include_fields.0",
    ]);
  });
});
