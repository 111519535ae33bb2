import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openConnection } from "../../db/local/connection.ts";
import { readFacts } from "../../db/local/copy-database.ts";
import { temporaryFolder } from "../cleanup.ts";
import { filesIn } from "../crash/send-file.ts";
import { NEW, OLD, open } from "../crash/upgrade.ts";
import { refusal } from "../refusal.ts";
import { newApiKey, PROGRAM, type StartedService, startService } from "../servers/service.ts";
import { fillCatalog } from "./fill-catalog.ts";
import { fillDisk, mountSmallDisk } from "./partners/small-disk.ts";

// What copies the database, on disks that are really full: it says so with the way out, and leaves nothing half made.

const LIMIT_MS = 120_000;
const PRODUCTS = 4_000;
const MIB = 1024 * 1024;
const OPERATOR_KEY = "an operator key 0123456789";
/** What makes a product large, packed too. */
const WORDS = 32;

const filesAt = (folder: string) => (existsSync(folder) ? filesIn(folder) : []);

/** A folder with a small disk mounted on one that is below it. */
function withDisk(below: string, size: string) {
  const folder = temporaryFolder();
  const disk = join(folder, below);
  mkdirSync(disk, { recursive: true });
  return { folder, disk, unmount: mountSmallDisk(disk, size, "root") };
}

describe("a service on a disk that fills", () => {
  const { folder, disk: data, unmount } = withDisk("data", "96m");
  const { disk: place, unmount: unmountPlace } = withDisk("place", "2m");
  let service: StartedService;
  let key = "";
  beforeAll(async () => {
    const env = { CATALOGD_OPERATOR_KEY: OPERATOR_KEY, CATALOGD_MIN_FREE_MIB: "0", CATALOGD_MIN_FREE_PERCENT: "0" };
    service = await startService({ folder, env: { ...env, CATALOGD_BACKUP_TO: place } });
    key = await newApiKey(service.url);
    await fillCatalog(call, PRODUCTS, WORDS);
    const index = openConnection(join(data, "catalogd-index.db"), "reader");
    while (Number(index.rows("select count(*) as products from product_fact", {})[0]?.["products"]) < PRODUCTS) {
      await Bun.sleep(50);
    }
    index.close();
  }, LIMIT_MS);
  afterAll(async () => {
    await service.kill("SIGTERM");
    unmount();
    unmountPlace();
  });

  async function call(method: string, path: string, body?: object) {
    const headers = { "x-api-key": key, "x-operator-key": OPERATOR_KEY, "content-type": "application/json" };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(`${service.url}/api/v1${path}`, { method, headers, ...sent });
    // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
    return { status: response.status, body: JSON.parse(await response.text()) as any };
  }
  const deleteAll = () => call("DELETE", "/products/bulk/delete-all", { confirmation_phrase: "DELETE ALL PRODUCTS" });
  const productsLeft = async () => (await call("GET", "/products?per_page=1")).body.meta.total;
  const command = (...args: string[]) => {
    const { stderr, exitCode } = Bun.spawnSync([...PROGRAM, "backup", "--data-dir", data, ...args]);
    return { said: stderr.toString().trim(), exitCode };
  };
  /** What a copy or an archive would leave, in the data folder and in the place. */
  const left = () => [
    ...filesAt(join(data, "snapshots")),
    ...readdirSync(place),
    ...readdirSync(data).filter((name) => name === "backup-parts"),
    ...filesAt(join(data, "backup-runs")).filter((path) => path.endsWith(".part")),
  ];
  const EACH = [
    ["room for less than a copy", 3 * MIB],
    ["no room at all", 0],
  ] as const;

  test.each(EACH)("with %s delete-all is 507, says what to do, and deletes nothing", async (_, leftBytes) => {
    const release = fillDisk(data, leftBytes);
    const { status, body } = await deleteAll();
    release();
    expect([status, body.error.error_code]).toEqual([507, "INSUFFICIENT_STORAGE"]);
    expect(body.error.message).toContain("This request changed nothing: ask the operator to free some room");
    expect([await productsLeft(), left()]).toEqual([PRODUCTS, []]);
  });

  test.each(EACH)("with %s a backup is not begun: 507 with what to do", async (_, leftBytes) => {
    const release = fillDisk(data, leftBytes);
    const before = (await call("GET", "/operator/backups")).body.meta.total;
    const { status, body } = await call("POST", "/operator/backups", {});
    release();
    expect([status, body.error.error_code]).toEqual([507, "INSUFFICIENT_STORAGE"]);
    expect(body.error.message).toContain("No backup was begun: free some room there");
    expect([(await call("GET", "/operator/backups")).body.meta.total, left()]).toEqual([before, []]);
  });

  test.each(EACH)("with %s catalogd backup is refused by one sentence", async (_, leftBytes) => {
    const release = fillDisk(data, leftBytes);
    const { said, exitCode } = command("--to", join(folder, "elsewhere"));
    release();
    expect([exitCode, said.split("\n").length]).toEqual([1, 1]);
    expect(said).toContain("Nothing is left of this backup: free some room there");
    expect([filesAt(join(folder, "elsewhere")), left()]).toEqual([[], []]);
  });

  test(
    "an archive that its place has no room for fails with what to do, by request and by command",
    async () => {
      const { status, body } = await call("POST", "/operator/backups", {});
      let record = body;
      while (record.status === "running") record = (await call("GET", `/operator/backups/${body.id}`)).body;
      expect([status, record.status, record.location]).toEqual([202, "failed", null]);
      expect(record.error).toBe(
        `There is no room left in ${place}. Nothing is left of this backup: free some room there, or name another place with --to (CATALOGD_BACKUP_TO)`,
      );
      expect(command("--to", place)).toEqual({ said: `catalogd: ${record.error}`, exitCode: 1 });
      expect(left()).toEqual([]);
    },
    LIMIT_MS,
  );

  test(
    "with room again all of it works",
    async () => {
      expect(command("--to", join(folder, "elsewhere"))).toEqual({ said: "", exitCode: 0 });
      const { status, body } = await deleteAll();
      expect([status, body.deleted, existsSync(join(data, "snapshots", body.snapshot))]).toEqual([200, PRODUCTS, true]);
    },
    LIMIT_MS,
  );
});

describe("an upgrade on a disk that fills", () => {
  const ROWS = 200_000;
  const { disk, unmount } = withDisk("disk", "32m");
  afterAll(unmount);
  const path = join(disk, "catalogd.db");
  const copies = () => filesAt(join(disk, "before-upgrade")).map((each) => each.split("/").at(-1));
  const upgrade = async () => String(((await refusal(open(path, NEW))) as Error).message);
  const MOVE = "Free some room on it, or move the whole data folder to another disk";

  beforeAll(async () => {
    (await open(path, OLD)).close();
    const old = openConnection(path, "writer");
    old.exec(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
      insert into item select i, i from n; pragma wal_checkpoint(truncate)`);
    old.close();
  });

  test.each([
    ["less than the copy needs", () => statSync(path).size - 64 * 1024, MOVE],
    // Such a disk does not take a writer at all: see what a start says of it.
    ["nothing", () => 0, "disk is full"],
  ])("with room for %s nothing is changed and nothing is left", async (_, leftBytes, says) => {
    const release = fillDisk(disk, leftBytes());
    const said = await upgrade();
    release();
    expect(said).toContain(says);
    expect(copies()).toEqual([]);
    expect(readFacts(path)).toMatchObject({ schemaVersion: 1, fault: undefined, tables: { item: ROWS } });
  });

  test("with room for the copy and not for the steps it stops with a whole database, and goes on with room", async () => {
    const release = fillDisk(disk, statSync(path).size + 300 * 1024);
    const said = await upgrade();
    expect(said).toMatch(
      /^There is no room for the database on its disk \(.*\); it is (as it was|whole), of schema version/,
    );
    expect(said).toContain(MOVE);
    expect(readFacts(path)).toMatchObject({ fault: undefined, tables: { item: ROWS } });
    const [copy = "", ...others] = copies().filter((name) => name?.endsWith(".db"));
    expect(others).toEqual([]);
    expect(readFacts(join(disk, "before-upgrade", copy))).toMatchObject({ schemaVersion: 1, fault: undefined });
    release();
    (await open(path, NEW)).close();
    const database = openConnection(path, "reader");
    const right = database.rows("select sum(cents = price * 100) as right from item", {});
    database.close();
    expect(right).toEqual([{ right: ROWS }]);
    expect(copies().filter((name) => name?.endsWith(".db"))).toEqual([copy]);
  });
});
