import { afterAll, expect, test } from "bun:test";
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ftpSource, sftpSource } from "../../../src/imports/sources/bodies.ts";
import { takeFile } from "../../../src/imports/sources/take-file.ts";
import type { TakenFile } from "../../../src/imports/sources/taking.ts";
import { testOutbound } from "../../outbound/names.ts";
import { startSources } from "./given-sources.ts";

const { ftp, sftp, ftpBody, sftpBody, stop } = await startSources();
afterAll(async () => void (await stop()));

const ROW = "400,a,b\n";

/** Takes `growing.csv`, which gets another row in each pause while there are rows left. */
async function taken(kind: "ftp" | "sftp", rows: number) {
  const body = { file_pattern: "growing.csv", settle_seconds: 7 };
  const source =
    kind === "ftp" ? ftpSource({ ...ftpBody(), ...body } as never) : sftpSource({ ...sftpBody(), ...body } as never);
  const path = join((kind === "ftp" ? ftp : sftp).folder, "outbox", "growing.csv");
  writeFileSync(path, ROW);
  const pauses: number[] = [];
  const stored: TakenFile[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    if (pauses.length <= rows) appendFileSync(path, ROW);
  };
  const taking = {
    chosen: async () => undefined,
    store: async (bytes: AsyncIterable<Uint8Array>) => {
      let sizeBytes = 0;
      for await (const chunk of bytes) sizeBytes += chunk.length;
      return { sizeBytes, sha256: "" };
    },
    accept: async (file: TakenFile) => void stored.push(file),
  };
  const context = { outbound: testOutbound(), config: {}, pause };
  const { password } = ftpBody() as { password: string };
  const error: unknown = await takeFile(source, { password }, context, taking).catch((thrown: unknown) => thrown);
  return { error, pauses, sizes: stored.map(({ sizeBytes }) => sizeBytes) };
}

test.each(["ftp", "sftp"] as const)("a file that grows over %s is taken when it grows no more", async (kind) => {
  expect(await taken(kind, 2)).toEqual({ error: undefined, pauses: [7000, 7000, 7000], sizes: [ROW.length * 3] });
});

test.each(["ftp", "sftp"] as const)("a file that goes on growing over %s is never taken", async (kind) => {
  expect(await taken(kind, 100)).toMatchObject({ error: { reason: "changing" }, sizes: [] });
});
