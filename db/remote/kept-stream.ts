import { LibsqlError } from "@libsql/client/http";
import * as hrana from "@libsql/hrana-client";
import { type Args, type Binder, binderOf, parameterNames, type Row, withNumbers } from "../rows.ts";
import { type Deadline, fetchWithin, isLost, until } from "./unavailable.ts";

/** A statement with the values of its parameters, in their order. */
export interface Statement {
  sql: string;
  values: (string | number | null)[];
  /** Whether its rows are wanted; otherwise only how many it changed. */
  hasRows: boolean;
}

/** What came of a statement; `undefined` where one before it had failed, so it was not run. */
export type Outcome = { rows: Row[]; changed: number } | { error: unknown } | undefined;

/** A connection of the server's that is ours for as long as it works: to open one costs the server 4 ms. */
export interface KeptStream {
  /** Whether it can be used no longer. */
  isBroken(): boolean;
  /** When it is not used for as long, the server or something before it may end it. */
  idleMs: number;
  /**
   * Runs statements in their order, in one round trip. Those of a chain only as long as none has failed. Rejects when the
   * server did not answer all of them in time: the stream is closed then, which takes back an open transaction.
   */
  run(statements: readonly Statement[], how: { isChain: boolean }, deadline: Deadline): Promise<Outcome[]>;
  close(): void;
}

/** A statement as it is sent, and what takes its values. To make it of a long text takes as long as to read its row. */
interface Sent {
  sql: string;
  bind: Binder;
}
const sent = new Map<string, Sent>();
const SENT_MAX = 1_000;

function sentOf(sql: string): Sent {
  const known = sent.get(sql);
  if (known) return known;
  const names = parameterNames(sql);
  const made = { sql: withNumbers(sql, names), bind: binderOf(names) };
  if (sent.size >= SENT_MAX) sent.clear();
  sent.set(sql, made);
  return made;
}

export function toStatement(given: string, args: Args, tenantId: string | undefined, hasRows: boolean): Statement {
  const { sql, bind } = sentOf(given);
  return { sql, values: bind(args, tenantId), hasRows };
}

const LASTING_IDLE_MS = 60_000;
/** sqld forgets a stream over HTTP that was not used for 10 s. */
const HTTP_IDLE_MS = 5_000;
const HTTP_ANSWER_MS = 30_000;

/** The words of the other driver, which the rest knows. */
function codeOf(error: hrana.ClientError): string {
  if (error instanceof hrana.ResponseError) return error.code ?? "UNKNOWN";
  if (error instanceof hrana.HttpServerError) return "SERVER_ERROR";
  if (error instanceof hrana.ProtoError) return "HRANA_PROTO_ERROR";
  if (error instanceof hrana.ClosedError && error.cause instanceof hrana.ResponseError) return codeOf(error.cause);
  return "HRANA_CLOSED_ERROR";
}

const asKnown = (error: unknown): unknown =>
  error instanceof hrana.ClientError
    ? new LibsqlError(error.message, codeOf(error), undefined, undefined, error)
    : error;

/** Opens streams, each on a connection of its own: where one hangs, the others do not. */
export function streamOpener(url: string, authToken: string | undefined): (deadline: Deadline) => Promise<KeptStream> {
  const socketUrl = url.replace(/^http/, "ws");
  /** WebSockets are tried again after this. */
  let plainUntilMs = Number.NEGATIVE_INFINITY;

  const openSocket = () => ({ client: hrana.openWs(socketUrl, authToken, 3), idleMs: LASTING_IDLE_MS });
  const openPlain = () => ({
    client: hrana.openHttp(url, authToken, fetchWithin(HTTP_ANSWER_MS), undefined, 3),
    idleMs: HTTP_IDLE_MS,
  });

  async function opened({ client, idleMs }: Opening, deadline: Deadline): Promise<KeptStream> {
    try {
      await until(deadline, client.getVersion());
      return keptStream(client, idleMs);
    } catch (error) {
      client.close();
      throw asKnown(error);
    }
  }

  return async (deadline) => {
    if (performance.now() < plainUntilMs) return opened(openPlain(), deadline);
    try {
      return await opened(openSocket(), deadline);
    } catch (error) {
      if (!isLost(error)) throw error;
      // Where nothing answers either way, the way is not to blame.
      const plain = await opened(openPlain(), deadline);
      plainUntilMs = performance.now() + LASTING_IDLE_MS;
      return plain;
    }
  };
}

interface Opening {
  client: ReturnType<typeof hrana.openWs> | ReturnType<typeof hrana.openHttp>;
  idleMs: number;
}

/** Adds a statement to a batch, and says what came of it. */
async function outcomeOf(step: hrana.BatchStep, { sql, values, hasRows }: Statement): Promise<Outcome> {
  try {
    if (!hasRows) {
      const done = await step.run([sql, values]);
      return done && { rows: [], changed: done.affectedRowCount };
    }
    const done = await step.query([sql, values]);
    return done && { rows: [...done.rows], changed: done.affectedRowCount };
  } catch (error) {
    return { error: asKnown(error) };
  }
}

async function runBatch(batch: hrana.Batch, statements: readonly Statement[], isChain: boolean): Promise<Outcome[]> {
  let before: hrana.BatchStep | undefined;
  const outcomes = statements.map((each) => {
    const step = batch.step();
    if (isChain && before) step.condition(hrana.BatchCond.ok(before));
    before = step;
    return outcomeOf(step, each);
  });
  await batch.execute();
  return Promise.all(outcomes);
}

function keptStream(client: Opening["client"], idleMs: number): KeptStream {
  const stream = client.openStream();
  stream.intMode = "number";
  const close = () => {
    stream.close();
    client.close();
  };
  return {
    idleMs,
    isBroken: () => stream.closed || client.closed,
    run: async (statements, { isChain }, deadline) => {
      try {
        return await until(deadline, runBatch(stream.batch(), statements, isChain));
      } catch (error) {
        close();
        throw asKnown(error);
      }
    },
    close,
  };
}
