import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { type Line, openLine } from "../servers/line.ts";
import { startMinio } from "../servers/minio.ts";
import { PROGRAM, type StartedService, startService } from "../servers/service.ts";
import { startSqld } from "../servers/sqld.ts";
import { type RoundRobin, startRoundRobin } from "./round-robin.ts";

/** 32 bytes: what one process encrypts the others read. */
const SECRET_KEY = Buffer.alloc(32, 7).toString("base64");

export interface Member {
  /** As of its last start. */
  service: StartedService;
  /** Between it and the database server. */
  line: Line;
  kill(signal: "SIGTERM" | "SIGKILL"): Promise<number>;
  /** Starts it again, in the same folder. */
  start(): Promise<void>;
}

export interface Cluster {
  members: Member[];
  /** The database server, which can be killed and started again on its folder and port. */
  database: { url: string; kill(): Promise<void>; start(): Promise<void> };
  /** What each of them is started with, but for the address of its line. */
  env: Record<string, string>;
  /** In front of them all. */
  url: string;
  stop(): Promise<void>;
}

interface ClusterOptions {
  processes: number;
  env?: Record<string, string>;
  /** What goes before the program of one of them. */
  prefix?: (index: number) => string[];
  /** The program of one of them, asked at each of its starts. */
  program?: (index: number) => string[];
  /** Whether they reach the database server by themselves, past their lines: these take a share of this process. */
  isDirect?: boolean;
  /** Where the database server has its files; a folder of its own when absent. */
  databaseFolder?: string;
}

/** Several processes on one libSQL server and one object store, each with a folder of its own, behind a plain proxy. */
export async function startCluster({
  processes,
  env = {},
  prefix = () => [],
  program = () => PROGRAM,
  isDirect = false,
  databaseFolder = `${temporaryFolder()}/data`,
}: ClusterOptions): Promise<Cluster> {
  const [first, minio] = await Promise.all([startSqld(undefined, databaseFolder), startMinio(temporaryFolder())]);
  let sqld = first;
  const port = Number(new URL(sqld.url).port);
  const shared = { CATALOGD_SECRET_KEY: SECRET_KEY, ...minio.env, ...env };
  let proxy: RoundRobin | undefined;
  const members: Member[] = [];

  async function startMember(index: number): Promise<Member> {
    const [folder, line] = [temporaryFolder(), await openLine(sqld.url)];
    const start = () =>
      startService({
        folder: join(folder),
        command: [...prefix(index), ...program(index)],
        env: { ...shared, CATALOGD_DATABASE_URL: isDirect ? sqld.url : line.url },
      });
    const member: Member = {
      service: await start(),
      line,
      kill: (signal) => member.service.kill(signal),
      start: async () => {
        member.service = await start();
        proxy?.pointAt(members.map(({ service }) => service.url));
      },
    };
    return member;
  }

  members.push(...(await Promise.all(Array.from({ length: processes }, (_, index) => startMember(index)))));
  proxy = await startRoundRobin(members.map(({ service }) => service.url));
  return {
    members,
    env: shared,
    database: {
      url: sqld.url,
      kill: () => sqld.stop("SIGKILL"),
      start: async () => {
        sqld = await startSqld(port, databaseFolder);
      },
    },
    url: proxy.url,
    stop: async () => {
      await proxy?.stop();
      await Promise.all(members.map((member) => member.kill("SIGTERM")));
      for (const { line } of members) line.stop();
      await Promise.all([sqld.stop(), minio.stop()]);
    },
  };
}
