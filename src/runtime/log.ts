import { stdout } from "node:process";
import { type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import { wantsColors } from "../config/environment.ts";

export type Log = Logger;
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** What every line has, or its head shows already. */
const NOT_FACTS = new Set(["level", "time", "msg", "thread", "pid", "hostname"]);

const shown = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** A line of the log for people: of a request the call, the answer and the caller; of all else its fields. */
function shortLine(line: Record<string, unknown>, messageKey: string): string {
  const { method, path, status, duration_ms: durationMs, address, key_id: keyId, user_id: userId } = line;
  if (line[messageKey] === "request") {
    const who = [address, keyId && `key ${keyId}`, userId && `user ${userId}`].filter(Boolean);
    return `${method} ${path} ${status} ${durationMs}ms ${who.join(" ")}`;
  }
  const facts = Object.entries(line).filter(([name]) => !NOT_FACTS.has(name));
  return [line[messageKey], ...facts.map(([name, value]) => `${name}=${shown(value)}`)].join(" ");
}

/** Lines for people, as they come. */
function prettyOutput(): { write(line: string): void } {
  const pretty = prettyFactory({
    colorize: wantsColors(true),
    hideObject: true,
    ignore: "pid,hostname",
    messageFormat: shortLine,
    translateTime: "SYS:HH:MM:ss",
  });
  return { write: (line) => void stdout.write(pretty(line)) };
}

// Without a transport: pino's worker threads do not survive compilation into one binary. And without an import that has to be
// waited for: a worker thread that waits while it loads misses the message that starts it.
const output = stdout.isTTY ? prettyOutput() : stdout;
const WARN = 40;

/** Writes lines as they come, and hands those of level `warn` and above to `keep` as well. */
const keepingOutput = (keep: (line: string) => void) => ({
  [pino.symbols.needsMetadataGsym]: true as const,
  /** Of the line that is written, by pino. */
  lastLevel: 0,
  write(line: string): void {
    output.write(line);
    if (this.lastLevel >= WARN) keep(line);
  },
});

/** Never written, anywhere in a line. */
const SECRETS = [
  "password",
  "secret",
  "token",
  "api_key",
  "authorization",
  "cookie",
  "*.password",
  "*.secret",
  "*.token",
];

/**
 * JSON lines, or short ones on a terminal. Messages are constant; what varies goes in fields, so a message can be
 * counted. `keep` is handed each line of level `warn` and above.
 */
export const openLog = (level: LogLevel, thread: string, keep?: (line: string) => void): Log =>
  pino(
    {
      level,
      base: { thread },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS, censor: "[hidden]" },
    },
    keep === undefined ? output : keepingOutput(keep),
  );

/** Says that a search index was damaged, and under which name it lies now. */
export const noteIndexDamage = (log: Log, aside: string): void =>
  log.error(
    { file: aside },
    "the search index was damaged: it was set aside and is made again, searches lag meanwhile",
  );
