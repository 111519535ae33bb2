/** One line of the log, as its fields. */
export type LogLine = Record<string, unknown>;

const KEPT_MAX = 100;
const TEXT_MAX = 1_000;
const LINE_MAX = 4_000;
/** Who called, and with what in the address: not for those who are asked for help. */
const OF_CALLERS = ["path", "address", "user_id", "key_id"];

const short = (value: unknown) => (typeof value === "string" ? value.slice(0, TEXT_MAX) : value);

/** What is kept of a line; too long a one only says what it was. */
function keptOf(line: LogLine): LogLine {
  const entries = Object.entries(line).filter(([name]) => !OF_CALLERS.includes(name));
  const kept = Object.fromEntries(entries.map(([name, value]) => [name, short(value)]));
  if (JSON.stringify(kept).length <= LINE_MAX) return kept;
  return Object.fromEntries(["level", "time", "thread", "msg"].map((name) => [name, kept[name]]));
}

/** The newest lines of the log that say that something went wrong, of every thread. Bounded. */
export class RecentLines {
  readonly #errors: LogLine[] = [];
  readonly #warnings: LogLine[] = [];

  /** Takes a line as it is written. A refused request is no fault of the service, and is not kept. */
  readonly add = (written: string): void => {
    const line = JSON.parse(written) as LogLine;
    const isError = line["level"] === "error" || line["level"] === "fatal";
    if (!isError && line["msg"] === "request" && line["slow"] !== true) return;
    const kept = isError ? this.#errors : this.#warnings;
    kept.push(keptOf(line));
    if (kept.length > KEPT_MAX) kept.shift();
  };

  /** The oldest first. */
  list(): { errors: LogLine[]; warnings: LogLine[] } {
    return { errors: [...this.#errors], warnings: [...this.#warnings] };
  }
}
