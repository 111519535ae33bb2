import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults, given } from "../products/given.ts";

const DEFAULT = { pivot: "fr", enabled: ["fr", "en", "de", "es", "it", "nl", "pt"] };

describe("/settings/languages", () => {
  test("S16.3 begins with French as pivot, and can be set", async () => {
    const { admin } = await newTenant();
    expect((await admin.get("/settings/languages")).body).toEqual(DEFAULT);
    const { status, body } = await admin.put("/settings/languages", { pivot: "en", enabled: ["en", "fr", "en"] });
    expect([status, body]).toEqual([200, { pivot: "en", enabled: ["en", "fr"] }]);
    expect((await admin.get("/settings/languages")).body).toEqual(body);
    expect((await admin.put("/settings/languages", { enabled: ["de", "en"] })).body.pivot).toBe("en");
  });

  test("S16.3 the pivot stays once there are products; the others may change", async () => {
    const { tenant } = await given({});
    const refused = await tenant.admin.put("/settings/languages", { pivot: "en" });
    expect([refused.status, refused.body.error.error_code]).toEqual([409, "INVALID_STATE"]);
    expect((await tenant.admin.put("/settings/languages", { enabled: ["fr", "en"] })).status).toBe(200);
    expect((await tenant.get("/products")).body.meta.total).toBe(1);
  });

  test.each([
    [{ enabled: ["fr", "xx"] }, ["enabled.1"]],
    [{ enabled: ["fr", "eng"] }, ["enabled.1"]],
    [{ enabled: [] }, ["enabled"]],
    [{ pivot: "zz" }, ["pivot"]],
    [{ pivot: "ja" }, ["enabled"]],
    [{ pivot: 5 }, ["pivot"]],
  ])("refuses %j", async (body, fields) => {
    const { admin } = await newTenant();
    const answer = await admin.put("/settings/languages", body);
    expect([answer.status, faults(answer)]).toEqual([422, fields]);
    expect((await admin.get("/settings/languages")).body).toEqual(DEFAULT);
  });

  test("the pivot decides which texts a product itself has", async () => {
    const tenant = await newTenant();
    await tenant.admin.put("/settings/languages", { pivot: "en" });
    const { body } = await tenant.post("/products", { name: "Chair" });
    expect(body.resolved).toMatchObject({ language: "en", pivot_language: "en" });
  });

  test("is for people who may manage settings, of this tenant alone", async () => {
    const tenant = await newTenant();
    expect((await tenant.get("/settings/languages")).status).toBe(403);
    expect((await (await tenant.as("viewer")).get("/settings/languages")).status).toBe(403);
    await tenant.admin.put("/settings/languages", { enabled: ["fr"] });
    expect((await (await newTenant()).admin.get("/settings/languages")).body).toEqual(DEFAULT);
  });

  test("D0.12 sets only the version that If-Match names", async () => {
    const { admin } = await newTenant();
    const etag = (await admin.get("/settings/languages")).headers.get("etag") ?? "";
    expect((await admin.put("/settings/languages", { enabled: ["fr"] }, { "if-match": etag })).status).toBe(200);
    expect((await admin.put("/settings/languages", { enabled: ["fr", "en"] }, { "if-match": etag })).status).toBe(412);
  });
});
