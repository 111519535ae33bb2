import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { openConnection } from "../../db/local/connection.ts";
import { openMailbox } from "../../src/remote-files/mailbox.ts";
import { type Killable, killable } from "../crash/killable.ts";
import { textRow, workbookOf } from "../imports/formats/packages.ts";
import { testOutbound } from "../outbound/names.ts";
import { startRelay } from "../servers/relay.ts";
import { startDovecot } from "./partners/dovecot.ts";
import { startProftpd } from "./partners/proftpd.ts";
import { startSshd } from "./partners/sshd.ts";

const TEST_MS = 300_000;
const [USER, MAIL_USER, PASSWORD] = ["partner", "imports@shop.example", "s3cret-pass-of-a-partner"];
const MAIL_HOST = "r1.receiver.test";
const ROWS = 6_000;
/** More than the greetings, and less than the file. */
const HALF_BYTES = 160_000;

const names = Array.from({ length: ROWS }, (_, row) => [`K-${row}`, `Product ${row} ${crypto.randomUUID()}`] as const);
const LIST = ["sku,name", ...names.map((cells) => cells.join(",")), ""].join("\n");
/** It is unpacked into the folder for temporary files, and takes a while to be analysed. */
const PACKED = gzipSync(
  await workbookOf({
    sheets: { A: textRow(1, "sku", "name") + names.map((cells, n) => textRow(n + 2, ...cells)).join("") },
  }),
);
const FILES = { downloading: ["list.csv", LIST], analyzing: ["list.xlsx.gz", PACKED] } as const;
type Moment = keyof typeof FILES;

interface Partner {
  /** What is requested, with the line in between. */
  path: string;
  body: object;
  line: Awaited<ReturnType<typeof startRelay>>;
  offer(fileName: string, content: string | Uint8Array): Promise<void>;
  /** Whether the file is still there for the next who asks. */
  isUntaken(fileName: string): Promise<boolean>;
}
const stops: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop();
});
const stopped = <S extends { stop(): Promise<unknown> }>(server: S): S => {
  stops.push(() => server.stop());
  return server;
};

/** A folder keeps its files after any reader. */
const inFolder = (folder: string): Pick<Partner, "offer" | "isUntaken"> => ({
  offer: async (fileName, content) => writeFileSync(join(folder, fileName), content, { mode: 0o644 }),
  isUntaken: async () => true,
});

async function ftpPartner(): Promise<Partner> {
  const server = stopped(await startProftpd({ name: "localhost", user: USER, password: PASSWORD }));
  const line = stopped(await startRelay(server.port));
  const body = { host: "127.0.0.1", port: line.port, username: USER, password: PASSWORD, file_pattern: "list*" };
  return { path: "import/ftp", body, line, ...inFolder(server.folder) };
}

async function sftpPartner(): Promise<Partner> {
  const server = stopped(await startSshd({ password: PASSWORD, passphrase: "unused" }));
  const line = stopped(await startRelay(server.port));
  const login = { username: server.user, password: PASSWORD, host_fingerprint: server.fingerprint };
  const body = { host: "127.0.0.1", port: line.port, ...login, file_pattern: "list*" };
  return { path: "import/sftp", body, line, ...inFolder(server.folder) };
}

async function mailPartner(): Promise<Partner> {
  const server = stopped(await startDovecot({ name: MAIL_HOST, user: MAIL_USER, password: PASSWORD }));
  const line = stopped(await startRelay(server.imap));
  const login = { email: MAIL_USER, password: PASSWORD, security: "none" };
  return {
    path: "import/email",
    body: { imap_host: "127.0.0.1", imap_port: line.port, ...login },
    line,
    offer: (filename, content) =>
      server.deliver({
        from: "prices@acme.example",
        subject: "List",
        attachments: [{ filename, content: Buffer.from(content) }],
      }),
    isUntaken: async (fileName) => {
      const target = { host: MAIL_HOST, port: server.imap, username: MAIL_USER, password: PASSWORD } as const;
      const mailbox = await openMailbox({ ...target, folder: "INBOX", security: "none" }, testOutbound());
      const query = { sender: null, subject: null, unseenOnly: true, accepts: (name: string) => name === fileName };
      const found = await mailbox.newest(query);
      await mailbox.close();
      return found !== undefined;
    },
  };
}

let partners: Record<string, Partner>;
let service: Killable;
beforeAll(async () => {
  partners = { ProFTPD: await ftpPartner(), sshd: await sftpPartner(), Dovecot: await mailPartner() };
  service = stopped(await killable());
}, TEST_MS);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, `${name}`))
    .filter((path) => statSync(path).isFile());
const partsIn = (folder: string) => filesIn(folder).filter((path) => path.endsWith(".part") && statSync(path).size > 0);

/** Requests the file and kills the service as soon as it is at this point of it; returns the import's id. */
async function killedAt(moment: Moment, { path, body, line }: Partner): Promise<string> {
  if (moment === "downloading") line.breakAt({ afterBytes: HALF_BYTES, how: "silence" });
  const { id } = await service.call("POST", `/imports/${path}`, body);
  await service.until(`/imports/${id}`, ({ status }) => {
    if (/^(?:failed|awaiting)/.test(status)) throw new Error(`It is ${status} already`);
    return status === moment && (moment === "analyzing" || partsIn(service.data).length > 0);
  });
  await service.kill();
  line.breakAt(undefined);
  return id;
}

function secretsLeft(): number {
  const connection = openConnection(join(service.data, "catalogd.db"), "reader");
  const [row] = connection.rows("select count(*) as n from secret where place like 'imports/%'", {});
  connection.close();
  return Number(row?.["n"]);
}

const CASES = ["ProFTPD", "sshd", "Dovecot"].flatMap((name) =>
  (["downloading", "analyzing"] as const).map((moment) => [moment, name] as const),
);

test.each(CASES)(
  "a file that is %s from %s when the service is killed is imported once, and nothing of it is left",
  async (moment, name) => {
    const partner = partners[name];
    if (!partner) throw new Error(`There is no ${name}`);
    const [fileName, content] = FILES[moment];
    await partner.offer(fileName, content);
    const { meta: before } = await service.call("GET", "/imports/");
    const filesBefore = filesIn(join(service.data, "files"));

    const id = await killedAt(moment, partner);

    expect(await partner.isUntaken(fileName)).toBe(true);
    expect(secretsLeft()).toBe(1);
    await service.start();
    const ready = await service.until(`/imports/${id}`, ({ status }) => /^(?:awaiting|failed)/.test(status));
    expect(ready).toMatchObject({ status: "awaiting_mapping", file_name: fileName, total_rows: ROWS });
    expect((await service.call("GET", "/imports/")).meta.total).toBe(before.total + 1);
    const added = filesIn(join(service.data, "files")).filter((path) => !filesBefore.includes(path));
    expect(added.map((path) => path.endsWith(id))).toEqual([true]);
    expect(filesIn(service.temporary)).toEqual([]);
    expect(secretsLeft()).toBe(0);
    for (const path of filesIn(service.data))
      expect([path, readFileSync(path).includes(PASSWORD)]).toEqual([path, false]);
    if (name === "Dovecot") while (await partner.isUntaken(fileName)) await Bun.sleep(20);

    await service.call("POST", `/imports/${id}/save-mapping`, { column_mapping: { sku: "sku", name: "name" } });
    await service.call("POST", `/imports/${id}/start-processing`);
    const ended = await service.until(`/imports/${id}`, ({ status }) => status.startsWith("completed"));
    expect(ended.successful_rows).toBe(ROWS);
    expect((await service.call("GET", "/products")).meta.total).toBe(ROWS);
  },
  TEST_MS,
);
