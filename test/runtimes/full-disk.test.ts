import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { temporaryFolder } from "../cleanup.ts";
import { filesIn } from "../crash/send-file.ts";
import { readRecords } from "../exports/export-file.ts";
import { type FileServer, PASSWORD, startFtp, USER } from "../remote-files/file-servers.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";
import { sized } from "../sized.ts";
import { fillCatalog } from "./fill-catalog.ts";
import { fillDisk, mountSmallDisk } from "./partners/small-disk.ts";

const LIMIT_MS = 120_000;
/** Longer than the index waits between two looks. */
const REST_MS = 1_500;
const PRODUCTS = 6_000;
/** More than a change of the database needs, and less than the file of the products. */
const LEFT_BYTES = 1_200_000;
/** What makes the file of all products larger than that, packed too. */
const WORDS = 16;

const FORMATS = ["csv", "excel", "json", "zip"];

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

/** Where the small disk is mounted below the data folder: the database lies on it, or beside it. */
const PLACES = [
  ["with the database on it", ""],
  ["for files alone", "files"],
] as const;

describe.each(PLACES)("a disk that fills while a file is built, %s", (_, below) => {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  const disk = join(data, below);
  // Nothing is refused beforehand: what fills is the disk itself.
  const start = {
    folder,
    env: { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1", CATALOGD_MIN_FREE_MIB: "0", CATALOGD_MIN_FREE_PERCENT: "0" },
  };
  let [partner, service, unmount]: [FileServer?, StartedService?, (() => void)?] = [];
  let [key, productId, platformId] = ["", "", ""];
  let release: () => void = () => undefined;

  const call = async (method: string, path: string, body?: object): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${service?.url}/api/v1${path}`, {
      method,
      headers: { "x-api-key": key, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text,
    };
  };
  const until = async (path: string, willDo: (body: Json) => boolean): Promise<Json> => {
    for (;;) {
      const { body } = await call("GET", path);
      if (willDo(body)) return body;
      await Bun.sleep(10);
    }
  };
  const fill = async (leftBytes: number) => {
    await untilIndexed();
    release = fillDisk(disk, leftBytes);
  };
  /** Files that exports have written, in whole or in part. */
  const written = () => filesIn(join(data, "files")).filter((path) => /\/(?:exports|export-files)\//.test(path));
  const openDatabase = (mode: "reader" | "writer") => openConnection(join(data, "catalogd.db"), mode);
  /** Waits until all products are in the index, which grows on the same disk, and its parts are merged. */
  async function untilIndexed(): Promise<void> {
    const [database, index] = [openDatabase("reader"), openConnection(join(data, "catalogd-index.db"), "reader")];
    const last = () => database.rows("select max(last_us) as us from tenant_clock", {})[0]?.["us"];
    const indexed = () => index.rows("select max(indexed_to_us) as us from index_state", {})[0]?.["us"];
    while (indexed() !== last()) await Bun.sleep(20);
    const version = () => index.rows("select data_version from pragma_data_version", {})[0]?.["data_version"];
    for (let before: unknown; before !== version(); await Bun.sleep(REST_MS)) before = version();
    database.close();
    index.close();
  }
  const rename = (name: string) => call("PATCH", `/products/${productId}`, { name });

  beforeAll(async () => {
    mkdirSync(disk, { recursive: true });
    unmount = mountSmallDisk(disk, "96m", "root");
    partner = await startFtp();
    service = await startService(start);
    key = await newApiKey(service.url);
    await fillCatalog(call, PRODUCTS, WORDS);
    productId = (await call("GET", "/products?per_page=1")).body.items[0].id;
    const made = await call("POST", "/exports/platforms", {
      ...{ name: "Partner", platform_type: "ftp", is_active: true, rate_limit_per_second: 100 },
      config: { host: "127.0.0.1", port: partner.port, username: USER, password: PASSWORD },
    });
    platformId = made.body.id;
  }, LIMIT_MS);
  afterAll(async () => {
    await service?.kill("SIGTERM");
    await partner?.stop();
    unmount?.();
  });

  const startTask = async (format: string) => {
    const started = await call("POST", `/exports/${format}/products`, {});
    expect(started.status).toBe(202);
    return until(
      `/exports/progress/${started.body.task_id}`,
      ({ state }) => state === "SUCCESS" || state === "FAILURE",
    );
  };

  // What a format writes into makes no difference to it: on the second disk one of them is enough.
  test.each(below === "" ? FORMATS : sized(FORMATS.slice(0, 1), FORMATS))(
    "a task for %s fails with the reason, leaves nothing, and the rest goes on; with room it succeeds",
    async (format) => {
      await fill(LEFT_BYTES);

      const failed = await startTask(format);

      expect([failed.state, failed.result, failed.message.split(":")[0]]).toEqual([
        "FAILURE",
        null,
        "The disk is full",
      ]);
      expect(written()).toEqual([]);
      // There is no more room than before, and it is enough.
      expect((await call("GET", `/products/${productId}`)).status).toBe(200);
      expect((await rename(`Renamed for ${format}`)).status).toBe(200);
      release();
      const { state, result } = await startTask(format);
      expect([state, result.rows]).toEqual(["SUCCESS", PRODUCTS]);
      for (const path of written()) rmSync(path);
    },
    LIMIT_MS,
  );

  /** Lets the schedule be due at the next start, and starts, on a disk that has this much room left. */
  async function startDue({ leftBytes }: { leftBytes?: number } = {}): Promise<void> {
    await service?.kill("SIGTERM");
    const connection = openDatabase("writer");
    connection.run("update schedule set planned_at_ms = 1000 where kind = 'export-schedules.run'", {});
    connection.close();
    if (leftBytes !== undefined) release = fillDisk(disk, leftBytes);
    service = await startService(start);
  }
  const lastJob = () => until("/exports/jobs?limit=1", ({ items }) => /completed|failed/.test(items[0]?.status));

  test(
    "the file of a schedule fails its run with the reason, leaves nothing; with room the next one arrives",
    async () => {
      const made = await call("POST", "/exports/schedules", {
        ...{ platform_id: platformId, schedule_name: "Nightly", max_retries: 0 },
        ...{ schedule_type: "interval_minutes", interval_minutes: 1_440 },
      });
      expect(made.status).toBe(201);

      await startDue({ leftBytes: LEFT_BYTES });

      const { items } = await lastJob();
      expect([items[0].status, items[0].error_message.split(":")[0]]).toEqual(["failed", "The disk is full"]);
      expect(items[0].failed_items).toBe(items[0].total_items);
      expect(written()).toEqual([]);
      expect(readdirSync(partner?.folder ?? "")).toEqual([]);
      expect((await rename("Renamed for a schedule")).status).toBe(200);
      release();
      await startDue();
      const done = await until("/exports/jobs?status=completed", ({ total }) => total > 0);
      expect(done.items[0]).toMatchObject({ total_items: PRODUCTS, success_items: PRODUCTS, failed_items: 0 });
      const files = filesIn(partner?.folder ?? "");
      expect(files.map((path) => readRecords(readFileSync(path)).length)).toEqual([PRODUCTS]);
      expect(written()).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "a file that is fetched for an import fails it with the reason, leaves nothing, and is fetched with room",
    async () => {
      const row = (index: number) => `I-${index},Imported ${index} ${crypto.randomUUID()}`;
      const list = ["sku,name", ...Array.from({ length: 40_000 }, (_, index) => row(index))].join("\n");
      const supplier = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(list) });
      const take = async () => {
        const { body } = await call("POST", "/imports/upload-from-url", {
          url: `http://127.0.0.1:${supplier.port}/l.csv`,
        });
        return until(`/imports/${body.id}`, ({ status }) => /failed|awaiting|ready/.test(status));
      };
      const imported = () => filesIn(join(data, "files")).filter((path) => path.includes("/imports/"));
      await fill(LEFT_BYTES);

      const failed = await take();

      expect([failed.status, failed.error_code, imported()]).toEqual(["failed", "INSUFFICIENT_STORAGE", []]);
      expect((await rename("Renamed for an import")).status).toBe(200);
      release();
      expect((await take()).total_rows).toBe(40_000);
      await supplier.stop(true);
    },
    LIMIT_MS,
  );

  test(
    "with no room at all products are read, streamed and found; what is refused says why, and goes on with room",
    async () => {
      await fill(0);

      const answers = await Promise.all(
        [`/products/${productId}`, "/exports/stream/csv/products", "/search/products?q=product"].map((path) =>
          call("GET", path),
        ),
      );

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(readRecords(Buffer.from(answers[1]?.body)).length).toBe(PRODUCTS);
      expect(readdirSync(disk).filter((name) => name.endsWith(".part"))).toEqual([]);
      release();
      await until(`/products/${productId}`, () => true);
      expect((await rename("Renamed at last")).status).toBe(200);
    },
    LIMIT_MS,
  );

  test(
    "products that are being sent when the room ends wait for it, and each arrives once",
    async () => {
      // Its log starts again, and has no room of its own.
      await service?.kill("SIGTERM");
      service = await startService(start);
      const pages = await Promise.all([1, 2].map((page) => call("GET", `/products?per_page=100&page=${page}`)));
      const ids = pages.flatMap(({ body }) => body.items.map(({ id }: { id: string }) => id));
      const sent = () => readdirSync(partner?.folder ?? "").filter((name) => name.endsWith(".json"));
      const { body: job } = await call("POST", `/exports/platforms/${platformId}/bulk-export`, { product_ids: ids });
      while (sent().length < ids.length / 4) await Bun.sleep(5);

      release = fillDisk(disk, 0);

      if (below === "") while ((await rename("Not now")).status !== 503);
      expect((await call("GET", `/exports/jobs/${job.id}`)).body.failed_items).toBe(0);
      release();
      const done = await until(`/exports/jobs/${job.id}`, ({ status }) => status !== "pending" && status !== "running");
      expect(done).toMatchObject({ status: "completed", total_items: 200, success_items: 200, failed_items: 0 });
      expect(sent().toSorted()).toEqual(ids.map((id: string) => `${id}.json`).toSorted());
    },
    LIMIT_MS,
  );
});
