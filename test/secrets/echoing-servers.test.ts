import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { Server, utils } from "ssh2";
import { openPlatform } from "../../src/exports/platforms/open-platform.ts";
import { emailSource, ftpSource, sftpSource } from "../../src/imports/sources/bodies.ts";
import { takeFile } from "../../src/imports/sources/take-file.ts";
import { sendBySmtp } from "../../src/mail/smtp.ts";
import { testOutbound } from "../outbound/names.ts";

const HOST = "receiver.test";
const PASSWORD = "hidden-4711";
const ended: (() => void)[] = [];
afterAll(() => {
  for (const end of ended) end();
});

/** A server that refuses each login by repeating what it was sent. */
async function echoing(greeting: string, answer: (line: string, socket: Socket) => string): Promise<number> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", (lines) => {
      for (const line of String(lines).split("\r\n").filter(Boolean)) socket.write(answer(line, socket));
    });
    socket.write(greeting);
    ended.push(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(() => server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const ftp = () =>
  echoing("220 Files\r\n", (line) => (line.startsWith("USER") ? "331 Go on\r\n" : `530 No: ${line}\r\n`));
const imap = () => {
  let tag = "*";
  return echoing("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] Mails\r\n", (line) => {
    const [first = "", command = ""] = line.split(" ");
    if (command !== "") tag = first;
    if (/^CAPABILITY$/i.test(command)) return `* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n${tag} OK Done\r\n`;
    if (/^(?:ID|NOOP|LOGOUT)$/i.test(command)) return `${tag} OK Done\r\n`;
    if (/^AUTHENTICATE$/i.test(command) && line.split(" ").length < 4) return "+ \r\n";
    return `${tag} NO [AUTHENTICATIONFAILED] no ${line}\r\n`;
  });
};
/** Lets everybody in, and says in the failure of the first request for files what it was let in with. */
async function sftp(): Promise<number> {
  const { private: hostKey } = utils.generateKeyPairSync("ed25519");
  let password = "";
  const server = new Server({ hostKeys: [hostKey] }, (client) => {
    ended.push(() => client.end());
    client.on("error", () => undefined);
    client.on("authentication", (login) => {
      if (login.method !== "password") return login.reject(["password"]);
      password = login.password;
      login.accept();
    });
    client.on("session", (accept) =>
      accept().on("sftp", (open) => {
        const files = open();
        const fail = (id: number) => files.status(id, utils.sftp.STATUS_CODE.FAILURE, `No: ${password}`);
        for (const request of ["REALPATH", "STAT", "LSTAT", "OPENDIR"] as const) files.on(request as "OPENDIR", fail);
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(() => server.close());
  return Object(server.address()).port;
}
const smtp = () =>
  echoing("220 Mails\r\n", (line) => {
    if (/^EHLO/i.test(line)) return "250-Mails\r\n250 AUTH PLAIN LOGIN\r\n";
    return `535 No: ${line}\r\n`;
  });

const taking = {
  chosen: async () => undefined,
  store: async () => Promise.reject(new Error("no file is expected")),
  accept: async () => undefined,
};
const { outbound } = { outbound: testOutbound() };
const context = { outbound, config: {}, pause: async () => undefined, silenceMs: 2_000 };
const WAYS: [string, () => Promise<unknown>][] = [
  [
    "an import over FTP",
    async () =>
      takeFile(ftpSource({ host: HOST, port: await ftp(), username: "anna" }), { password: PASSWORD }, context, taking),
  ],
  [
    "an import over SFTP",
    async () =>
      takeFile(
        sftpSource({ host: HOST, port: await sftp(), username: "anna" }),
        { password: PASSWORD },
        context,
        taking,
      ),
  ],
  [
    "an import of a mailbox",
    async () => {
      const at = { imap_host: HOST, imap_port: await imap(), security: "none" } as const;
      const source = emailSource({ ...at, email: "anna@example.com", password: PASSWORD });
      return takeFile(source, { password: PASSWORD }, context, taking);
    },
  ],
  [
    "an export over FTP",
    async () => openPlatform("ftp", { host: HOST, port: await ftp(), username: "anna", password: PASSWORD }, outbound),
  ],
  [
    "a mail",
    async () => {
      const auth = { user: "anna", pass: PASSWORD };
      const connection = { host: "127.0.0.1", port: await smtp(), ignoreTLS: true, auth };
      const mail = { id: "1", recipient: "b@example.com", subject: "", body: "", createdAtMs: 0, expiresAtMs: 1 };
      return sendBySmtp({ connection, from: "a@example.com", fromName: "" }, mail, { timeoutMs: 2_000 });
    },
  ],
];

describe("N-8 a server that repeats what it was sent", () => {
  test.each(WAYS)("reveals nothing of it by the error of %s", async (_, run) => {
    const error = await run().then(
      () => new Error("It was let in"),
      (thrown: unknown) => thrown,
    );
    const reported = String(error);
    // The client of mailboxes reveals nothing of what the server said.
    expect(reported).toMatch(/\*{8}|RemoteError: Command failed/);
    for (const form of [PASSWORD, ...["", "anna", "anna@example.com"].map((user) => plain(user))])
      expect(reported).not.toContain(form);
  });
});

const plain = (user: string) => Buffer.from(`\0${user}\0${PASSWORD}`).toString("base64").replace(/=+$/, "");
