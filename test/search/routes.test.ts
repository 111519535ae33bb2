import { describe, expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import { catchUp } from "../../workers/search/follow.ts";
import { newTenant, runJobs, services } from "../harness.ts";
import { faults, given } from "../products/given.ts";

const READS = ["/search/products?q=a", "/search/facets", "/search/suggest?q=ab"];

describe("/search", () => {
  test.each(READS)("GET %s needs products:read or VIEW_CATALOG", async (path) => {
    const tenant = await newTenant();

    const without = await tenant.withScopes("prices:read");
    const reader = await tenant.withScopes("products:read");

    expect((await without.get(path)).status).toBe(403);
    expect((await reader.get(path)).status).toBe(200);
    expect((await (await tenant.as("viewer")).get(path)).status).toBe(200);
  });

  test.each([
    ["/search/products?per_page=101", 400, "per_page"],
    [`/search/products?q=${"x".repeat(201)}`, 400, "q"],
    ["/search/products?facets=colour", 400, "facets.0"],
    ["/search/products?min_completeness=9&max_completeness=1", 400, "min_completeness"],
    ["/search/products?cursor=nonsense", 400, "cursor"],
    ["/search/suggest", 400, "q"],
    ["/search/suggest?q=a", 400, "q"],
    ["/search/suggest?q=ab&limit=21", 400, "limit"],
    ["/search/facets?facets=colour", 400, "facets.0"],
    ["/search/products/nonsense/similar", 422, "product_id"],
    ["/search/reindex/nonsense", 422, "job_id"],
  ])("GET %s is refused", async (path, status, field) => {
    const tenant = await newTenant();

    const answer = await tenant.get(path);

    expect(answer.status).toBe(status);
    expect(faults(answer)).toContain(field);
  });

  test("a cursor of another search is refused", async () => {
    const { tenant } = await given({}, {}, {});
    const { body } = await tenant.get("/search/products?per_page=1");

    const answer = await tenant.get(`/search/products?q=other&cursor=${body.meta.next_cursor}`);

    expect(answer.status).toBe(400);
  });

  test("GET /search/facets counts all facets when none is named", async () => {
    const { tenant } = await given({
      brand: "Bosch",
      sellers: [{ code: "S1" }, { code: "S2" }],
      completenessScore: 75,
    });

    const { body } = await tenant.get("/search/facets");

    expect(body.facets.brand).toMatchObject([{ name: "Bosch", count: 1 }]);
    expect(body.facets.supplier.length).toBe(2);
    expect(body.facets.completeness_grade).toEqual([{ id: "B", name: "B", count: 1 }]);
    expect(Object.keys(body.facets)).toEqual(["brand", "category", "supplier", "status", "completeness_grade", "tag"]);
  });
});

describe("POST /search/reindex", () => {
  test("S20.8 rebuilds the index in a job that can be watched", async () => {
    const { tenant, ids } = await given(...Array.from({ length: 260 }, () => ({})));
    while ((await catchUp(services, new AbortController().signal)) === 0);

    const { status, body } = await tenant.post("/search/reindex");
    const again = await tenant.post("/search/reindex");

    expect(status).toBe(202);
    expect(body).toEqual({ id: body.id, status: "pending" });
    expect(again.body.id).toBe(body.id);
    await runJobs();
    const { body: done } = await tenant.get(`/search/reindex/${body.id}`);
    expect(done).toMatchObject({ status: "completed", engine: "libsql", indexed: 260, total: 260, error: null });
    expect(Date.parse(done.completed_at)).toBeGreaterThanOrEqual(Date.parse(done.created_at));
    expect((await tenant.get("/search/products?q=product&per_page=1")).body.meta.total).toBe(ids.length);
    expect((await tenant.get("/products?search=product&per_page=1")).body.meta.total).toBe(ids.length);
  });

  test("needs products:write or EDIT_CATALOG, and its job is the tenant's own", async () => {
    const tenant = await newTenant();
    const reader = await tenant.withScopes("products:read");
    const { body } = await tenant.post("/search/reindex");

    expect((await reader.post("/search/reindex")).status).toBe(403);
    expect((await (await tenant.as("viewer")).post("/search/reindex")).status).toBe(403);
    expect((await reader.get(`/search/reindex/${body.id}`)).status).toBe(200);
    const other = await newTenant();
    expect((await other.get(`/search/reindex/${body.id}`)).status).toBe(404);
  });
});

test("a search whose caller goes away is no longer waited for", async () => {
  const tenant = await newTenant();
  /** Waits until it is given up, as a call in the queue does. */
  const call: typeof services.call = (_call, _tenantId, _input, signal) =>
    new Promise((_, reject) =>
      signal?.addEventListener("abort", () => reject(new ApiError("SYSTEM_SERVICE_UNAVAILABLE"))),
    );
  const waiting = createApp({ ...services, call }, { checkAnswers: true });

  const answers = await Promise.all(
    [...READS, "/search/products?q=b&facets=brand&facets=status"].map(async (path) => {
      const caller = new AbortController();
      const request = new Request(`http://localhost/api/v1${path}`, {
        headers: { "x-api-key": tenant.apiKey },
        signal: caller.signal,
      });
      const answering = waiting.handle(request);
      await Bun.sleep(50);
      caller.abort();
      return (await answering).status;
    }),
  );

  expect(answers).toEqual([503, 503, 503, 503]);
});
