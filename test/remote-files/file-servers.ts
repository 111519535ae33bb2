import { createHash, generateKeyPairSync } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import FtpSrv from "ftp-srv";
import { Server as SshServer, utils } from "ssh2";
import { v2 as webdav } from "webdav-server";
import { temporaryFolder } from "../cleanup.ts";
import { freePort } from "../servers/process.ts";

export const USER = "partner";
export const PASSWORD = "s3cret-pass";

/** A server on loopback, and the folder it serves. */
export interface FileServer {
  port: number;
  folder: string;
  stop(): Promise<void>;
}

/** An FTP server that lets one user in. */
export async function startFtp(): Promise<FileServer> {
  const folder = temporaryFolder();
  const port = await freePort();
  const quiet = Object.assign(() => undefined, {});
  const log = { child: () => log, trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet, fatal: quiet };
  const server = new FtpSrv({
    url: `ftp://127.0.0.1:${port}`,
    pasv_url: "127.0.0.1",
    // Its type asks for all of a logger.
    log: log as never,
  });
  server.on("login", ({ username, password }, resolve, reject) => {
    if (username === USER && password === PASSWORD) resolve({ root: folder });
    else reject(new Error("no such login"));
  });
  await server.listen();
  return { port, folder, stop: async () => void (await server.close()) };
}

/** A WebDAV server that lets one user in. */
export async function startWebdav(): Promise<FileServer> {
  const folder = temporaryFolder();
  const users = new webdav.SimpleUserManager();
  const user = users.addUser(USER, PASSWORD, false);
  const privileges = new webdav.SimplePathPrivilegeManager();
  privileges.setRights(user, "/", ["all"]);
  const port = await freePort();
  const server = new webdav.WebDAVServer({
    port,
    hostname: "127.0.0.1",
    requireAuthentification: true,
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, "files"),
    privilegeManager: privileges,
  });
  await server.setFileSystemAsync("/", new webdav.PhysicalFileSystem(folder));
  await server.startAsync(port);
  return { port, folder, stop: () => server.stopAsync() };
}

const { STATUS_CODE } = utils.sftp;

/** The key that every SFTP server of the tests has. */
const hostKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs1", format: "pem" });

const publicKey = utils.parseKey(hostKey);
const hostFingerprint = `SHA256:${createHash("sha256")
  .update("getPublicSSH" in publicKey ? publicKey.getPublicSSH() : "")
  .digest("base64")
  .replace(/=+$/, "")}`;

/** What a server does wrong while a file is read. */
export interface SftpFaults {
  /** The byte of a file at which the connection ends. */
  cutAtByte?: number;
  /** It answers no more. */
  isSilent: boolean;
  /** Called for each piece that is read. */
  read(): void;
  cut(): void;
}

/** An SFTP server that lets one user in and stores what is sent: as much of the protocol as sending files needs. */
export async function startSftp(): Promise<FileServer & { faults: SftpFaults; fingerprint: string }> {
  const folder = temporaryFolder();
  const port = await freePort();
  const clients = new Set<{ end(): unknown }>();
  const faults: SftpFaults = {
    isSilent: false,
    read: () => undefined,
    cut: () => {
      for (const client of clients) client.end();
    },
  };
  const server = new SshServer({ hostKeys: [hostKey] }, (client) => {
    clients.add(client);
    client.on("error", () => undefined);
    client.on("close", () => clients.delete(client));
    client.on("authentication", (context) => {
      if (context.method === "password" && context.username === USER && context.password === PASSWORD) context.accept();
      else context.reject(["password"]);
    });
    client.on("session", (accept) => {
      accept().on("sftp", (open) => serveFiles(open(), folder, faults));
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    folder,
    faults,
    fingerprint: hostFingerprint,
    stop: async () => {
      for (const client of clients) client.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the library's own type of a server's stream is not exported
function serveFiles(sftp: any, folder: string, faults: SftpFaults): void {
  const at = (path: string) => join(folder, path);
  const files = new Map<number, number>();
  let last = 0;
  const answer = (id: number, work: () => void) => {
    try {
      work();
      sftp.status(id, STATUS_CODE.OK);
    } catch (error) {
      const isMissing = Object(error).code === "ENOENT";
      sftp.status(id, isMissing ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE);
    }
  };
  sftp.on("OPEN", (id: number, path: string, flags: number) => {
    try {
      const isRead = (flags & utils.sftp.OPEN_MODE.WRITE) === 0;
      files.set(++last, openSync(at(path), isRead ? "r" : "w"));
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(last);
      sftp.handle(id, handle);
    } catch {
      sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    }
  });
  const fileOf = (handle: Buffer) => files.get(handle.readUInt32BE()) ?? -1;
  sftp.on("READ", (id: number, handle: Buffer, offset: number, length: number) => {
    const data = Buffer.alloc(length);
    const size = readSync(fileOf(handle), data, 0, length, offset);
    if (faults.cutAtByte !== undefined && offset + size > faults.cutAtByte) return faults.cut();
    if (size === 0) sftp.status(id, STATUS_CODE.EOF);
    else if (!faults.isSilent) sftp.data(id, data.subarray(0, size));
    faults.read();
  });
  const folders = new Map<number, string[]>();
  sftp.on("OPENDIR", (id: number, path: string) => {
    try {
      folders.set(++last, readdirSync(at(path)));
      const handle = Buffer.alloc(4);
      handle.writeUInt32BE(last);
      files.set(last, -1);
      folderPaths.set(last, path);
      sftp.handle(id, handle);
    } catch {
      sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    }
  });
  const folderPaths = new Map<number, string>();
  sftp.on("READDIR", (id: number, handle: Buffer) => {
    const number = handle.readUInt32BE();
    const names = folders.get(number) ?? [];
    folders.set(number, []);
    if (names.length === 0) return sftp.status(id, STATUS_CODE.EOF);
    sftp.name(
      id,
      names.map((filename) => {
        const { mode, size, mtimeMs } = statSync(join(at(folderPaths.get(number) ?? ""), filename));
        const mtime = Math.floor(mtimeMs / 1000);
        return {
          filename,
          longname: `-rw-r--r-- 1 u g ${size} x ${filename}`,
          attrs: { mode, uid: 0, gid: 0, size, atime: 0, mtime },
        };
      }),
    );
  });
  sftp.on("WRITE", (id: number, handle: Buffer, offset: number, data: Buffer) =>
    answer(id, () => void writeSync(fileOf(handle), data, 0, data.length, offset)),
  );
  sftp.on("FSETSTAT", (id: number) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("SETSTAT", (id: number) => sftp.status(id, STATUS_CODE.OK));
  sftp.on("CLOSE", (id: number, handle: Buffer) =>
    answer(id, () => (fileOf(handle) >= 0 ? closeSync(fileOf(handle)) : undefined)),
  );
  sftp.on("MKDIR", (id: number, path: string) => answer(id, () => mkdirSync(at(path))));
  sftp.on("REMOVE", (id: number, path: string) => answer(id, () => unlinkSync(at(path))));
  sftp.on("RENAME", (id: number, from: string, to: string) =>
    answer(id, () => {
      if (existsSync(at(to))) throw new Error("there is one");
      renameSync(at(from), at(to));
    }),
  );
  const stat = (id: number, path: string) => {
    try {
      const { mode, size, mtimeMs } = statSync(at(path));
      sftp.attrs(id, { mode, uid: 0, gid: 0, size, atime: 0, mtime: Math.floor(mtimeMs / 1000) });
    } catch {
      sftp.status(id, STATUS_CODE.NO_SUCH_FILE);
    }
  };
  sftp.on("STAT", stat);
  sftp.on("LSTAT", stat);
  sftp.on("REALPATH", (id: number, path: string) =>
    sftp.name(id, [{ filename: path === "." ? "/" : path, longname: path, attrs: {} }]),
  );
  sftp.on("EXTENDED", (id: number) => sftp.status(id, STATUS_CODE.OP_UNSUPPORTED));
}

/** What lies in a served folder. */
export const readText = ({ folder }: FileServer, path: string): string => readFileSync(join(folder, path), "utf8");
