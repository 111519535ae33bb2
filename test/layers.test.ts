import { expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { Glob } from "bun";

/** Who may import whom: files under the key import files under the values, and no others. */
const MAY_IMPORT: Record<string, string[]> = {
  db: ["db"],
  // The engine that lives in libSQL reads and writes by the same ports as everything else.
  search: ["search", "db"],
  src: ["src", "db", "search"],
  workers: ["workers", "src", "db", "search"],
  // The generator of the client is run by its test, the benchmark's tables are made by one.
  test: ["test", "bench", "clients", "console", "workers", "src", "db", "search"],
  bench: ["bench", "test", "workers", "src", "db"],
};
/** Packages that only files under one folder may import, tests and the benchmark aside. */
const FENCED: Record<string, string> = {
  libsql: "db/local/",
  meilisearch: "search/meilisearch/",
  "@libsql/client": "db/remote/",
  "@libsql/hrana-client": "db/remote/",
  "@fastify/busboy": "src/uploads/",
  "@napi-rs/image": "workers/media/",
  omggif: "workers/media/",
  unpdf: "src/ai/documents/",
  "tesseract.js-core": "src/ai/documents/",
  yauzl: "src/imports/parse/archive/",
  saxes: "src/imports/parse/xml/",
  "@streamparser/json": "src/imports/parse/json/ src/http/input/json-fault.ts",
  negotiator: "src/http/",
  "sanitize-html": "src/text/",
  yazl: "src/exports/",
  "image-size": "src/products/media/",
  minio: "src/storage/",
  "basic-ftp": "src/remote-files/",
  imapflow: "src/remote-files/",
  "ssh2-sftp-client": "src/remote-files/",
  commander: "src/main.ts src/cli/client/ src/cli/doctor/",
  croner: "src/schedules/",
  pino: "src/runtime/log.ts",
  "prom-client": "src/http/",
  "@opentelemetry/sdk-trace-base": "src/http/",
  "swagger-ui-dist": "src/http/",
};
/** thread.ts is in src/ only because a compiled binary needs its entries in one folder. */
const EXCEPTIONS = [
  "src/thread.ts -> workers/work-loop.ts",
  "src/thread.ts -> workers/calls.ts",
  // What is released, and of what it is made.
  "src/cli/licences.ts -> package-lock.json",
  "test/cli/release.test.ts -> package-lock.json",
  "test/cli/release.test.ts -> machines.ts",
];

const IMPORT = /^(?:import\b|export (?:type )?[{*])[^;"]*?(?:\bfrom )?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
const NAMED_IMPORT = /^import \{([^}]*)\} from "(\.[^"]+)"/gm;
const layer = (path: string) => path.split("/")[0] ?? "";
/** Folders of several families. */
const ROOMS = "ai codes identity kit machine-apis prices reference";
/** What belongs to products and is a family of its own. */
const OF_PRODUCTS = "compliance media relations stock variants";
const isFamily = (room: string, name: string) =>
  ROOMS.split(" ").includes(room) || (room === "products" && OF_PRODUCTS.split(" ").includes(name));
/** `src/products/routes.ts` belongs to `products`, `src/reference/tags/tag.ts` to `tags`; a file of `src/` itself to no family. */
const family = (path: string) => {
  const [, room = "", name = ""] = /^src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? [];
  return (isFamily(room, name) ? name : room) || undefined;
};
const sources = (pattern: string) => Array.fromAsync(new Glob(pattern).scan("."));

interface Edge {
  file: string;
  /** A path from the root of the repository, or a package. */
  target: string;
  isPackage: boolean;
  /** Loaded when it is needed, not with the file. */
  isLazy: boolean;
}

async function edges(): Promise<Edge[]> {
  const found: Edge[] = [];
  for (const file of await sources("{db,search,src,workers,test,bench}/**/*.ts")) {
    if (file === "test/data/gen.ts") continue;
    for (const [, fixed, dynamic] of (await Bun.file(file).text()).matchAll(IMPORT)) {
      const written = fixed ?? dynamic ?? "";
      const isPackage = !written.startsWith(".");
      found.push({
        file,
        target: isPackage ? written : join(dirname(file), written),
        isPackage,
        isLazy: fixed === undefined,
      });
    }
  }
  return found;
}
const EDGES = await edges();
const written = (wrong: Edge[]) => wrong.map(({ file, target }) => `${file} -> ${target}`);

/** A family names what runs in a worker thread, which loads it there. */
const isNamed = ({ file, target, isLazy }: Edge) =>
  isLazy && /^src\/.+\/family\.ts$/.test(file) && target.startsWith("workers/");

test("every import points down", () => {
  const upward = EDGES.filter((edge) => {
    const { file, target, isPackage } = edge;
    if (isPackage || isNamed(edge) || target === "package.json") return false;
    // Texts that pages show.
    if (/^src\/http\/describe\/pages\/(?:served|platform)-documents\.ts$/.test(file) && /^docs\/.*\.md$/.test(target))
      return false;
    return !MAY_IMPORT[layer(file)]?.includes(layer(target)) && !EXCEPTIONS.includes(`${file} -> ${target}`);
  });
  expect(written(upward)).toEqual([]);
  expect(EDGES.length).toBeGreaterThan(100);
});

/** The groups of files of which each leads to each other by imports, types included. */
function circles(): string[][] {
  const targets = Map.groupBy(
    EDGES.filter(({ file, isPackage }) => !isPackage && !/^(test|bench)\//.test(file)),
    ({ file }) => file,
  );
  const reached = (file: string): Set<string> => {
    const seen = new Set<string>();
    const open = [file];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const { target } of targets.get(next) ?? []) if (!seen.has(target) && seen.add(target)) open.push(target);
    }
    return seen;
  };
  const all = new Map([...targets.keys()].map((file) => [file, reached(file)]));
  const inCircles = [...all].filter(([file, seen]) => seen.has(file));
  return Map.groupBy(inCircles, ([file, seen]) =>
    [...seen]
      .filter((other) => all.get(other)?.has(file))
      .toSorted()
      .join(" "),
  )
    .keys()
    .map((files) => files.split(" "))
    .toArray();
}

test("no files lead to each other by their imports, types and what is loaded later included", () => {
  expect(
    circles()
      .map((files) => files.join(" "))
      .toSorted(),
  ).toEqual([]);
});

test("what a family names is loaded by the thread that needs it: with the list come the names of calls alone", () => {
  const early = EDGES.filter(
    ({ file, target, isLazy }) =>
      /^src\/.+\/family\.ts$/.test(file) &&
      file !== "src/runtime/family.ts" &&
      !isLazy &&
      !/\/(calls|family)\.ts$/.test(target),
  );
  const byCalls = EDGES.filter(
    ({ file, target }) => /^src\/.+\/calls\.ts$/.test(file) && target.startsWith("workers/"),
  );
  expect(written([...early, ...byCalls])).toEqual([]);
});

test("a fenced package is imported in its own folder only", () => {
  const outside = EDGES.filter(({ file, target, isPackage }) => {
    const fence = Object.entries(FENCED).find(([name]) => target === name || target.startsWith(`${name}/`))?.[1];
    const isInside = fence?.split(" ").some((place) => file.startsWith(place)) ?? true;
    return isPackage && !isInside && !/^(test|bench)\//.test(file);
  });
  expect(written(outside)).toEqual([]);
});

/** Imports of one family by another: of the files whose names end so, by pairs of families. */
const betweenFamilies = (end: string) =>
  EDGES.filter(({ file, target }) => {
    const [from, to] = [family(file), family(target)];
    return target.endsWith(end) && from !== undefined && to !== undefined && from !== to;
  });

test("a family uses another one's actions, never its routes", () => {
  // The kits of resources and of runs are no families.
  const wrong = betweenFamilies("routes.ts").filter(({ target }) => !target.startsWith("src/kit/"));
  expect(written(wrong)).toEqual([]);
});

/** Families whose requests or answers hold what another family describes. The list may only shrink. */
const SCHEMAS_OF_OTHERS = `auth -> users, batches -> enrichment, categories -> products, entities -> products,
  exports -> products, imports -> tags, map-prices -> products, price-monitor -> pricing, price-monitor -> products,
  products -> tags, repricing -> products, search -> products, suppliers -> products, web -> enrichment`;

test("which families share schemas is known", () => {
  const pairs = betweenFamilies("schema.ts").map(({ file, target }) => `${family(file)} -> ${family(target)}`);
  expect([...new Set(pairs)].toSorted()).toEqual(SCHEMAS_OF_OTHERS.split(/,\s+/));
});

/** What belongs to products and is written by `commit` of src/products/changes/commit/, and the files of db/ that write it. */
const PRODUCT_TABLES =
  "product product_state product_tombstone product_change stock_movement product_supplier product_tag map_price".split(
    " ",
  );
const WRITERS_OF_PRODUCTS = `db/history/product-changes.ts db/pricing/map-prices.ts db/product-stats/rescoring.ts
  db/products/delete.ts db/products/product-state.ts db/products/write.ts db/sourcing/product-suppliers.ts
  db/stock/movements.ts db/stock/product-stock.ts db/tags/product-tags.ts`.split(/\s+/);
const WRITES = new RegExp(`\\b(?:into|update|delete from) (?:${PRODUCT_TABLES.join("|")})\\b(?! of)`);
/** An exported function that takes a transaction. */
const WRITER = /^export (?:(?:async )?function|const) (\w+)(?:\(| = (?:async )?\()\s*tx: Tx\b/gm;

test("files of db/ that write products are known", async () => {
  const writers: string[] = [];
  for (const file of await sources("{db,search,src,workers}/**/*.ts")) {
    if (file.startsWith("db/upgrades/")) continue; // They change how all is stored.
    if (WRITES.test((await Bun.file(file).text()).replaceAll(/^\s*(?:\*|\/\/|\/\*).*$/gm, ""))) writers.push(file);
  }
  expect(writers.toSorted()).toEqual(WRITERS_OF_PRODUCTS);
});

/** The guarded functions that a file imports; `guarded`: the names by file. */
async function namesTaken(file: string, guarded: ReadonlyMap<string, readonly string[]>): Promise<string[]> {
  const imports = [...(await Bun.file(file).text()).matchAll(NAMED_IMPORT)];
  return imports.flatMap(([, taken = "", from = ""]) =>
    (guarded.get(join(dirname(file), from)) ?? [])
      .filter((name) => taken.split(/[\s,]+/).includes(name))
      .map((name) => `${file} -> ${name}`),
  );
}

test("products are written, and change numbers taken, by src/products/changes/commit/ alone", async () => {
  const guarded = new Map<string, string[]>();
  for (const file of [...WRITERS_OF_PRODUCTS, "db/products/sequence.ts"]) {
    const names = [...(await Bun.file(file).text()).matchAll(WRITER)].map(([, name = ""]) => name);
    guarded.set(file, names);
    expect([file, names.length > 0]).toEqual([file, true]);
  }
  const files = await sources("{search,src,workers}/**/*.ts");
  const outside = await Promise.all(
    files.filter((file) => !file.startsWith("src/products/changes/commit/")).map((file) => namesTaken(file, guarded)),
  );
  expect(outside.flat()).toEqual([]);
});

test("on the stairs of src/ are the entries, the app, whole and by need, and the two lists of families", async () => {
  const stairs = "app-by-need app backup-thread document-reader families main thread vocabulary writer".split(" ");
  expect((await sources("src/*")).toSorted()).toEqual(stairs.map((name) => `src/${name}.ts`));
});

test("only src/config/ reads the environment", async () => {
  const readers: string[] = [];
  for (const file of await sources("{db,search,src,workers}/**/*.ts")) {
    if (/\b(?:process|Bun|Deno)\.env\b|\bimport\.meta\.env\b/.test(await Bun.file(file).text())) readers.push(file);
  }
  expect(readers.toSorted()).toEqual(["src/config/config.ts", "src/config/environment.ts"]);
});
