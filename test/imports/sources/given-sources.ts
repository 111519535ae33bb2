import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { PASSWORD, startFtp, startSftp, USER } from "../../remote-files/file-servers.ts";
import { EANS, lines } from "../import-client.ts";
import { MAIL_PASSWORD, MAIL_USER, type Mail, startMailbox } from "./mail-server.ts";

const HOST = "receiver.test";
export const FILE = lines("ean,sku,name", `${EANS[0]},A-1,First`, `${EANS[1]},A-2,Second`);
export const OLDER = lines("ean,sku,name", `${EANS[2]},A-3,Older`);

function answerOf({ pathname }: URL): Response {
  if (pathname === "/list.csv") return new Response(FILE);
  if (pathname === "/named")
    return new Response(FILE, { headers: { "content-disposition": 'attachment; filename="weekly list.csv"' } });
  if (pathname === "/packed.csv") return new Response(gzipSync(FILE), { headers: { "content-encoding": "gzip" } });
  if (pathname === "/away") return Response.redirect("/list.csv", 302);
  if (pathname === "/inside") return Response.redirect("http://169.254.169.254/latest", 302);
  if (pathname === "/large.csv") return new Response(new Uint8Array(60 * 1024 * 1024));
  return new Response("no", { status: 404 });
}

const mail = (subject: string, fileName: string | null, content = FILE): Mail => ({
  from: "prices@acme.example",
  subject,
  fileName,
  content,
  isSeen: false,
});

/** A server of each kind, with the same files in the folder `outbox`. */
export async function startSources() {
  const mails: Mail[] = [
    mail("Weekly list", "week-1.csv", OLDER),
    mail("Weekly list", "week-2.csv"),
    mail("Weekly list", "logo.png", "x"),
    mail("No file", null),
    { ...mail("Stock", "stock.csv"), from: "other@else.example", isSeen: true },
  ];
  const web = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => answerOf(new URL(request.url)) });
  const [ftp, sftp, mailbox] = await Promise.all([startFtp(), startSftp(), startMailbox(mails)]);
  for (const { folder } of [ftp, sftp]) {
    const outbox = join(folder, "outbox");
    mkdirSync(outbox);
    for (const name of ["new.csv", "newest.csv.part", "newest.txt"]) writeFileSync(join(outbox, name), FILE);
    writeFileSync(join(outbox, "old.csv"), OLDER);
    utimesSync(join(outbox, "old.csv"), new Date("2026-01-01"), new Date("2026-01-01"));
  }
  const ftpBody = (more: Record<string, unknown> = {}) => ({
    host: HOST,
    port: ftp.port,
    username: USER,
    password: PASSWORD,
    directory_path: "outbox",
    ...more,
  });
  return {
    ftp,
    sftp,
    mails,
    url: (path: string) => `http://${HOST}:${web.port}${path}`,
    ftpBody,
    sftpBody: (more: Record<string, unknown> = {}) =>
      ftpBody({ port: sftp.port, host_fingerprint: sftp.fingerprint, ...more }),
    mailBody: (more: Record<string, unknown> = {}) => ({
      imap_host: HOST,
      imap_port: mailbox.port,
      security: "none",
      email: MAIL_USER,
      password: MAIL_PASSWORD,
      sender_filter: "acme",
      ...more,
    }),
    stop: () => Promise.all([ftp.stop(), sftp.stop(), mailbox.stop(), web.stop(true)]),
  };
}
