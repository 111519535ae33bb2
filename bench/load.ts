/** What a run of many requests showed. */
export interface LoadResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** The n-th request as it goes over the wire. */
export type Request = (sequence: number) => string;

/** The requests one after the other, for as many runs as there are. */
export function inSequence(request: Request): () => string {
  let sequence = 0;
  return () => request(sequence++);
}

/** One request as it goes over the wire. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}, body = ""): string {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body !== "") lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`;
}

interface Connection {
  sentAtMs: number;
  /** When a paced connection sends its next request. */
  dueAtMs: number;
  /** Bytes of the answer still to come; `-1` while its head is read, `Infinity` when its last chunk will say. */
  missing: number;
  /** The service has too much to do and says so. */
  isRefused: boolean;
  /** What came of the head, or of chunks the last bytes. */
  seen: string;
}

const LENGTH = /\r\ncontent-length: (\d+)/i;
const CHUNKED = /\r\ntransfer-encoding: chunked/i;
/** JSON writes no line break, so that these bytes only end an answer in chunks. */
const LAST_CHUNK = "\r\n0\r\n\r\n";

function isLastChunk(connection: Connection, text: string): boolean {
  connection.seen = (connection.seen + text).slice(-LAST_CHUNK.length);
  return connection.seen === LAST_CHUNK;
}

/** Takes in a piece of an answer. Returns whether the answer is whole; throws when it is not a success. */
function takeIn(connection: Connection, chunk: Buffer): boolean {
  if (connection.missing === Number.POSITIVE_INFINITY) {
    return isLastChunk(connection, chunk.toString("latin1", Math.max(0, chunk.length - LAST_CHUNK.length)));
  }
  if (connection.missing >= 0) {
    connection.missing -= chunk.length;
    return connection.missing <= 0;
  }
  connection.seen += chunk.toString("latin1");
  const headEnd = connection.seen.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const head = connection.seen.slice(0, headEnd);
  const length = CHUNKED.test(head) ? Number.POSITIVE_INFINITY : Number(LENGTH.exec(head)?.[1]);
  connection.isRefused = head.startsWith("HTTP/1.1 503 ");
  if (!(connection.isRefused || /^HTTP\/1.1 20\d /.test(head)) || Number.isNaN(length)) {
    throw new Error(`Unexpected answer: ${connection.seen}`);
  }
  connection.missing = length - (connection.seen.length - headEnd - 4);
  return length === Number.POSITIVE_INFINITY ? isLastChunk(connection, "") : connection.missing <= 0;
}

export const quantile = (values: number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

/** Of the seconds: by then an idle program has again what it gave back, and its code is compiled. */
const WARMING_PART = 1 / 3;

/**
 * Sends requests over `connections` kept-alive connections, each waiting for its answer before it sends the next. Plain
 * sockets, because `fetch` costs more than the server it measures. Answers of the first third of the time do not count.
 * Throws at the first answer that is neither a success, nor a 503: that one does not count. With `perSecond`, up to this
 * number are sent each second, and a request's time counts from when it was due: one that waits for another is slow as
 * well.
 */
export async function drive(
  port: number,
  next: () => string,
  { connections, seconds, perSecond }: { connections: number; seconds: number; perSecond?: number },
): Promise<LoadResult> {
  const paceMs = perSecond === undefined ? 0 : (connections * 1_000) / perSecond;
  const times: number[] = [];
  const startsAtMs = performance.now();
  const countsFromMs = startsAtMs + seconds * 1_000 * WARMING_PART;
  const endsAtMs = startsAtMs + seconds * 1_000;

  /** Counts an answer that has come. Returns whether there is time for another one. */
  const takeTime = ({ sentAtMs, isRefused }: Connection): boolean => {
    const nowMs = performance.now();
    if (nowMs >= countsFromMs && !isRefused) times.push(nowMs - sentAtMs);
    return nowMs < endsAtMs;
  };
  const run = (_: unknown, index: number) =>
    new Promise<void>((resolve, reject) => {
      const dueAtMs = startsAtMs + (paceMs * index) / connections;
      // A server closes connections that send nothing for a while.
      if (dueAtMs >= endsAtMs) return resolve();
      const state: Connection = { sentAtMs: 0, dueAtMs, missing: -1, isRefused: false, seen: "" };
      const sendNow = (socket: { write(text: string): number }) => {
        Object.assign(state, { sentAtMs: paceMs > 0 ? state.dueAtMs : performance.now(), missing: -1, seen: "" });
        state.dueAtMs += paceMs;
        socket.write(next());
      };
      const send = (socket: { write(text: string): number }) => {
        const waitMs = paceMs > 0 ? state.dueAtMs - performance.now() : 0;
        if (waitMs > 0) setTimeout(sendNow, waitMs, socket);
        else sendNow(socket);
      };
      const data = (socket: { write(text: string): number; end(): void }, chunk: Buffer) => {
        try {
          if (!takeIn(state, chunk)) return;
        } catch (error) {
          reject(error);
          return socket.end();
        }
        if (takeTime(state)) return send(socket);
        resolve();
        socket.end();
      };
      const error = (_: unknown, reason: Error) => reject(reason);
      const close = () => reject(new Error("The connection was closed"));
      Bun.connect({ hostname: "127.0.0.1", port, socket: { open: send, data, error, close } }).catch(reject);
    });

  await Promise.all(Array.from({ length: connections }, run));
  const elapsedSeconds = (performance.now() - countsFromMs) / 1_000;
  return { perSecond: times.length / elapsedSeconds, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}
