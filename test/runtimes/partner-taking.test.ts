import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ftpSource, sftpSource } from "../../src/imports/sources/bodies.ts";
import { takeFile } from "../../src/imports/sources/take-file.ts";
import type { TakenFile } from "../../src/imports/sources/taking.ts";
import { supplierStory } from "../import-configs/supplier-story.ts";
import { testOutbound } from "../outbound/names.ts";
import { startProftpd } from "./partners/proftpd.ts";
import { startSshd } from "./partners/sshd.ts";

const HOST = "r1.receiver.test";
const [USER, PASSWORD] = ["partner", "s3cret-pass"];
const SIZE = 4 * 1024 * 1024;
/** What a supplier writes: files all of one letter. */
const listOf = (letter: string, size = SIZE) => Buffer.alloc(size, letter);

let ftp: Awaited<ReturnType<typeof startProftpd>>;
let sshd: Awaited<ReturnType<typeof startSshd>>;
beforeAll(async () => {
  ftp = await startProftpd({ name: HOST, user: USER, password: PASSWORD });
  sshd = await startSshd({ password: PASSWORD, passphrase: "unused" });
  for (const { folder } of [ftp, sshd]) mkdirSync(join(folder, "outbox"));
});
afterAll(() => Promise.all([ftp.stop(), sshd.stop()]));

const placeOf = (name: string) => {
  const login = { host: HOST, password: PASSWORD, directory_path: "outbox", file_pattern: "list*" };
  if (name === "FTP") return { folder: ftp.folder, source: ftpSource({ ...login, port: ftp.port, username: USER }) };
  const key = { host_fingerprint: sshd.fingerprint };
  return { folder: sshd.folder, source: sftpSource({ ...login, ...key, port: sshd.port, username: sshd.user }) };
};

/** Writes a file as a supplier's program does that is not careful: in place, with a time of its own. */
function put(path: string, content: Uint8Array, day: string): void {
  writeFileSync(path, content, { mode: 0o644 });
  utimesSync(path, new Date(day), new Date(day));
}

/** Takes the newest file; `during` is called in the middle of each reading, with its number. Answers what was stored. */
async function taken(name: string, during: (path: string, reading: number) => void) {
  const { folder, source } = placeOf(name);
  const path = join(folder, "outbox", "list.csv");
  put(path, listOf("a"), "2026-01-01");
  const storedValue: { file: TakenFile; text: string }[] = [];
  let [stored, readings] = [Buffer.alloc(0), 0];
  const taking = {
    chosen: async () => undefined,
    store: async (bytes: AsyncIterable<Uint8Array>) => {
      const chunks: Uint8Array[] = [];
      const reading = ++readings;
      for await (const chunk of bytes) if (chunks.push(chunk) === 1) during(path, reading);
      stored = Buffer.concat(chunks);
      return { sizeBytes: stored.length, sha256: `${readings}` };
    },
    accept: async (file: TakenFile) => void storedValue.push({ file, text: stored.toString() }),
  };
  const context = { outbound: testOutbound(), config: {}, pause: async () => undefined };
  const failure: unknown = await takeFile(source, { password: PASSWORD }, context, taking).catch((error) => error);
  rmSync(path, { force: true });
  return { failure, kept: storedValue, readings };
}

describe.each(["FTP", "SFTP"])("a file that changes while it is read over %s from a real server", (name) => {
  test.each([
    ["by one of another size", SIZE / 2],
    ["by one of the same size", SIZE],
  ])("one that is replaced %s is read again", async (_, size) => {
    const { kept, readings } = await taken(name, (path, reading) => {
      if (reading === 1) put(path, listOf("b", size), "2026-02-01");
    });
    expect([kept.length, readings]).toEqual([1, 2]);
    expect(kept[0]?.text === "b".repeat(size)).toBe(true);
  });

  test("one that another is renamed over is read again", async () => {
    const { kept, readings } = await taken(name, (path, reading) => {
      if (reading > 1) return;
      put(`${path}.part`, listOf("b"), "2026-02-01");
      renameSync(`${path}.part`, path);
    });
    expect([kept.length, readings]).toEqual([1, 2]);
    expect(kept[0]?.text === "b".repeat(SIZE)).toBe(true);
  });

  test("one that never settles is not stored", async () => {
    const { failure, kept, readings } = await taken(name, (path, reading) => {
      put(path, listOf("b", SIZE + reading), `2026-03-0${reading}`);
    });
    expect([kept, readings]).toEqual([[], 3]);
    expect(failure).toMatchObject({ name: "SourceError", reason: "changing" });
  });

  test("one that is taken away when it is open is whole all the same", async () => {
    const { kept, readings } = await taken(name, (path) => renameSync(path, `${path}.part`));
    rmSync(join(placeOf(name).folder, "outbox", "list.csv.part"));
    expect([kept[0]?.file.sizeBytes, readings]).toEqual([SIZE, 1]);
  });
});

test("a workbook on a real SFTP server is taken, matched and imported by itself; failed rows come back", () =>
  supplierStory({
    source: {
      host: HOST,
      port: sshd.port,
      username: sshd.user,
      password: PASSWORD,
      host_fingerprint: sshd.fingerprint,
      directory_path: "outbox",
    },
    put: (name, content) => put(join(sshd.folder, "outbox", name), content, "2026-04-01"),
  }));
