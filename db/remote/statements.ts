import type { Client, InStatement } from "@libsql/client/http";
import type { Executor } from "../handle.ts";
import { type Args, binderOf, parameterNames } from "../rows.ts";

/** A statement with its values, as the client takes it. */
function toStatement(sql: string, args: Args, tenantId: string | undefined): InStatement {
  return { sql, args: binderOf(parameterNames(sql))(args, tenantId) };
}

/** Runs each statement by itself, in a round trip each: for what is done once, at the start. */
export const executorOf = (client: Client): Executor => ({
  rows: async (sql, args, tenantId) => (await client.execute(toStatement(sql, args, tenantId))).rows,
  row: async (sql, args, tenantId) => (await client.execute(toStatement(sql, args, tenantId))).rows[0],
  run: async (sql, args, tenantId) => (await client.execute(toStatement(sql, args, tenantId))).rowsAffected,
  runMany: async (sql, args, tenantId) => {
    if (args.length > 0) await client.batch(args.map((each) => toStatement(sql, each, tenantId)));
  },
});
