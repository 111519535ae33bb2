import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { S3Client } from "bun";
import { temporaryFolder } from "../../cleanup.ts";
import { startMinio } from "../../servers/minio.ts";
import { startApache } from "./apache.ts";
import { ACCOUNT, run } from "./daemon.ts";
import { startProftpd } from "./proftpd.ts";
import { fillDisk, mountSmallDisk } from "./small-disk.ts";
import { startSshd } from "./sshd.ts";

const HOST = "r1.receiver.test";
const [USER, PASSWORD] = ["partner", "s3cret-pass"];

type Config = Record<string, unknown>;
/** What the platform of a test answers instead. */
export interface Reported {
  port?: number;
  folder?: string;
  isWrongPassword?: boolean;
  /** A folder, or a bucket, that does not exist. */
  isNowhere?: boolean;
}

/** A server of a partner on a small disk of its own. */
export interface Partner {
  port: number;
  type: string;
  config(reported?: Reported): Config;
  /** Makes a folder that may be written to. */
  makeFolder(name: string): void;
  /** The files below a folder and what they hold, temporary ones too. */
  files(folder?: string): Promise<Map<string, string>>;
  /** Uses up the disk; returns how to free it again, so that the server takes files. */
  fill(): () => Promise<void>;
  stop(): Promise<void>;
}

export interface PartnerKind {
  name: string;
  /** `disk`: its size, for whom the usual one is too small to send a large file. */
  start(disk?: string): Promise<Partner>;
}

interface Started {
  port: number;
  folder: string;
  stop(): Promise<void>;
}

/** A server whose files lie in a folder as they are. */
function folderPartner(
  { port, folder, stop }: Started,
  owner: string,
  { type, config }: Pick<Partner, "type" | "config">,
): Partner {
  const unmount = mountSmallDisk(folder, "48m", owner);
  return {
    port,
    type,
    config,
    makeFolder: (name) => {
      mkdirSync(join(folder, name));
      run("chown", owner, join(folder, name));
    },
    files: async (below = "") => {
      const names = readdirSync(join(folder, below), { withFileTypes: true }).filter((entry) => entry.isFile());
      return new Map(names.map(({ name }) => [name, readFileSync(join(folder, below, name), "utf8")]));
    },
    fill: () => {
      const release = fillDisk(folder);
      return async () => release();
    },
    stop: async () => {
      await stop();
      unmount();
    },
  };
}

const login = ({ isWrongPassword }: Reported) => ({ username: USER, password: isWrongPassword ? "wrong" : PASSWORD });
const folderOf = ({ folder, isNowhere }: Reported) => ({ folder: isNowhere ? "nowhere" : (folder ?? "") });

async function startApachePartner(): Promise<Partner> {
  const apache = await startApache({ user: USER, password: PASSWORD });
  const config = (reported: Reported = {}) => ({
    base_url: `http://${HOST}:${reported.port ?? apache.port}/`,
    ...login(reported),
    ...folderOf(reported),
  });
  return folderPartner(apache, ACCOUNT, { type: "webdav", config });
}

async function startProftpdPartner(): Promise<Partner> {
  const proftpd = await startProftpd({ name: HOST, user: USER, password: PASSWORD });
  const config = (reported: Reported = {}) => ({
    host: HOST,
    port: reported.port ?? proftpd.port,
    ...login(reported),
    ...folderOf(reported),
  });
  return folderPartner(proftpd, ACCOUNT, { type: "ftp", config });
}

async function startSshdPartner(): Promise<Partner> {
  const sshd = await startSshd({ password: PASSWORD, passphrase: "a phrase" });
  const config = (reported: Reported = {}) => ({
    host: HOST,
    port: reported.port ?? sshd.port,
    host_fingerprint: sshd.fingerprint,
    ...login(reported),
    username: sshd.user,
    ...folderOf(reported),
  });
  return folderPartner(sshd, sshd.user, { type: "sftp", config });
}

const BUCKET = "partner";
const LOOK_MS = 50;

async function startMinioPartner(disk = "192m"): Promise<Partner> {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  mkdirSync(data);
  const unmount = mountSmallDisk(data, disk, "root");
  mkdirSync(join(data, BUCKET));
  const { url, env, stop } = await startMinio(folder);
  const keys = {
    accessKeyId: env["CATALOGD_S3_ACCESS_KEY"] ?? "",
    secretAccessKey: env["CATALOGD_S3_SECRET_KEY"] ?? "",
  };
  const client = new S3Client({ endpoint: url, bucket: BUCKET, ...keys });
  const port = Number(new URL(url).port);
  return {
    port,
    type: "minio",
    config: (reported = {}) => ({
      endpoint: `http://${HOST}:${reported.port ?? port}`,
      bucket: reported.isNowhere ? "nowhere" : BUCKET,
      access_key: keys.accessKeyId,
      secret_key: reported.isWrongPassword ? "wrong-secret" : keys.secretAccessKey,
      path_style: true,
      folder: reported.folder ?? "",
    }),
    // A folder is part of a name there.
    makeFolder: () => undefined,
    files: async (below = "") => {
      const prefix = below === "" ? "" : `${below}/`;
      const { contents = [] } = await client.list({ prefix });
      const own = contents.map(({ key }) => key).filter((key) => !key.slice(prefix.length).includes("/"));
      const texts = await Promise.all(
        own.map(async (key) => Buffer.from(await client.file(key).arrayBuffer()).toString()),
      );
      return new Map(own.map((key, index) => [key.slice(prefix.length), texts[index] ?? ""]));
    },
    fill: () => {
      const release = fillDisk(data);
      return async () => {
        release();
        // It looks at its disk once a second.
        const probe = client.file("probe");
        while (!(await probe.write("x").then(Boolean, () => false))) await Bun.sleep(LOOK_MS);
        await probe.delete();
      };
    },
    stop: async () => {
      await stop();
      unmount();
    },
  };
}

/** The servers that partners have. */
export const PARTNERS: readonly PartnerKind[] = [
  { name: "Apache's mod_dav", start: startApachePartner },
  { name: "MinIO", start: startMinioPartner },
  { name: "ProFTPD", start: startProftpdPartner },
  { name: "sshd", start: startSshdPartner },
];
