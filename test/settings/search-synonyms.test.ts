import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import { faults } from "../products/given.ts";

const PATH = "/settings/search-synonyms";
const GROUPS = {
  fr: [["canapé", "sofa", "divan"]],
  en: [
    ["sofa", "couch"],
    ["tee", "shirt"],
  ],
};

describe(PATH, () => {
  test("holds none at first, then what was set last", async () => {
    const { admin } = await newTenant();
    expect((await admin.get(PATH)).body).toEqual({});

    const { status, body } = await admin.put(PATH, GROUPS);

    expect([status, body]).toEqual([200, GROUPS]);
    expect((await admin.get(PATH)).body).toEqual(GROUPS);
    expect((await admin.put(PATH, { de: [["Sofa", "Couch"]] })).body).toEqual({ de: [["Sofa", "Couch"]] });
    expect((await admin.get(PATH)).body).toEqual({ de: [["Sofa", "Couch"]] });
  });

  test("notes each change in the audit log, and none when nothing changes", async () => {
    const { admin } = await newTenant();

    await admin.put(PATH, GROUPS);
    await admin.put(PATH, GROUPS);

    const { body } = await admin.get("/audit-log?action=setting.changed");
    const noted = body.items.filter(({ resource_id: id }: { resource_id: string }) => id === "search-synonyms");
    expect(noted.map(({ details }: { details: unknown }) => details)).toEqual([{ groups: { fr: 1, en: 2 } }]);
  });

  test.each([
    [{ xx: [["a", "b"]] }, ["xx"]],
    [{ "f\nr": 5 }, ["f\nr"]],
    [{ fr: ["a", "b"] }, ["fr.0", "fr.1"]],
    [{ fr: [["seul"]] }, ["fr.0"]],
    [{ fr: [Array.from({ length: 11 }, (_, at) => `mot${at}`)] }, ["fr.0"]],
    [{ fr: Array.from({ length: 501 }, (_, at) => [`mot${at}`, `nom${at}`]) }, ["fr"]],
    [{ fr: [["lave linge", "laveuse"]] }, ["fr.0.0"]],
    [{ fr: [["laveuse", "lave-linge"]] }, ["fr.0.1"]],
    [{ fr: [["laveuse", "!"]] }, ["fr.0.1"]],
    [{ fr: [["canapé", "CANAPE"]] }, ["fr.0.1"]],
    [
      {
        fr: [
          ["canapé", "sofa"],
          ["divan", "Sofa"],
        ],
      },
      ["fr.1.1"],
    ],
    [{ fr: [["x".repeat(41), "b"]] }, ["fr.0.0"]],
  ])("refuses %j", async (body, fields) => {
    const { admin } = await newTenant();

    const answer = await admin.put(PATH, body);

    expect([answer.status, faults(answer)]).toEqual([422, fields]);
    expect((await admin.get(PATH)).body).toEqual({});
  });

  test("is for people who may manage settings, of this tenant alone", async () => {
    const tenant = await newTenant();
    const viewer = await tenant.as("viewer");
    for (const caller of [tenant, viewer]) {
      expect((await caller.get(PATH)).status).toBe(403);
      expect((await caller.put(PATH, GROUPS)).status).toBe(403);
    }

    await tenant.admin.put(PATH, GROUPS);

    expect((await (await newTenant()).admin.get(PATH)).body).toEqual({});
  });

  test("D0.12 sets only the version that If-Match names", async () => {
    const { admin } = await newTenant();
    const etag = (await admin.get(PATH)).headers.get("etag") ?? "";
    expect((await admin.put(PATH, GROUPS, { "if-match": etag })).status).toBe(200);
    expect((await admin.put(PATH, {}, { "if-match": etag })).status).toBe(412);
  });
});
