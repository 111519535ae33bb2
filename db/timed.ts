import type { Database, Reader } from "./ports.ts";

/** A statement or a change that took long. */
export interface Slow {
  /** What it is called: `select product`, or the name of the mutation. */
  name: string;
  /** The statement, without its values. */
  sql?: string;
  durationMs: number;
}

const SHOWN_MAX = 300;

/** What a statement does to which table first: `select product`. Its values are parameters, so no text of it is a secret. */
export function statementName(sql: string): string {
  const [, verb = "statement"] = /\b(select|insert|update|delete)\b/i.exec(sql) ?? [];
  const [, table] = /\b(?:from|into|update)\s+([a-z_]\w*)/i.exec(sql) ?? [];
  return table === undefined ? verb.toLowerCase() : `${verb.toLowerCase()} ${table}`;
}

/** A reader that tells `note` which of its statements took `slowMs` or longer. */
function timedReader<Kind extends Reader>(reader: Kind, slowMs: number, note: (slow: Slow) => void): Kind {
  const timed = async <Result>(sql: string, read: () => Promise<Result>): Promise<Result> => {
    const startedAtMs = performance.now();
    try {
      return await read();
    } finally {
      const durationMs = performance.now() - startedAtMs;
      if (durationMs >= slowMs) {
        note({ name: statementName(sql), sql: sql.replace(/\s+/g, " ").trim().slice(0, SHOWN_MAX), durationMs });
      }
    }
  };
  return {
    ...reader,
    all: (sql, args, read) => timed(sql, () => reader.all(sql, args, read)),
    first: (sql, args, read) => timed(sql, () => reader.first(sql, args, read)),
    one: (sql, args, read) => timed(sql, () => reader.one(sql, args, read)),
  };
}

/**
 * The same database, which tells `note` what took `slowMs` or longer: statements that read, and changes from the call to the
 * commit. Bulk work is sent ahead and waits by design: it is not told.
 */
export const timedDatabase = (database: Database, slowMs: number, note: (slow: Slow) => void): Database => ({
  ...database,
  reader: (tenantId) => timedReader(database.reader(tenantId), slowMs, note),
  snapshot: async (tenantId) => timedReader(await database.snapshot(tenantId), slowMs, note),
  write: async (mutation, tenantId, input, options) => {
    const startedAtMs = performance.now();
    try {
      return await database.write(mutation, tenantId, input, options);
    } finally {
      const durationMs = performance.now() - startedAtMs;
      if (durationMs >= slowMs && options?.isBulk !== true && options?.waits !== true) {
        note({ name: mutation.name, durationMs });
      }
    }
  },
});
