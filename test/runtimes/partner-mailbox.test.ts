import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import process from "node:process";
import { Readable } from "node:stream";
import { openMailbox } from "../../src/remote-files/mailbox.ts";
import { testOutbound } from "../outbound/names.ts";
import { type RelayFault, startRelay } from "../servers/relay.ts";
import { startDovecot } from "./partners/dovecot.ts";

const outbound = testOutbound();
const HOST = "r1.receiver.test";
const [USER, PASSWORD] = ["imports@shop.example", "s3cret-pass"];
const SENDER = "prices@acme.example";
const SILENCE_MS = 1_500;
const MIB = 1024 * 1024;
const [LARGE_MIB, GROWTH_MIB, LOOKED_AT_MIB] = [200, 120, 10];
/** Each piece of it late, it takes longer than a server may be silent. */
const SLOW_BYTES = MIB;
const LIST = "ean;nom\n4006381333931;Stylo à bille\n";
const TEST_MS = 120_000;

const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});
const stopped = <S extends { stop(): Promise<unknown> }>(server: S): S => {
  stops.push(() => server.stop());
  return server;
};

let dovecot: Awaited<ReturnType<typeof startDovecot>>;
beforeAll(async () => {
  dovecot = stopped(await startDovecot({ name: HOST, user: USER, password: PASSWORD }));
  const bring = (subject: string, filename?: string, content: string | Buffer | Readable = LIST, from = SENDER) =>
    dovecot.deliver({ from, subject, attachments: filename === undefined ? [] : [{ filename, content }] });
  await bring("Liste", "old.csv");
  await bring("Liste de mars", "tarif-été.csv");
  await bring("Liste", "x.csv", "x", "news@else.example");
  await bring("Liste");
  await bring("Slow", "slow.csv", Buffer.alloc(SLOW_BYTES));
  const piece = Buffer.alloc(MIB);
  await bring("Large", "large.csv", Readable.from(Array.from({ length: LARGE_MIB }, () => piece)));
}, TEST_MS);

async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

interface Given {
  password?: string;
  folder?: string;
  port?: number;
}
const opened = (
  security: "tls" | "starttls" | "none",
  given: Given = {},
  options: Parameters<typeof openMailbox>[2] = {},
) =>
  openMailbox(
    {
      host: HOST,
      port: security === "tls" ? dovecot.imaps : dovecot.imap,
      username: USER,
      password: PASSWORD,
      folder: "INBOX",
      security,
      caCertificate: readFileSync(dovecot.certificate, "utf8"),
      ...given,
    },
    outbound,
    options,
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

test("all mails that fit are listed, the newest first, and one is moved to another folder or deleted", async () => {
  const mailbox = await opened("tls");
  const found = await mailbox.list(query, 10);
  expect(found.map(({ fileName }) => fileName)).toEqual(["tarif-été.csv", "old.csv"]);
  expect(found[0]).toMatchObject({ sender: expect.stringContaining("acme"), receivedAtMs: expect.any(Number) });
  const [newest, old] = found;
  await mailbox.move(newest?.id ?? "", "Done");
  await mailbox.remove(old?.id ?? "");
  expect(await mailbox.list(query, 10)).toEqual([]);
  await mailbox.close();
  const done = await opened("tls", { folder: "Done" });
  const [moved] = await done.list(query, 10);
  expect(moved?.fileName).toBe("tarif-été.csv");
  await done.move(moved?.id ?? "", "INBOX");
  await done.close();
});

test("a wrong password, a missing folder and a certificate without a trusted issuer are refused", async () => {
  await expect(opened("tls", { password: "wrong" })).rejects.toMatchObject({ reason: "credentials" });
  await expect(opened("none", { folder: "Nowhere" })).rejects.toMatchObject({ reason: "folder" });
  const target = { host: HOST, port: dovecot.imaps, username: USER, password: PASSWORD, folder: "INBOX" } as const;
  await expect(openMailbox({ ...target, security: "tls" }, outbound)).rejects.toMatchObject({ name: "RemoteError" });
});

/** What is read of a mail over a line that is bad from its first byte on. */
async function readOver(subject: string, fault: RelayFault): Promise<string | undefined> {
  const relay = stopped(await startRelay(dovecot.imap));
  const mailbox = await opened("none", { port: relay.port }, { silenceMs: SILENCE_MS });
  const found = await mailbox.newest({ ...query, subject });
  relay.breakAt(fault);
  try {
    return found && (await textOf(found.read()));
  } finally {
    await mailbox.close();
  }
}

test.each(["cut", "silence"] as const)(
  "a line that breaks in the middle (%s) brings no whole file",
  async (how) => {
    const reported = { name: "RemoteError", reason: "unreachable" };
    await expect(readOver("Slow", { afterBytes: MIB / 2, how })).rejects.toMatchObject(reported);
  },
  TEST_MS,
);

test(
  "a line that is slow, but never silent, brings the file",
  async () => {
    expect((await readOver("Slow", { afterBytes: 0, how: "slow" }))?.length).toBe(SLOW_BYTES);
  },
  TEST_MS,
);

test(
  `a file of ${LARGE_MIB} MiB is read in bounded memory`,
  async () => {
    const mailbox = await opened("none");
    const found = await mailbox.newest({ ...query, subject: "Large" });
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    let [bytes, most, next] = [0, 0, 0];
    for await (const chunk of found?.read() ?? []) {
      bytes += chunk.length;
      if (bytes < next) continue;
      next = bytes + LOOKED_AT_MIB * MIB;
      // What is garbage already is not held.
      Bun.gc(true);
      most = Math.max(most, process.memoryUsage.rss() - before);
    }
    await mailbox.close();
    expect(bytes).toBe(LARGE_MIB * MIB);
    expect(most / MIB).toBeLessThan(GROWTH_MIB);
  },
  TEST_MS,
);
