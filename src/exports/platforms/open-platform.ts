import type { Reader } from "../../../db/ports.ts";
import { listSecrets } from "../../../db/secrets/secrets.ts";
import { withoutSecrets } from "../../remote-files/remote-error.ts";
import type { RemoteFolder } from "../../remote-files/remote-folder.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { CONFIG_FIELD, placeOf } from "./platform.ts";
import { type PlatformConfig, secretsIn, withDefaults } from "./platform-config.ts";
import type { PlatformType } from "./platform-types.ts";

type Opening = (config: PlatformConfig, outbound: ThreadServices["outbound"]) => Promise<RemoteFolder>;

/** `readConfig` has let through texts only. */
const textIn = (config: PlatformConfig, name: string) => String(config[name] ?? "");
const folderIn = (config: PlatformConfig) => ({ folder: textIn(config, "folder") });
const given = (config: PlatformConfig, ...names: string[]): Record<string, string> =>
  Object.fromEntries(names.filter((name) => name in config).map((name) => [name, String(config[name])]));

const openS3: Opening = async (config, outbound) =>
  (await import("../../remote-files/s3-folder.ts")).openS3Folder(
    {
      endpoint: textIn(config, "endpoint"),
      region: String(config["region"] ?? "us-east-1"),
      bucket: textIn(config, "bucket"),
      accessKey: textIn(config, "access_key"),
      secretKey: textIn(config, "secret_key"),
      pathStyle: config["path_style"] === true,
      ...folderIn(config),
    },
    outbound,
  );

/** Each protocol is loaded at its first use: its client would stay in the memory of every thread. */
const OPENINGS: Record<PlatformType, Opening> = {
  cloud_drive: async (config, outbound) =>
    (await import("../../remote-files/webdav.ts")).openWebdavFolder(
      {
        base_url: textIn(config, "base_url"),
        username: textIn(config, "username"),
        password: textIn(config, "password"),
        ...folderIn(config),
      },
      outbound,
    ),
  object_store_a: openS3,
  object_store_b: openS3,
  ftp: async (config, outbound) =>
    (await import("../../remote-files/ftp.ts")).openFtpFolder(
      {
        host: textIn(config, "host"),
        port: Number(config["port"]),
        username: textIn(config, "username"),
        password: textIn(config, "password"),
        secure: config["secure"] === true,
        ...folderIn(config),
      },
      outbound,
    ),
  sftp: async (config, outbound) =>
    (await import("../../remote-files/sftp.ts")).openSftpFolder(
      {
        host: textIn(config, "host"),
        port: Number(config["port"]),
        username: textIn(config, "username"),
        ...given(config, "password", "private_key", "passphrase", "host_fingerprint"),
        ...folderIn(config),
      },
      outbound,
    ),
};

/** Opens the folder that a configuration names. Throws `RemoteError`, which holds nothing of what lets in. */
export async function openPlatform(
  type: PlatformType,
  config: PlatformConfig,
  outbound: ThreadServices["outbound"],
): Promise<RemoteFolder> {
  const secrets = secretsIn(type, config);
  const withError = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw withoutSecrets(error, secrets);
    });
  const folder = await withError(OPENINGS[type](withDefaults(type, config), outbound));
  return {
    put: (name, file, marker) => withError(folder.put(name, file, marker)),
    remove: (name) => withError(folder.remove(name)),
    close: () => folder.close(),
  };
}

/** The configuration of a platform, secrets and all; empty when it has none. */
export async function findConfig(
  db: Reader,
  secrets: ThreadServices["secrets"],
  platformId: string,
): Promise<PlatformConfig> {
  const place = placeOf(platformId);
  const sealed = (await listSecrets(db, place)).find(({ field }) => field === CONFIG_FIELD);
  if (!sealed) return {};
  // Only the routes of platforms seal it.
  return JSON.parse(secrets.open({ tenantId: db.tenantId, place, field: CONFIG_FIELD }, sealed)) as PlatformConfig;
}
