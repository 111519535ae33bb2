import { describe, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { bytesOf, FileTooLarge, openFiles } from "../../src/storage/local.ts";
import { temporaryFolder } from "../cleanup.ts";
import { refusal } from "../refusal.ts";

describe("openFiles", () => {
  const given = () => {
    const folder = temporaryFolder();
    return { folder, files: openFiles(folder) };
  };

  test("gives back what was put, with its size and digest", async () => {
    const { files } = given();
    const body = crypto.getRandomValues(new Uint8Array(60_000));
    const stored = await files.put("t/imports/1", bytesOf(new Response(body).body as ReadableStream<Uint8Array>));
    const chunks = await Array.fromAsync(files.read("t/imports/1"));
    expect(Buffer.concat(chunks).equals(body)).toBe(true);
    expect(stored).toEqual({ sizeBytes: 60_000, sha256: createHash("sha256").update(body).digest("hex") });
    expect(await files.sizeBytes("t/imports/1")).toBe(60_000);
  });

  test("leaves nothing of a file that is too large or whose source breaks", async () => {
    const { folder, files } = given();
    async function* broken() {
      yield new Uint8Array(10);
      throw new Error("cut");
    }
    expect(await refusal(files.put("t/a", new Uint8Array(11), { limitBytes: 10 }))).toBeInstanceOf(FileTooLarge);
    expect(await refusal(files.put("t/b", broken()))).toMatchObject({ message: "cut" });
    expect(readdirSync(join(folder, "t"))).toEqual([]);
    expect(await files.sizeBytes("t/a")).toBeUndefined();
  });

  test.each(["../x", "a/../../x", "/etc/passwd", "a\0b", "a\\b", "a//b", ""])("refuses the key %j", async (key) => {
    expect(await refusal(given().files.put(key, "x"))).toBeInstanceOf(TypeError);
  });

  test("removes at the start what a killed process left half-written", async () => {
    const { folder, files } = given();
    await files.put("t/exports/a", "x");
    await Bun.write(join(folder, "t/exports/b.0f.part"), "half");
    await files.removeParts();
    expect(readdirSync(join(folder, "t/exports"))).toEqual(["a"]);
  });

  test("deletes, also what is not there", async () => {
    const { files } = given();
    await files.put("t/a", "x");
    await files.delete("t/a");
    await files.delete("t/a");
    expect(await files.sizeBytes("t/a")).toBeUndefined();
  });
});
