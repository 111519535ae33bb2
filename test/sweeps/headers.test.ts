import { expect, test } from "bun:test";
import { document, OPERATIONS, type Operation } from "./operations.ts";
import { call, requestOf, rightsOf, seededTenant } from "./world.ts";

// What the document says of headers is what is sent, operation by operation.

const tenant = await seededTenant("qzheadersqz");
type Described = Record<string, { headers?: object }>;
const paths = document["paths"] as Record<
  string,
  Record<string, { responses: Described; parameters?: { name: string }[] }>
>;
const raw = ({ method, path }: Operation) => paths[`/api/v1${path}`]?.[method.toLowerCase()];

const TEST_MS = 120_000;
const CHECKED = ["etag", "location", "link"];

/** Operations that send more than is documented, each with the reason. */
const MORE: Record<string, string> = {
  exportProductsInline: "its successor is named in Link",
  getExport: "its successor is named in Link",
  createExport: "its successor is named in Link",
  deleteExport: "its successor is named in Link",
  postProductExport: "its successor is named in Link",
  postSupplierExport: "its successor is named in Link",
  scheduleExport: "its successor is named in Link",
  getPublicDescription: "a document that was made at the start, with its ETag",
  getMediaFile: "a file",
  getProductWorkflow: "the version of the product",
};

test(
  "answers have the headers that the document names",
  async () => {
    const wrong: string[] = [];
    let seen = 0;
    for (const operation of OPERATIONS) {
      const answer = await call(operation, requestOf(operation, tenant), await rightsOf(operation, tenant));
      if (answer.status >= 300) continue;
      seen++;
      const described = Object.keys(raw(operation)?.responses[answer.status]?.headers ?? {}).map((name) =>
        name.toLowerCase(),
      );
      const sent = CHECKED.filter((name) => answer.headers.has(name));
      const missing = described.filter((name) => CHECKED.includes(name) && !sent.includes(name));
      // A write may answer with the ETag of what it made: more than is promised.
      const unsaid = sent.filter(
        (name) => !described.includes(name) && (operation.method === "GET" || name !== "etag"),
      );
      if (missing.length > 0) wrong.push(`${operation.id} lacks ${missing}`);
      if (unsaid.length > 0 && !(operation.id in MORE) && answer.status !== 202)
        wrong.push(`${operation.id} also sends ${unsaid}`);
    }
    expect(wrong).toEqual([]);
    expect(seen).toBeGreaterThan(300);
  },
  TEST_MS,
);

test("what takes a key says how many requests are left", async () => {
  const products = OPERATIONS.find(({ id }) => id === "listBrands");
  const headers = Object.keys((products && raw(products)?.responses["200"]?.headers) ?? {});

  expect(headers).toEqual([
    "ETag",
    "Link",
    "Deprecation",
    "Sunset",
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
  ]);
});

test("requests may bring the versions they know, where there are versions", () => {
  const takes = (id: string) => {
    const operation = OPERATIONS.find((each) => each.id === id);
    const names = (operation && raw(operation)?.parameters)?.map(({ name }) => name) ?? [];
    return names.filter((name) => /^[A-Z]/.test(name));
  };

  expect(takes("getBrand")).toEqual(["If-None-Match", "Accept-Language"]);
  expect(takes("listBrands")).toEqual(["If-None-Match", "Accept-Language"]);
  expect(takes("updateBrand")).toEqual(["Idempotency-Key", "If-Match", "Accept-Language"]);
  expect(takes("createBrand")).toEqual(["Idempotency-Key", "Accept-Language"]);
});
