import { describe, expect, test } from "bun:test";
import { Elysia } from "elysia";
import { readConfig } from "../../src/config/config.ts";
import { healthRoutes } from "../../src/http/observe/health.ts";
import { metricsRoute } from "../../src/http/observe/metrics.ts";
import type { PartHealth } from "../../src/runtime/services.ts";
import { testApp } from "./test-app.ts";

/** The log and the measures are written once the answer is on its way. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("each request is one line, without the query", async () => {
  const { withKey, lines } = testApp();
  const tenantId = crypto.randomUUID();

  await withKey({ tenantId }).get("/things/number/1?token=hidden", { "x-request-id": "line-1" });
  await settled();

  expect(lines).toEqual([
    {
      request_id: "line-1",
      method: "GET",
      route: "/api/v1/things/number/:number",
      path: "/api/v1/things/number/1",
      status: 200,
      address: "192.0.2.1",
      key_id: expect.any(String),
      tenant: tenantId,
      duration_ms: expect.any(Number),
    },
  ]);
});

test("a slow request is said to be one, and with 0 none is", async () => {
  for (const [slowMs, slow] of [
    [0.000001, true],
    [60_000, undefined],
    [0, undefined],
  ] as const) {
    const { withKey, lines } = testApp({ slowMs });
    await withKey().get("/things/number/1");
    await settled();
    expect(lines.map((line) => [line["route"], line["slow"]])).toEqual([["/api/v1/things/number/:number", slow]]);
  }
});

test("what a caller wished to wait is no work of the service", async () => {
  const { withKey, lines } = testApp({ slowMs: 0.000001 });
  const { body } = await withKey().get("/waits");
  await settled();
  expect(body.waited).toBeGreaterThan(0);
  expect(lines.map((line) => line["slow"])).toEqual([undefined]);
});

test("refused and unknown requests are lines too", async () => {
  const { stranger, withKey, lines } = testApp();

  await stranger.get("/things");
  await withKey().get("/nope");
  await withKey().delete("/things/11111111-1111-4111-8111-111111111111");
  await settled();

  expect(lines.map(({ status, route }) => [status, route])).toEqual([
    [401, "/api/v1/things"],
    [404, "unknown"],
    [204, "/api/v1/things/:id"],
  ]);
});

describe("GET /metrics", () => {
  test("counts requests by method, route and status", async () => {
    const { metrics, withKey } = testApp();
    await withKey().get("/things/number/1");
    await withKey().get("/things/number/2");
    await settled();
    const figures = {
      catalogd_writer_queue: 3,
      catalogd_writer_committed_total: 9,
      catalogd_jobs_running: { label: "queue", values: { bulk: 1 } },
    };
    await metrics.text({ ...figures, catalogd_writer_committed_total: 8 });
    const text = await metrics.text(figures);

    const labels = 'method="GET",route="/api/v1/things/number/:number",status="404"';
    expect(text).toContain(`catalogd_http_request_duration_seconds_count{${labels}} 1`);
    expect(text).toContain("catalogd_writer_queue 3");
    expect(text).toContain("# TYPE catalogd_writer_committed_total counter\ncatalogd_writer_committed_total 9");
    expect(text).toContain('catalogd_jobs_running{queue="bulk"} 1');
    expect(text).toMatch(/^catalogd_build_info\{version="[^"]+",runtime="bun [^"]+"\} 1$/m);
    expect(text).toMatch(/catalogd_event_loop_lag_seconds [\d.e-]+/);
    expect(text).toContain("# TYPE catalogd_event_loop_wait_seconds histogram");
    expect(text).toMatch(/process_resident_memory_bytes [1-9]/);
  });

  test("counts each request in every bucket that it fits in, under any name of its route", async () => {
    const { metrics } = testApp();
    for (const seconds of [0.0005, 0.001, 0.3, 60]) {
      metrics.observe({ method: "GET", route: 'a "quoted"\\route', status: 200, seconds });
    }
    const text = await metrics.text({});

    const labels = 'method="GET",route="a \\"quoted\\"\\\\route",status="200"';
    const lines = text.split("\n").filter((line) => line.includes("quoted"));
    const bucket = (bound: string, count: number) =>
      `catalogd_http_request_duration_seconds_bucket{le="${bound}",${labels}} ${count}`;
    expect(lines).toContain(bucket("0.001", 2));
    expect(lines).toContain(bucket("0.25", 2));
    expect(lines).toContain(bucket("0.5", 3));
    expect(lines).toContain(bucket("+Inf", 4));
    expect(lines.at(-2)).toStartWith(`catalogd_http_request_duration_seconds_sum{${labels}} 60.3`);
    expect(lines.at(-1)).toBe(`catalogd_http_request_duration_seconds_count{${labels}} 4`);
    expect(text.match(/# TYPE catalogd_http_request_duration_seconds histogram/g)).toHaveLength(1);
  });

  test("a method that a caller has made up is no label of its own", async () => {
    const { metrics } = testApp();
    for (const method of ["BREW", "WHEN"]) metrics.observe({ method, route: "unknown", status: 404, seconds: 1 });
    const text = await metrics.text({});

    expect(text).toContain('_count{method="other",route="unknown",status="404"} 2');
    expect(text).not.toContain("BREW");
  });

  test("asks for its token when one is set", async () => {
    const { metrics, app } = testApp();
    const status = async (metricsToken: string | undefined, headers = {}, address = "127.0.0.1") => {
      const services = { config: { metricsToken }, gauges: () => Promise.resolve({}), addressOf: () => address };
      const whole = new Elysia().use(app).use(metricsRoute(services, metrics));
      return (await whole.handle(new Request("http://localhost/metrics", { headers }))).status;
    };

    expect(await status("secret")).toBe(401);
    expect(await status("secret", { authorization: "Bearer secret" }, "192.0.2.1")).toBe(200);
    for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
      expect(await status(undefined, {}, address)).toBe(200);
    // S-22: without one it is for this machine only, and a proxy on it speaks for somebody elsewhere.
    expect(await status(undefined, {}, "192.0.2.1")).toBe(401);
    expect(await status(undefined, { "x-forwarded-for": "127.0.0.1" })).toBe(401);
    expect(await status(undefined, { authorization: "Bearer undefined" }, "192.0.2.1")).toBe(401);
  });
});

describe("GET /health", () => {
  function given(parts: Record<string, PartHealth>, address = "127.0.0.1") {
    const { app, callers } = testApp();
    const services = {
      authenticator: callers,
      addressOf: () => address,
      config: readConfig({ env: {} }),
      now: () => 0,
      health: () => Promise.resolve(parts),
      reader: () => {
        throw new Error("a public route reads no tenant");
      },
      write: () => Promise.reject(new Error("a public route writes nothing")),
    };
    const whole = new Elysia().use(app).use(healthRoutes(services));
    return async (path: string) => {
      const response = await whole.handle(new Request(`http://localhost/health${path}`));
      // There is a build once the console was read, as another file of this process may have.
      const { build: _, ...body } = JSON.parse(await response.text());
      return { status: response.status, headers: response.headers, body };
    };
  }

  test("S1.10 answers ok with the release and the time", async () => {
    const { status, body } = await given({ database: { status: "up" } })("");

    expect(status).toBe(200);
    expect(body).toEqual({
      status: "ok",
      version: expect.any(String),
      timestamp: "1970-01-01T00:00:00.000Z",
    });
  });

  test("shows any caller how far the index and the deliveries are behind, and no more of the parts", async () => {
    const search = { status: "up", engine: "libsql", behind_seconds: 3 } as const;
    const webhooks = { status: "up", behind_seconds: 70 } as const;
    const writer = { status: "up", queued: 5, committed: 8 } as const;

    const { body } = await given({ database: { status: "up" }, writer, search, webhooks })("");

    expect(body).toEqual({
      status: "ok",
      version: expect.any(String),
      timestamp: "1970-01-01T00:00:00.000Z",
      search_behind_seconds: 3,
      deliveries_behind_seconds: 70,
    });
  });

  test("S1.10 is 503 with Retry-After when the database is down, and still alive", async () => {
    const get = given({ database: { status: "down", reason: "no answer" } });
    const { status, headers, body } = await get("");

    expect([status, headers.get("retry-after"), body.error.error_code]).toEqual([
      503,
      "30",
      "SYSTEM_SERVICE_UNAVAILABLE",
    ]);
    expect((await get("/live")).status).toBe(200);
  });

  test("is ready when every part is up, and names the part that is not", async () => {
    const up = await given({ database: { status: "up" }, disk: { status: "up", free_bytes: 5 } })("/ready");
    const down = await given({ database: { status: "up" }, disk: { status: "down", reason: "full" } });

    expect(up.body.parts.disk).toEqual({ status: "up", free_bytes: 5 });
    expect((await down("/ready")).body.error.details.parts.disk.status).toBe("down");
    expect((await down("")).status).toBe(200);
  });

  test("S-22 shows strangers the states of the parts, and neither facts nor reasons", async () => {
    const parts: Record<string, PartHealth> = {
      database: { status: "down", reason: "Request to http://127.0.0.1:4490 failed" },
      disk: { status: "up", free_bytes: 5 },
    };
    const strangers = given(parts, "192.0.2.1");

    const shown = { database: { status: "down" }, disk: { status: "up" } };
    expect((await strangers("/ready")).body.error.details).toEqual({ parts: shown });
    expect((await strangers("")).body.error.details).toEqual({ parts: shown });
    expect((await given({ disk: { status: "up", free_bytes: 5 } }, "192.0.2.1")("/ready")).body.parts).toEqual({
      disk: { status: "up" },
    });
  });
});

test("every answer carries the security headers", async () => {
  const { headers } = await testApp().stranger.get("/things");

  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
});
