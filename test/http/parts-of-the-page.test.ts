import { describe, expect, test } from "bun:test";
import { AUDIENCES } from "../../src/http/describe/documents/audiences.ts";
import type { Plan, Plans } from "../../src/http/describe/pages/try-out.js";
import { app } from "../harness.ts";

const get = async (path: string): Promise<Response> => app.fetch(new Request(`http://catalogd.test${path}`));

interface Part {
  paths: Record<string, Record<string, { operationId: string; tags: string[]; externalDocs: { url: string } }>>;
}
const operationsOf = async (id: string) => {
  const { paths } = (await (await get(`/docs/api/${id}.json`)).json()) as Part;
  return Object.values(paths).flatMap((item) => Object.values(item));
};

test("each group is whole in one part, also prices and AI", async () => {
  const places = new Map<string, Set<string>>();
  for (const { id } of AUDIENCES) {
    for (const { tags } of await operationsOf(id)) {
      for (const tag of tags) places.set(tag, (places.get(tag) ?? new Set()).add(id));
    }
  }
  expect([...places].filter(([, parts]) => parts.size > 1)).toEqual([]);
  expect([...(places.get("Price Lists") ?? [])]).toEqual(["prices"]);
  expect([...(places.get("Translation") ?? [])]).toEqual(["ai"]);
});

test("each operation links to its place in the guide, which is there", async () => {
  const guide = await (await get("/docs/guide?language=en")).text();
  const places = new Map<string, string>();
  for (const { id } of AUDIENCES) {
    for (const { operationId, externalDocs } of await operationsOf(id)) {
      const [page, anchor] = externalDocs.url.split("#");
      expect([operationId, page, guide.includes(`id="${anchor}"`)]).toEqual([operationId, "/docs/guide", true]);
      places.set(operationId, anchor ?? "");
    }
  }
  const OF_SOME = {
    createPriceList: "prices",
    listWebhooks: "webhooks-instead-of-polling",
    createImportConfig: "templates-sources-and-schedules",
    revertImport: "undo-images-and-codes",
    listExtChanges: "shops-and-partners-ext-by-ean",
    syncProducts: "erp-systems-appsync-by-reference-or-ean",
    addAiDocument: "data-sheets",
  };
  for (const [id, anchor] of Object.entries(OF_SOME)) expect([id, places.get(id)]).toEqual([id, anchor]);
});

/** Their examples need an observation, which only the key of a price robot may send. */
const BY_ROBOTS = ["decideValidation", "decideValidations", "getMapCase", "notifyMapCase"];

describe.each(["signIn", "apiKeyAuth"])("with %s alone", (scheme) => {
  test("everything that an example needs before it can be called", async () => {
    const plans = (await (await get("/docs/api/plans.json")).json()) as Plans;
    const requiredBy = ({ needs, from }: Plan) =>
      [...needs, ...Object.values(from)].map((source) => (source.split("#/")[0] ?? "").replace("+", ""));
    const allOf = (id: string, found = new Set<string>()): Set<string> => {
      for (const each of requiredBy(plans[id] as Plan)) {
        if (found.has(each)) continue;
        found.add(each);
        allOf(each, found);
      }
      return found;
    };
    const takes = (id: string) => {
      const { security = [] } = plans[id] ?? {};
      return security.length === 0 || security.includes(scheme);
    };
    const tried = Object.keys(plans).filter((id) => plans[id]?.security.includes(scheme) && !BY_ROBOTS.includes(id));
    expect(tried.length).toBeGreaterThan(200);
    for (const id of tried) expect([id, [...allOf(id)].filter((each) => !takes(each))]).toEqual([id, []]);
  });
});
