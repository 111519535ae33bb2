import { stdout } from "node:process";
import { type Logger, pino } from "pino";
import { wantsColors } from "../config/environment.ts";
import { shortLine } from "./short-line.ts";

export type Log = Logger;
export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

// Without a transport: pino's worker threads do not survive compilation into one binary.
const output = stdout.isTTY
  ? (await import("pino-pretty")).default({
      colorize: wantsColors(true),
      hideObject: true,
      ignore: "pid,hostname",
      messageFormat: shortLine,
      translateTime: "SYS:HH:MM:ss",
    })
  : stdout;

/** Never written, wherever in a line they stand. */
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
