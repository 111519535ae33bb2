import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { freePort, startProcess } from "./process.ts";
import { orSkip } from "./programs.ts";

const BINARY = "test/programs/node_modules/@dragon-den/install-minio/target/bin/minio";
/** Packed by a third party: only the file that was looked at is run. */
const SHA256 = "0975863cc1b1a55508cdbcb8d62a6917443344ded59a475c4331983e8133006e";
const USER = "catalogd-test";
const PASSWORD = "catalogd-test-secret";

export interface StartedMinio {
  url: string;
  /** As a service gets it. */
  env: Record<string, string>;
  stop: () => Promise<void>;
}

/** Starts an object store in this folder, without a bucket; `stop` it in `afterAll`. A missing binary fails the tests. */
export async function startMinio(folder: string): Promise<StartedMinio> {
  const digest = createHash("sha256").update(readFileSync(BINARY)).digest("hex");
  if (digest !== SHA256) throw new Error(`${BINARY} is another file than the one that was looked at`);
  const address = `127.0.0.1:${await freePort()}`;
  const url = `http://${address}`;
  const { stop } = await startProcess(
    [BINARY, "server", `${folder}/data`, "--address", address]
      .concat("--console-address", `127.0.0.1:${await freePort()}`)
      .concat("--quiet"),
    `${url}/minio/health/cluster`,
    {
      env: {
        MINIO_ROOT_USER: USER,
        MINIO_ROOT_PASSWORD: PASSWORD,
        MINIO_BROWSER: "off",
        MINIO_UPDATE: "off",
        HOME: folder,
      },
    },
  );
  return {
    url,
    env: {
      CATALOGD_S3_ENDPOINT: url,
      CATALOGD_S3_BUCKET: "catalogd",
      CATALOGD_S3_ACCESS_KEY: USER,
      CATALOGD_S3_SECRET_KEY: PASSWORD,
    },
    stop,
  };
}

/** The same where it is installed; else a skipped test says how to get it. */
export const minioOrSkip = (folder: string) => orSkip(BINARY, () => startMinio(folder));
