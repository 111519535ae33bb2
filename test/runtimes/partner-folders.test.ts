import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { openFtpFolder } from "../../src/remote-files/ftp.ts";
import { textFile } from "../../src/remote-files/remote-folder.ts";
import { openSftpFolder } from "../../src/remote-files/sftp.ts";
import { openWebdavFolder } from "../../src/remote-files/webdav.ts";
import { testOutbound } from "../outbound/names.ts";
import type { FileServer } from "../remote-files/file-servers.ts";
import { describeFolders, type FolderKind } from "../remote-files/folder-cases.ts";
import { startApache } from "./partners/apache.ts";
import { startProftpd } from "./partners/proftpd.ts";
import { startSshd } from "./partners/sshd.ts";

const outbound = testOutbound();
const HOST = "r1.receiver.test";
const [USER, PASSWORD, PASSPHRASE] = ["partner", "s3cret-pass", "a phrase"];

type Proftpd = Awaited<ReturnType<typeof startProftpd>>;
type Sshd = Awaited<ReturnType<typeof startSshd>>;
const kind = <S extends FileServer>(one: FolderKind<S>): FolderKind => one as FolderKind;

const overFtp = (name: string, secure: boolean | "implicit") =>
  kind<Proftpd>({
    name,
    start: () => startProftpd({ name: HOST, user: USER, password: PASSWORD }),
    open: ({ port, implicitPort, certificate }, { password = PASSWORD, folder = "" }) =>
      openFtpFolder(
        {
          host: HOST,
          // The absence of a server is tested with port 1.
          port: secure === "implicit" && port !== 1 ? implicitPort : port,
          username: USER,
          password,
          secure,
          caCertificate: readFileSync(certificate, "utf8"),
          folder,
        },
        outbound,
      ),
  });

describeFolders([
  overFtp("ProFTPD", false),
  overFtp("ProFTPD, TLS begun by the client", true),
  overFtp("ProFTPD, TLS from the beginning", "implicit"),
  kind<Sshd>({
    name: "sshd, by password",
    start: () => startSshd({ password: PASSWORD, passphrase: PASSPHRASE }),
    open: ({ port, user, fingerprint }, { password = PASSWORD, folder = "" }) =>
      openSftpFolder({ host: HOST, port, username: user, password, host_fingerprint: fingerprint, folder }, outbound),
  }),
  kind<Sshd>({
    name: "sshd, by key",
    start: () => startSshd({ password: PASSWORD, passphrase: PASSPHRASE }),
    open: ({ port, user, privateKey }, { password = PASSPHRASE, folder = "" }) =>
      openSftpFolder(
        { host: HOST, port, username: user, private_key: privateKey, passphrase: password, folder },
        outbound,
      ),
  }),
  {
    name: "Apache's mod_dav",
    start: () => startApache({ user: USER, password: PASSWORD }),
    open: async ({ port }, { password = PASSWORD, folder = "" }) =>
      openWebdavFolder({ base_url: `http://${HOST}:${port}/`, username: USER, password, folder }, outbound),
  },
]);

let ftp: Proftpd;
let sshd: Sshd;
beforeAll(async () => {
  ftp = await startProftpd({ name: HOST, user: USER, password: PASSWORD });
  sshd = await startSshd({ password: PASSWORD, passphrase: PASSPHRASE });
});
afterAll(() => Promise.all([ftp.stop(), sshd.stop()]));

test("a certificate without a trusted issuer is refused before the password is sent", async () => {
  const target = { host: HOST, port: ftp.port, username: USER, password: PASSWORD, secure: true };
  await expect(openFtpFolder(target, outbound)).rejects.toMatchObject({ name: "RemoteError" });
});

test("a server with another key than the given one is refused", async () => {
  const other = `SHA256:${"A".repeat(43)}`;
  const target = { host: HOST, port: sshd.port, username: sshd.user, password: PASSWORD, host_fingerprint: other };
  const refused = openSftpFolder(target, outbound).then((folder) => folder.put("a.json", textFile("a"), "m"));
  await expect(refused).rejects.toMatchObject({ reason: "host_key" });
});
