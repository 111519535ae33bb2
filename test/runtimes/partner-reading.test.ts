import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openFtpReading } from "../../src/remote-files/ftp-reading.ts";
import { newestOf, type RemoteReading } from "../../src/remote-files/remote-reading.ts";
import { openSftpReading } from "../../src/remote-files/sftp-reading.ts";
import { testOutbound } from "../outbound/names.ts";
import { type RelayFault, startRelay } from "../servers/relay.ts";
import { startProftpd } from "./partners/proftpd.ts";
import { startSshd } from "./partners/sshd.ts";

const outbound = testOutbound();
const HOST = "r1.receiver.test";
const [USER, PASSWORD] = ["partner", "s3cret-pass"];
const SILENCE_MS = 1_500;
const MIB = 1024 * 1024;
const [LARGE_MIB, GROWTH_MIB, LOOKED_AT_MIB] = [200, 120, 10];
/** Each piece of it late, it takes longer than a server may be silent. */
const SLOW_BYTES = MIB;
const LIST = "ean;nom\n4006381333931;Stylo à bille\n";

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops) await stop();
});
const stopped = <S extends { stop(): Promise<unknown> }>(server: S): S => {
  stops.push(() => server.stop());
  return server;
};

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** What a partner has put out. */
function fillOutbox(folder: string): void {
  const outbox = join(folder, "outbox");
  mkdirSync(outbox);
  chmodSync(outbox, 0o755);
  const files: [name: string, content: string | Uint8Array, day: string][] = [
    ["old.csv", "ean;nom\n", "2026-01-01"],
    ["liste été.csv", LIST, "2026-03-01"],
    ["coming.csv.part", "half", "2026-04-01"],
    ["notes.txt", "x", "2026-05-01"],
    ["large.bin", new Uint8Array(LARGE_MIB * MIB), "2026-02-01"],
    ["slow.bin", new Uint8Array(SLOW_BYTES), "2026-02-01"],
  ];
  for (const [name, content, day] of files) {
    writeFileSync(join(outbox, name), content);
    chmodSync(join(outbox, name), 0o644);
    utimesSync(join(outbox, name), new Date(day), new Date(day));
  }
}

interface Given {
  port?: number;
  password?: string;
  folder?: string;
  silenceMs?: number;
  fingerprint?: string;
}
let ports: Record<string, number>;
let folders: Record<string, string> = {};
let open: Record<string, (given?: Given) => Promise<RemoteReading>>;
beforeAll(async () => {
  const ftp = stopped(await startProftpd({ name: HOST, user: USER, password: PASSWORD }));
  const sshd = stopped(await startSshd({ password: PASSWORD, passphrase: "unused" }));
  ports = { FTP: ftp.port, SFTP: sshd.port };
  folders = { FTP: ftp.folder, SFTP: sshd.folder };
  for (const { folder } of [ftp, sshd]) fillOutbox(folder);
  const caCertificate = readFileSync(ftp.certificate, "utf8");
  const overFtp =
    (secure: boolean | "implicit") =>
    ({
      port = secure === "implicit" ? ftp.implicitPort : ftp.port,
      password = PASSWORD,
      folder = "outbox",
      ...options
    }: Given = {}) =>
      openFtpReading({ host: HOST, port, username: USER, password, secure, caCertificate, folder }, outbound, options);
  open = {
    FTP: overFtp(false),
    "FTP with TLS begun": overFtp(true),
    "FTP in TLS": overFtp("implicit"),
    SFTP: ({
      port = sshd.port,
      password = PASSWORD,
      folder = "outbox",
      fingerprint = sshd.fingerprint,
      ...options
    } = {}) =>
      openSftpReading(
        { host: HOST, port, username: sshd.user, password, host_fingerprint: fingerprint, folder },
        outbound,
        options,
      ),
  };
});
const opening = (name: string, given?: Given): Promise<RemoteReading> => {
  const chosen = open[name];
  if (!chosen) throw new Error(`There is no ${name}`);
  return chosen(given);
};

describe.each(["FTP", "FTP with TLS begun", "FTP in TLS", "SFTP"])(
  "taking files over %s from a real server",
  (name) => {
    test("S37.12 the newest whole file that fits is found and read byte for byte", async () => {
      const reading = await opening(name);
      const found = newestOf(await reading.list("*.csv"));
      expect(found).toMatchObject({ name: "liste été.csv", sizeBytes: Buffer.byteLength(LIST) });
      expect(await textOf(reading.read("liste été.csv"))).toBe(LIST);
      await reading.close();
    });

    test("a wrong password, a missing folder and an absent server are distinguished", async () => {
      const reported = (given: Given) => opening(name, given).then((reading) => reading.list("*"));
      await expect(reported({ password: "wrong" })).rejects.toMatchObject({ reason: "credentials" });
      await expect(reported({ folder: "nowhere" })).rejects.toMatchObject({ reason: "folder" });
      await expect(reported({ port: 1 })).rejects.toMatchObject({ reason: "unreachable" });
    });

    test(`a file of ${LARGE_MIB} MiB is read in bounded memory`, async () => {
      const reading = await opening(name);
      Bun.gc(true);
      const before = process.memoryUsage.rss();
      let bytes = 0;
      let most = 0;
      for await (const chunk of reading.read("large.bin")) {
        bytes += chunk.length;
        if (bytes % (LOOKED_AT_MIB * MIB) >= chunk.length) continue;
        // What is garbage already is not held.
        Bun.gc(true);
        most = Math.max(most, process.memoryUsage.rss() - before);
      }
      await reading.close();
      expect(bytes).toBe(LARGE_MIB * MIB);
      expect(most / MIB).toBeLessThan(GROWTH_MIB);
    });
  },
);

test.each(["FTP", "FTP in TLS", "SFTP"])(
  "files are moved, renamed and deleted over %s on a real server",
  async (name) => {
    const server = name === "SFTP" ? "SFTP" : "FTP";
    const folder = join(folders[server] ?? "", "taken");
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o777);
    for (const file of ["a b.csv", "c.csv"]) {
      writeFileSync(join(folder, file), LIST);
      chmodSync(join(folder, file), 0o666);
    }
    const reading = await opening(name, { folder: "taken" });
    await reading.move("a b.csv", "done/2026/a b.csv");
    expect([await reading.exists("done/2026/a b.csv"), await reading.exists("a b.csv")]).toEqual([true, false]);
    await reading.move("c.csv", "c.csv.imported");
    await reading.remove("c.csv.imported");
    expect(await reading.list("*")).toEqual([]);
    await reading.close();
    rmSync(folder, { recursive: true });
  },
);

describe.each(["FTP", "SFTP"])("a bad line to a real server over %s", (name) => {
  /** The reading of what comes over a line that is bad from here on. */
  async function over(fault: RelayFault): Promise<RemoteReading> {
    const relay = stopped(await startRelay(ports[name] ?? 0));
    const reading = await opening(name, { port: relay.port, silenceMs: SILENCE_MS });
    relay.breakAt(fault);
    return reading;
  }

  test.each(["cut", "silence"] as const)("one that breaks in the middle (%s) brings no whole file", async (how) => {
    const reading = await over({ afterBytes: 20 * MIB, how });
    const reported = { name: "RemoteError", reason: "unreachable" };
    await expect(textOf(reading.read("large.bin"))).rejects.toMatchObject(reported);
    await reading.close();
  });

  test("one that is slow, but never silent, brings the file", async () => {
    const reading = await over({ afterBytes: 0, how: "slow" });
    expect((await textOf(reading.read("slow.bin"))).length).toBe(SLOW_BYTES);
    await reading.close();
  });
});

test("SFTP: a server with another key than the expected one learns nothing", async () => {
  const other = { port: ports["SFTP"] ?? 0, fingerprint: `SHA256:${"A".repeat(43)}` };
  await expect(opening("SFTP", other)).rejects.toMatchObject({ reason: "host_key" });
});
