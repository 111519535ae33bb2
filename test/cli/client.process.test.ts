import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, PROGRAM, type StartedService, startService } from "../servers/service.ts";

// The terminal as a client of a service that runs: each call is a process of its own.
setDefaultTimeout(60_000);

const folder = temporaryFolder();
const home = temporaryFolder();
let service: StartedService;
let key: string;
beforeAll(async () => {
  service = await startService({ folder });
  key = await newApiKey(service.url);
});
afterAll(() => service.kill("SIGTERM"));

interface Typed {
  input?: string;
  env?: Record<string, string>;
}

/** Runs the program as somebody at a keyboard would, in a folder of their own. */
async function catalogd(args: string[], { input = "", env }: Typed = {}) {
  const child = Bun.spawn([...PROGRAM, ...args], {
    cwd: home,
    env: { ...process.env, XDG_CONFIG_HOME: home, ...(env ?? { CATALOGD_URL: service.url, CATALOGD_KEY: key }) },
    stdin: new Blob([input]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { out, err, exitCode: await child.exited };
}

/** What a command that must work prints with `--json`. */
async function result(...args: string[]) {
  const { out, err, exitCode } = await catalogd([...args, "--json"]);
  expect([exitCode === 0 ? "" : err, exitCode]).toEqual(["", 0]);
  return JSON.parse(out);
}

async function file(name: string, text: string): Promise<string> {
  await Bun.write(join(home, name), text);
  return name;
}

const EANS = ["4006381333931", "4006381333948"];
const LIST = `ean,sku,name,price\n${EANS[0]},STA-308,Fineliner,1.80\n${EANS[1]},BIC-4C,Four-colour pen,2.95\n`;

describe("catalogd import", () => {
  test("says what would change and how each column is read, and changes nothing", async () => {
    const ran = await catalogd(["import", await file("list.csv", LIST), "--dry-run", "--supplier", "ACME"]);
    expect(ran.exitCode).toBe(0);
    expect(ran.out).toMatch(/products_to_create +2/);
    expect(ran.err).toMatch(/name +(?:name|title)/);
    expect((await result("products", "list")).items).toEqual([]);
  });

  test("without a template it asks for a decision, and takes --yes for one", async () => {
    const asked = await catalogd(["import", await file("list.csv", LIST)]);
    expect([asked.exitCode, asked.err]).toEqual([1, expect.stringContaining("Nothing has changed")]);

    const done = await catalogd(["import", await file("list.csv", LIST), "--yes", "--watch"]);
    expect(done.exitCode).toBe(0);
    expect(done.out).toMatch(/status +completed\n/);
    expect(done.out).toMatch(/products_created +2/);
    // No terminal: plain lines, and nothing that moves a cursor.
    expect(done.err).toMatch(/completed: 2 of 2 rows, \d+ rows\/s, .*0 errors/);
    expect(done.err).not.toContain(String.fromCharCode(27));
  });

  test("ends with 65 when some rows have errors, and says where they are", async () => {
    const path = await file("wrong.csv", `${LIST}4006381333930,NEW-1,,abc\n`);
    const ran = await catalogd(["import", path, "--yes", "--watch"]);
    expect(ran.exitCode).toBe(65);
    expect(ran.err).toContain("failed-rows --to failed-rows.csv");
  });

  test("takes a mapping of one's own, and names what is wrong with it", async () => {
    const path = await file("own.csv", "a,b\n1,One\n");
    const mapping = await file("mapping.json", JSON.stringify({ b: "nmae" }));
    const ran = await catalogd(["import", path, "--mapping", mapping]);
    expect(ran.exitCode).toBe(64);
    expect(ran.err).toMatch(/column_mapping/);
    const gone = await catalogd(["import", "nowhere.csv"]);
    expect([gone.exitCode, gone.err]).toEqual([66, expect.stringContaining("Cannot read nowhere.csv")]);
    const template = await catalogd(["import", path, "--template", "Acme"]);
    expect([template.exitCode, template.err]).toEqual([64, expect.stringContaining('no template "Acme"')]);
  });
});

describe("products, search, prices and jobs", () => {
  test("shows a product by EAN and changes it, each value of the type that the field takes", async () => {
    const [ean = ""] = EANS;
    expect(await result("products", "get", ean)).toMatchObject({ ean, title: "Fineliner", price: 1.8 });
    const changed = await result("products", "set", ean, "price=1.95", "reference=0308", "description=");
    expect(changed).toMatchObject({ price: 1.95, reference: "0308", description: null });
    const { out } = await catalogd(["products", "list", "--per-page", "1", "-q", `ean=${ean}`]);
    expect(out).toMatch(/^id +ean +reference +title/);
    expect(out).toMatch(/4006381333931 +0308 +Fineliner/);
    expect(await result("prices", "list", ean)).toContainEqual(expect.objectContaining({ price: 1.95 }));
    expect(await result("prices", "best", ean)).toMatchObject({ best_price: 1.95 });
    expect((await result("prices", "history", ean)) !== undefined).toBe(true);
  });

  test("what is wrong with a field is the API's own sentence, beside it", async () => {
    const ran = await catalogd(["products", "set", EANS[0] ?? "", "price=-1"]);
    expect(ran.exitCode).toBe(64);
    expect(ran.err).toMatch(/\n {2}price: \S/);
    const mistyped = await catalogd(["products", "set", EANS[0] ?? "", "nmae=x"]);
    expect([mistyped.exitCode, mistyped.err]).toEqual([64, expect.stringContaining('did you mean "name"?')]);
    const none = await catalogd(["products", "get", "0000000000000"]);
    expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining("No product has the id or EAN")]);
  });

  test("finds by words, and lists the imports among the jobs", async () => {
    const found = async () => (await result("search", "fineliner")).items.length;
    while ((await found()) === 0) await Bun.sleep(50); // the index follows
    expect(await result("jobs", "list")).toContainEqual(
      expect.objectContaining({ kind: "import", status: "completed" }),
    );
    expect(await result("connectors", "list")).toEqual([]);
  });
});

describe("catalogd export", () => {
  test("writes the file that was named, or standard output", async () => {
    const made = await result("export", "--fields", "ean,title,price", "--to", "out.csv");
    expect(made).toMatchObject({ file: "out.csv", rows: 2 });
    expect(readFileSync(join(home, "out.csv"), "utf8")).toContain("4006381333931,Fineliner,1.95");
    const { out } = await catalogd(["export", "--format", "json", "--fields", "ean", "--to", "-"]);
    expect(JSON.stringify(JSON.parse(out))).toContain(EANS[1] ?? "");
    const wrong = await catalogd(["export", "--format", "pdf"]);
    expect([wrong.exitCode, wrong.err]).toEqual([64, expect.stringContaining("csv, excel, json, zip")]);
  });
});

describe("catalogd webhooks", () => {
  test("shows attempts, and sends again what was lost", async () => {
    const made = await result(
      "api",
      "POST",
      "/webhooks",
      "-d",
      '{"name":"Shop","url":"https://shop.example.com/h","events":["product.updated"]}',
    );
    expect(await result("webhooks", "list")).toMatchObject({ items: [expect.objectContaining({ id: made.id })] });
    expect((await catalogd(["webhooks", "tail", made.id, "--once"])).exitCode).toBe(0);
    expect(await result("webhooks", "replay", made.id)).toMatchObject({ replayed: 0 });
    const wrong = await catalogd(["webhooks", "replay", made.id, "--since", "yesterday"]);
    expect([wrong.exitCode, wrong.err]).toEqual([64, expect.stringMatching(/since: /)]);
  });
});

describe("catalogd api", () => {
  test("calls by method and path, and by the operation's name, with typed fields", async () => {
    expect((await result("api", "GET", "/products", "-q", "per_page=1")).items).toHaveLength(1);
    expect((await result("api", "listProducts", "-q", "per_page=1")).items).toHaveLength(1);
    const brand = await result("api", "createBrand", "-s", "name=2026");
    expect(brand.name).toBe("2026");
    expect(await result("api", "getBrand", "-p", `brand_id=${brand.id}`)).toMatchObject({ name: "2026" });
    const removed = await catalogd(["api", "DELETE", `/api/v1/brands/${brand.id}`]);
    expect([removed.err, removed.exitCode]).toEqual(["", 0]);
    const text = await catalogd(["api", "GET", "/exports/stream/csv/products", "-q", "include_fields=ean"]);
    expect(text.out).toContain(EANS[0] ?? "");
  });

  test("every operation is within reach: it lists all that the service describes", async () => {
    const { paths } = (await (await fetch(`${service.url}/api/v1/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    const count = Object.values(paths).reduce((sum, item) => sum + Object.keys(item).length, 0);
    expect(await result("api", "--list")).toHaveLength(count);
    const described = await catalogd(["api", "createProduct", "--describe"]);
    expect(described.out).toMatch(/^POST \/products\ncreateProduct\n/);
    expect(described.out).toMatch(/--set price +Selling price/i);
  });

  test.each([
    [["api", "GET", "/prodcts"], "did you mean /products?"],
    [["api", "PUT", "/brands"], "/brands takes POST, GET"],
    [["api", "lstProducts"], 'did you mean "listProducts"?'],
    [["api", "getBrand"], "getBrand needs -p brand_id=…"],
    [["api", "GET", "/products", "-q", "per_page"], "write it as name=value"],
    [["products", "lst"], "Did you mean list?"],
    [["serch", "x"], 'did you mean "search"?'],
    [["import", "x.csv", "--dryrun"], "Did you mean --dry-run?"],
  ])("%p is wrong use: it ends with 64 and says what is meant", async (args, sentence) => {
    const { out, err, exitCode } = await catalogd(args);
    expect([out, exitCode]).toEqual(["", 64]);
    expect(err).toContain(sentence);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe("which service is asked", () => {
  test("login makes a key through the socket of the data folder, which says its port, or keeps one that it was given", async () => {
    const here = await catalogd(["login", "--data-dir", join(folder, "data")], { env: {} });
    expect([here.err, here.exitCode]).toEqual(["", 0]);
    expect(statSync(join(home, "catalogd/profiles.json")).mode & 0o777).toBe(0o600);
    expect((await catalogd(["products", "list", "--json"], { env: {} })).exitCode).toBe(0);

    const there = await catalogd(["login", "--url", service.url, "--key-stdin", "--profile", "shop"], {
      input: `${key}\n`,
      env: {},
    });
    expect([there.err, there.exitCode]).toEqual(["", 0]);
    const { out } = await catalogd(["profiles"], { env: {} });
    expect(out).toMatch(/shop +http/);
    expect(out).not.toContain(key);
    const typo = await catalogd(["products", "list", "--profile", "shp"], { env: {} });
    expect([typo.exitCode, typo.err]).toEqual([64, expect.stringContaining('did you mean "shop"?')]);
  });

  test("a key is not shown to another service, and says so when nothing answers or it opens nothing", async () => {
    const other = await catalogd(["products", "list", "--url", "http://127.0.0.1:1"], { env: {} });
    expect([other.exitCode, other.err]).toEqual([
      64,
      expect.stringContaining("There is no key for http://127.0.0.1:1"),
    ]);
    const away = await catalogd(["products", "list", "--url", "http://127.0.0.1:1", "--key", "x"], { env: {} });
    expect([away.exitCode, away.err]).toEqual([69, expect.stringContaining("Nothing answers at http://127.0.0.1:1")]);
    const refused = await catalogd(["login", "--url", service.url, "--key", "pm_live_wrong"], { env: {} });
    expect([refused.exitCode, refused.err.length > 20]).toEqual([1, true]);
    const nowhere = await catalogd(["search", "x"], { env: { XDG_CONFIG_HOME: temporaryFolder() } });
    expect([nowhere.exitCode, nowhere.err]).toEqual([64, expect.stringContaining("catalogd login")]);
  });
});

describe("completion", () => {
  test.each(["bash", "zsh", "fish"])("%s has a script", async (shell) => {
    const { out, exitCode } = await catalogd(["completion", shell]);
    expect(exitCode).toBe(0);
    expect(out).toContain("catalogd complete --");
  });

  test("a shell gets what may stand next", async () => {
    const verbs = await catalogd(["complete", "--", "products", ""]);
    expect(verbs.out).toMatch(/^get\t.*\nset\t/m);
    const flags = await catalogd(["complete", "--", "import", "--dry"]);
    expect(flags.out).toContain("--dry-run\t");
  });
});
