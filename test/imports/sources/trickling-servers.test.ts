import { afterAll, describe, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { emailSource, ftpSource, sftpSource, urlSource } from "../../../src/imports/sources/bodies.ts";
import { takeFile } from "../../../src/imports/sources/take-file.ts";
import { sendBySmtp } from "../../../src/mail/smtp.ts";
import { openMailbox } from "../../../src/remote-files/mailbox.ts";
import { testOutbound } from "../../outbound/names.ts";
import { startHostile } from "../../servers/hostile-server.ts";

const HOST = "receiver.test";
const SILENCE_MS = 100;
const ended: (() => void)[] = [];
afterAll(() => {
  for (const end of ended) end();
});

/** A server that says this to each client, one byte at a time, without end; it is never silent for long. */
async function trickling(greeting: string, more: string): Promise<number> {
  const server = createServer((socket: Socket) => {
    let said = "";
    const drip = setInterval(() => {
      if (said === "") said = more;
      socket.write(said[0] ?? " ");
      said = said.slice(1);
    }, 5);
    socket.write(greeting);
    socket.on("error", () => undefined).on("close", () => clearInterval(drip));
    socket.resume();
    ended.push(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(() => server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** A server of files that greets, lets in, lists one, and sends it by one byte at a time without end. */
async function tricklingFiles(): Promise<number> {
  const data = await trickling("", "x");
  const passive = `227 Entering Passive Mode (127,0,0,1,${data >> 8},${data & 255})`;
  const replies: Record<string, string> = {
    USER: "331 Password",
    PASS: "230 In",
    PASV: passive,
    EPSV: "502 No",
    LIST: "150 Here",
    MLSD: "150 Here",
    RETR: "150 Here",
    PWD: '257 "/"',
    FEAT: "211 No",
  };
  const server = createServer((socket) => {
    socket.write("220 Files\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (line) => socket.write(`${replies[String(line).slice(0, 4).trim()] ?? "200 Well"}\r\n`));
    ended.push(() => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ended.push(() => server.close());
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

const login = (port: number) => ({ host: HOST, port, username: "u", password: "p" });
const mailbox = (port: number) =>
  emailSource({ imap_host: HOST, imap_port: port, security: "none", email: "u", password: "p" });

describe("a server that trickles without end is given up", () => {
  test.each([
    [
      "url: headers",
      async () => urlSource({ url: `http://${HOST}:${await trickling("HTTP/1.1 200 OK\r\n", "x-a: b\r\n")}/l.csv` }),
    ],
    ["ftp: greeting", async () => ftpSource(login(await trickling("220-Hello\r\n", "220-more\r\n")))],
    ["ftp: listing", async () => ftpSource(login(await tricklingFiles()))],
    ["sftp: greeting", async () => sftpSource(login(await trickling("", "hello\r\n")))],
    ["email: greeting", async () => mailbox(await trickling("", "x"))],
    ["email: answers", async () => mailbox(await trickling("* OK IMAP4rev1\r\n", "* 1 EXISTS\r\n"))],
  ] as const)("%s", async (_, sourceOf) => {
    const taking = {
      chosen: () => Promise.reject(new Error("nothing was chosen")),
      store: () => Promise.reject(new Error("nothing came")),
      accept: () => Promise.reject(new Error("nothing is kept")),
    };
    const context = { outbound: testOutbound(), config: {}, pause: async () => undefined, silenceMs: SILENCE_MS };
    const error: unknown = await takeFile(await sourceOf(), { password: "p" }, context, taking).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ reason: expect.stringMatching(/^(?:unreachable|timeout|connection)$/) });
  });

  test("email: a greeting without end, long before its time is over", async () => {
    const hostile = await startHostile({ ways: ["endless"], greets: true });
    ended.push(hostile.stop);
    const target = { host: HOST, port: hostile.port, username: "u", password: "p", folder: "INBOX" };

    const opened = openMailbox({ ...target, security: "none" }, testOutbound(), { silenceMs: 120_000 });

    expect(await opened.catch((thrown: unknown) => thrown)).toMatchObject({ reason: "unreachable" });
  }, 60_000);

  test("smtp: answers", async () => {
    const port = await trickling("220 Hello\r\n", "250-more\r\n");
    const server = { connection: { host: "127.0.0.1", port }, from: "a@example.com", fromName: "" };
    const mail = { id: "m", recipient: "b@example.com", subject: "S", body: "B", createdAtMs: 0 };

    const sent = sendBySmtp(server, mail as never, { timeoutMs: SILENCE_MS });

    expect(String(await sent.catch((thrown: unknown) => thrown))).toContain("no answer in time");
  });
});
