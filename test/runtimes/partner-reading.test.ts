import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { openFtpReading } from "../../src/remote-files/ftp-reading.ts";
import { openMailbox } from "../../src/remote-files/mailbox.ts";
import { newestOf, type RemoteReading } from "../../src/remote-files/remote-reading.ts";
import { openSftpReading } from "../../src/remote-files/sftp-reading.ts";
import { testOutbound } from "../outbound/names.ts";
import { startDovecot } from "./partners/dovecot.ts";
import { startProftpd } from "./partners/proftpd.ts";
import { startRelay } from "./partners/relay.ts";
import { startSshd } from "./partners/sshd.ts";

const outbound = testOutbound();
const HOST = "r1.receiver.test";
const [USER, PASSWORD] = ["partner", "s3cret-pass"];
const SILENCE_MS = 1_500;
const MIB = 1024 * 1024;
const [LARGE_MIB, GROWTH_MIB, LOOKED_AT_MIB] = [200, 120, 10];
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
}
let sftpPort = 0;
let open: Record<string, (given?: Given) => Promise<RemoteReading>>;
beforeAll(async () => {
  const ftp = stopped(await startProftpd({ name: HOST, user: USER, password: PASSWORD }));
  const sshd = stopped(await startSshd({ password: PASSWORD, passphrase: "unused" }));
  sftpPort = sshd.port;
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
    SFTP: ({ port = sshd.port, password = PASSWORD, folder = "outbox", ...options } = {}) =>
      openSftpReading(
        { host: HOST, port, username: sshd.user, password, host_fingerprint: sshd.fingerprint, folder },
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

    test("a wrong password, a missing folder and a server that is away are told apart", async () => {
      const told = (given: Given) => opening(name, given).then((reading) => reading.list("*"));
      await expect(told({ password: "wrong" })).rejects.toMatchObject({ reason: "credentials" });
      await expect(told({ folder: "nowhere" })).rejects.toMatchObject({ reason: "folder" });
      await expect(told({ port: 1 })).rejects.toMatchObject({ reason: "unreachable" });
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

test.each(["cut", "silence"] as const)("SFTP: a line that breaks in the middle (%s) is no whole file", async (how) => {
  const relay = stopped(await startRelay(sftpPort));
  const reading = await opening("SFTP", { port: relay.port, silenceMs: SILENCE_MS });
  relay.breakAt({ afterBytes: 20 * MIB, how });
  await expect(textOf(reading.read("large.bin"))).rejects.toMatchObject({ name: "RemoteError", reason: "unreachable" });
  await reading.close();
});

describe("a mailbox of Dovecot", () => {
  const user = "imports@shop.example";
  let dovecot: Awaited<ReturnType<typeof startDovecot>>;
  beforeAll(async () => {
    dovecot = stopped(await startDovecot({ name: HOST, user, password: PASSWORD }));
    const attachments = [{ filename: "tarif-été.csv", content: LIST }];
    await dovecot.deliver({
      from: "prices@acme.example",
      subject: "Liste",
      attachments: [{ filename: "old.csv", content: "old" }],
    });
    await dovecot.deliver({ from: "prices@acme.example", subject: "Liste de mars", attachments });
    await dovecot.deliver({
      from: "news@else.example",
      subject: "Liste",
      attachments: [{ filename: "x.csv", content: "x" }],
    });
    await dovecot.deliver({ from: "prices@acme.example", subject: "Liste", attachments: [] });
  });
  const opened = (security: "tls" | "starttls" | "none", more: { password?: string; folder?: string } = {}) =>
    openMailbox(
      {
        host: HOST,
        port: security === "tls" ? dovecot.imaps : dovecot.imap,
        username: user,
        password: PASSWORD,
        folder: "INBOX",
        security,
        caCertificate: readFileSync(dovecot.certificate, "utf8"),
        ...more,
      },
      outbound,
    );
  const query = {
    sender: "acme",
    subject: "Liste",
    unseenOnly: false,
    accepts: (name: string) => name.endsWith(".csv"),
  };

  test.each(["none", "starttls", "tls"] as const)(
    "the newest mail that fits is found and its file read (%s)",
    async (security) => {
      const mailbox = await opened(security);
      const found = await mailbox.newest(query);
      expect(found?.fileName).toBe("tarif-été.csv");
      expect(found && (await textOf(found.read()))).toBe(LIST);
      await mailbox.close();
    },
  );

  test("a mail that was taken is seen, and found no more among the unseen", async () => {
    const mailbox = await opened("tls");
    const unseen = { ...query, unseenOnly: true };
    await (await mailbox.newest(unseen))?.markSeen();
    expect((await mailbox.newest(unseen))?.fileName).toBe("old.csv");
    await mailbox.close();
  });

  test("a wrong password, a missing folder and a certificate nobody vouches for are refused", async () => {
    await expect(opened("tls", { password: "wrong" })).rejects.toMatchObject({ reason: "credentials" });
    await expect(opened("none", { folder: "Nowhere" })).rejects.toMatchObject({ reason: "folder" });
    const target = { host: HOST, port: dovecot.imaps, username: user, password: PASSWORD, folder: "INBOX" } as const;
    await expect(openMailbox({ ...target, security: "tls" }, outbound)).rejects.toMatchObject({ name: "RemoteError" });
  });
});
