import { setTimeout } from "node:timers/promises";
import { type Bell, openBell } from "../../db/jobs/bell.ts";
import { openLocalDatabase } from "../../db/local/database.ts";
import { portWrite } from "../../db/local/write-port.ts";
import type { Database, MutationContext } from "../../db/ports.ts";
import { openRemoteDatabase } from "../../db/remote/database.ts";
import { type Slow, timedDatabase } from "../../db/timed.ts";
import type { Backups } from "../backup/backups.ts";
import type { AnswerCache } from "../cache/answer-cache.ts";
import { type Config, databasePath } from "../config/config.ts";
import type { Figures, Metrics } from "../http/observe/metrics.ts";
import { reviveError } from "../http/output/errors.ts";
import type { IdentityAuthenticator } from "../identity/auth/callers/authenticator.ts";
import { type Outbound, openOutbound, outboundRules } from "../outbound/outbound.ts";
import { openSearch } from "../search/open-search.ts";
import type { ProductSearch } from "../search/product-search.ts";
import { openSecretBox, type SecretBox } from "../secrets/secret-box.ts";
import type { Files } from "../storage/files.ts";
import { openFiles } from "../storage/open-files.ts";
import type { Calling } from "./calls/calls.ts";
import { type Log, noteIndexDamage, openLog } from "./log.ts";
import { newId } from "./new-id.ts";
import type { Followers } from "./open-streams.ts";
import type { RecentLines } from "./recent-lines.ts";
import { steadyClock } from "./steady-clock.ts";
import type { Count } from "./work-counts.ts";

/** How one part of the service is; the other keys are facts about it. */
export interface PartHealth extends Record<string, string | number> {
  status: "up" | "down";
}

/** What a thread holds for as long as it lives. Opened by its entry file, handed down by argument. */
export interface ThreadServices extends Database {
  config: Config;
  files: Files;
  secrets: SecretBox;
  search: ProductSearch;
  /** The way out to addresses that tenants name. */
  outbound: Outbound;
  bell: Bell;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  /** How far that is ahead of the machine's clock: by what a database server's is. Absent: not at all. */
  clockAheadMs?: number;
  /** The same on a clock that never goes back: for windows and what is remembered for a while. */
  steadyNow: () => number;
  newId: () => string;
  /** Counts work for the metrics page. */
  count: Count;
  /** Resolves after this number of milliseconds. Rejects with the signal's reason. */
  pause: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** What the HTTP thread holds besides. */
export interface Services extends ThreadServices, Calling {
  authenticator: IdentityAuthenticator;
  cache: AnswerCache;
  backups: Backups;
  /** Who waits for changes by a request that stays open. */
  followers: Followers;
  /** The address a request came from, as the socket says. */
  addressOf(request: Request): string;
  /** Lets a request wait for its answer for as long as that takes. */
  letWait?(request: Request): void;
  /** The state of each part of the service, by its name. */
  health(): Promise<Record<string, PartHealth>>;
  /** Figures for the metrics page, by metric name. */
  gauges(): Promise<Figures>;
  /** What is counted of requests and of the process. */
  metrics: Metrics;
  recentLines: RecentLines;
}

/** What a thread needs to open its services; it crosses threads. */
export interface ThreadStart {
  config: Config;
  /** The line to the writer thread, which a database on a server does not have. */
  writer: MessagePort | undefined;
  /** How far the database server's clock is ahead of ours. */
  clockAheadMs: number;
  /** By what the threads agree which of them writes to a database server. */
  slotMemory?: SharedArrayBuffer;
  /** What they count their commits to it in. */
  commits?: SharedArrayBuffer;
  /** How far the steady clock of the process is ahead of the machine's: not at all until that is set to another time. */
  steadyAheadMs: number;
}

/** A message is constant, so that it can be counted. */
const slowWord = (sql: string | undefined) => (sql === undefined ? "slow change" : "slow statement");

/** What a thread's services are opened with besides. */
interface OpeningOptions extends Pick<MutationContext, "failures"> {
  /** The thread that follows changes has the search index. */
  hasIndex: boolean;
  count: Count;
  /** Is handed each line of the log that says that something went wrong. */
  keepLine?: (line: string) => void;
}

/** Opens one thread's services. `thread` names it in the log. */
export function openServices(
  { config, writer, clockAheadMs, steadyAheadMs, slotMemory, commits }: ThreadStart,
  thread: string,
  { hasIndex, failures, count, keepLine }: OpeningOptions,
): ThreadServices {
  const steadyNow = steadyClock(() => Date.now() + clockAheadMs + steadyAheadMs);
  const context = { now: () => Date.now() + clockAheadMs, newId };
  const bell = openBell();
  const log = openLog(config.logLevel, thread, keepLine);
  const database =
    config.databaseUrl === undefined && writer
      ? openLocalDatabase(
          databasePath(config),
          portWrite(writer, reviveError),
          hasIndex ? { now: context.now, noteDamage: (aside) => noteIndexDamage(log, aside) } : undefined,
        )
      : openRemoteDatabase(config.databaseUrl ?? "", {
          authToken: config.databaseToken,
          context: { ...context, leases: { now: steadyNow, graceMs: 0 }, failures },
          bell,
          revive: reviveError,
          noteRetry: (retry) => log.warn(retry, "a transaction is run again"),
          slotMemory,
          commits,
          maxAgeMs: config.cacheMaxAgeMs,
        });
  const noteSlow = ({ name, sql, durationMs }: Slow) =>
    log.warn({ name, ...(sql !== undefined && { sql }), duration_ms: Math.round(durationMs) }, slowWord(sql));
  return {
    ...(config.slowMs === 0 ? database : timedDatabase(database, config.slowMs, noteSlow)),
    ...context,
    clockAheadMs,
    count,
    pause: (ms, signal) => setTimeout(ms, undefined, { signal }),
    steadyNow,
    config,
    files: openFiles(config),
    secrets: openSecretBox(config),
    search: openSearch(config, steadyNow),
    outbound: openOutbound(outboundRules(config)),
    bell,
    log,
  };
}
