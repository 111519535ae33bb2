import { stdout } from "node:process";
import { type Logger, pino } from "pino";
import { prettyFactory } from "pino-pretty";
import { wantsColors } from "../config/environment.ts";
import { shortLine } from "./calls/short-line.ts";

export type Log = Logger;
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

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
 * counted.
 */
export const openLog = (level: LogLevel, thread: string): Log =>
  pino(
    {
      level,
      base: { thread },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: SECRETS, censor: "[hidden]" },
    },
    output,
  );

/** Says that a search index was damaged, and under which name it lies now. */
export const noteIndexDamage = (log: Log, aside: string): void =>
  log.error(
    { file: aside },
    "the search index was damaged: it was set aside and is made again, searches lag meanwhile",
  );
