import { afterAll, describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { Client } from "minio";
import { readConfig } from "../../src/config/config.ts";
import { type Files, FileTooLarge } from "../../src/storage/files.ts";
import { openFiles } from "../../src/storage/open-files.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";
import { minioOrSkip } from "../servers/minio.ts";

const MIB = 1024 * 1024;
const minio = await minioOrSkip(temporaryFolder());
afterAll(() => minio?.stop());
let buckets = 0;

/** A store of its own for each test, opened as the service opens it. */
const STORES: Record<string, () => Promise<Files>> = {
  "local disk": async () => openFiles(readConfig({ env: { CATALOGD_DATA_DIR: temporaryFolder() } })),
  "object store": async () =>
    openFiles(
      readConfig({ env: { ...minio?.env, CATALOGD_S3_BUCKET: `test-${buckets++}`, CATALOGD_DATA_DIR: "none" } }),
    ),
};

const bodyOf = (bytes: Uint8Array<ArrayBuffer>) => new Response(bytes).body as ReadableStream<Uint8Array>;
const contentOf = async (chunks: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(chunks));
const keysIn = async (files: Files, folder: string) =>
  (await Array.fromAsync(files.list(folder))).map(({ key }) => key).sort();

async function* broken(bytes: number) {
  for (let sent = 0; sent < bytes; sent += MIB) yield new Uint8Array(Math.min(MIB, bytes - sent));
  throw new Error("cut");
}

describe.each(Object.keys(STORES).slice(0, minio ? 2 : 1))("files on %s", (store) => {
  const given = async () => {
    const files = await (STORES[store] as () => Promise<Files>)();
    await files.prepare();
    return files;
  };

  test.each([
    ["a small file", 60_000],
    ["an empty file", 0],
    ["exactly one part", 8 * MIB],
    ["a file of several parts", 20 * MIB + 7],
  ])("gives back %s as it was put, with its size and digest", async (_, size) => {
    const files = await given();
    const body = Buffer.alloc(size, crypto.getRandomValues(new Uint8Array(997)));
    const stored = await files.put("t/imports/1", bodyOf(body));
    expect((await contentOf(files.read("t/imports/1"))).equals(body)).toBe(true);
    expect(stored).toEqual({ sizeBytes: size, sha256: createHash("sha256").update(body).digest("hex") });
    expect(await files.sizeBytes("t/imports/1")).toBe(size);
  });

  test("reads a range, both ends included", async () => {
    const files = await given();
    await files.put("t/a", "0123456789");
    expect((await contentOf(files.read("t/a", { start: 2, end: 4 }))).toString()).toBe("234");
  });

  test("stops reading when its reader does", async () => {
    const files = await given();
    await files.put("t/a", new Uint8Array(20 * MIB));
    for await (const chunk of files.read("t/a")) {
      expect(chunk.byteLength).toBeLessThan(20 * MIB);
      break;
    }
    expect(await files.sizeBytes("t/a")).toBe(20 * MIB);
  });

  test("refuses to read what is not there", async () => {
    const files = await given();
    expect(await refusal(contentOf(files.read("t/none")))).toBeInstanceOf(Error);
    expect(await files.sizeBytes("t/none")).toBeUndefined();
  });

  test.each([
    ["small", 10],
    ["of several parts", 20 * MIB],
  ])("leaves nothing of a file that is too large or whose source breaks, %s", async (_, size) => {
    const files = await given();
    expect(await refusal(files.put("t/a", new Uint8Array(size), { limitBytes: size - 1 }))).toBeInstanceOf(
      FileTooLarge,
    );
    expect(await refusal(files.put("t/b", broken(size)))).toMatchObject({ message: "cut" });
    expect(await keysIn(files, "t")).toEqual([]);
    expect(await files.sizeBytes("t/a")).toBeUndefined();
  });

  test("a file that cannot be replaced whole stays as it was", async () => {
    const files = await given();
    await files.put("t/a", "before");
    expect(await refusal(files.put("t/a", broken(20 * MIB)))).toMatchObject({ message: "cut" });
    expect((await contentOf(files.read("t/a"))).toString()).toBe("before");
  });

  test.each(["../x", "a/../../x", "/etc/passwd", "a\0b", "a\\b", "a//b", "", "C:\\x", "..\\x"])(
    "T24 refuses the key %j",
    async (key) => {
      const files = await given();
      expect(await refusal(files.put(key, "x"))).toBeInstanceOf(TypeError);
      expect(await refusal((async () => contentOf(files.read(key)))())).toBeInstanceOf(TypeError);
      expect(await refusal((async () => files.delete(key))())).toBeInstanceOf(TypeError);
    },
  );

  test("lists a folder and nothing beside it", async () => {
    const files = await given();
    for (const key of ["t/media/p/1", "t/media/2", "t/media-else/3", "other/media/4"]) await files.put(key, "x");
    expect(await keysIn(files, "t/media")).toEqual(["t/media/2", "t/media/p/1"]);
    expect(await keysIn(files, "t/none")).toEqual([]);
    const [listed] = await Array.fromAsync(files.list("t/media/p"));
    expect(Math.abs((listed?.modifiedAtMs ?? 0) - Date.now())).toBeLessThan(60_000);
  });

  test("deletes, also what is not there", async () => {
    const files = await given();
    await files.put("t/a", "x");
    await files.delete("t/a");
    await files.delete("t/a");
    expect(await files.sizeBytes("t/a")).toBeUndefined();
  });

  test("says how it is", async () => {
    expect((await (await given()).check())["store"]).toBe(store === "local disk" ? "local" : "s3");
  });
});

describe("local disk", () => {
  test("removes what a killed process left half-written", async () => {
    const folder = temporaryFolder();
    const files = openFiles(readConfig({ env: { CATALOGD_DATA_DIR: folder } }));
    await files.put("t/exports/a", "x");
    const stored = join(folder, "files/t/exports");
    await Bun.write(join(stored, "b.0f.part"), "half");
    await Bun.write(join(stored, "c.0f.part"), "just begun");
    utimesSync(join(stored, "b.0f.part"), 1, 1);
    expect(await keysIn(files, "t/exports")).toEqual(["t/exports/a"]);
    await files.removeParts(2_000);
    expect(readdirSync(stored).sort()).toEqual(["a", "c.0f.part"]);
  });

  test("T24 a folder that links elsewhere is not listed", async () => {
    const folder = temporaryFolder();
    const files = openFiles(readConfig({ env: { CATALOGD_DATA_DIR: folder } }));
    mkdirSync(join(folder, "files/t"), { recursive: true });
    await Bun.$`ln -s /etc ${join(folder, "files/t/media")}`.quiet();
    expect(await keysIn(files, "t")).toEqual([]);
  });
});

describe.skipIf(!minio)("object store", () => {
  const clientOf = (secretKey: string) => {
    const { hostname, port } = new URL(minio?.url ?? "");
    const accessKey = minio?.env["CATALOGD_S3_ACCESS_KEY"] ?? "";
    return new Client({ endPoint: hostname, port: Number(port), useSSL: false, accessKey, secretKey });
  };

  test("leaves no part of an upload that broke off", async () => {
    const files = await (STORES["object store"] as () => Promise<Files>)();
    await files.prepare();
    const bucket = `test-${buckets - 1}`;
    await refusal(files.put("t/a", broken(20 * MIB)));
    const client = clientOf(minio?.env["CATALOGD_S3_SECRET_KEY"] ?? "");
    expect(await Array.fromAsync(client.listIncompleteUploads(bucket, "t/a", true))).toEqual([]);
  });

  test.each([
    ["a wrong secret", { CATALOGD_S3_SECRET_KEY: "wrong-wrong" }],
    ["nobody listening", { CATALOGD_S3_ENDPOINT: "http://127.0.0.1:9" }],
  ])("is not ready with %s", async (_, env) => {
    const files = openFiles(readConfig({ env: { ...minio?.env, ...env } }));
    expect(await refusal(files.prepare())).toBeInstanceOf(Error);
    expect(await refusal(files.check())).toBeInstanceOf(Error);
    expect(await refusal(files.sizeBytes("t/a"))).toBeInstanceOf(Error);
  });

  test("a missing bucket is reported", async () => {
    const files = await (STORES["object store"] as () => Promise<Files>)();
    expect(await refusal(files.check())).toMatchObject({ message: expect.stringContaining("no bucket") });
  });

  test.each([
    [{ CATALOGD_S3_ENDPOINT: "https://a.example" }, "CATALOGD_S3_ACCESS_KEY"],
    [{ CATALOGD_S3_ENDPOINT: "a.example:9000" }, "expects an address"],
  ])("%j is refused", async (env, reason) => {
    expect(await refusal((async () => openFiles(readConfig({ env })))())).toMatchObject({
      message: expect.stringContaining(reason),
    });
  });
});
