import { Type } from "@sinclair/typebox";
import type { Call } from "../http/gate/call.ts";
import { fileBody } from "../http/input/file-body.ts";
import { ApiError } from "../http/output/errors.ts";
import { isKnownTag, versionOf } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";

type Following = Pick<Services, "followers" | "pause" | "steadyNow">;

/** Something that goes on while it is looked at. */
export interface Followed<Body> {
  /** As the API shows it now. Throws NOT_FOUND when it is gone. */
  read: () => Promise<Body>;
  /** Whether nothing goes on with it: it changes only when somebody asks for that. */
  isAtRest: (body: Body) => boolean;
}

const LOOK_MS = 1_000;
const WAIT_SECONDS_MAX = 60;
// Proxies end a connection on which nothing comes.
const HEARTBEAT_MS = 15_000;
/** A reader comes again after it, and its rights are looked at again. */
const STREAM_MS_MAX = 60_000;
const RETRY_MS = 2_000;

/** The parameter of a read that can wait. */
export const Wait = {
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: WAIT_SECONDS_MAX,
      description:
        "Seconds to wait for a change: the answer comes as soon as it differs from `If-None-Match`, or from the state at the time of the request, at once when nothing runs, and at the latest after this time. Default 0.",
      examples: [30],
    }),
  ),
};

/** The answer of an operation that follows something, and what its description says. */
export const EventStream = fileBody("text/event-stream", "Server-sent events.");
export const FOLLOWS =
  "Server-sent events: `progress` with what a read answers, at first and after each change, and `end` with the last one once nothing runs any more. A comment comes at least every 15 seconds. The connection ends after a minute or when the service stops; an `EventSource` opens it again by itself: close it at `end`. A tenant may have 20 of them open, with reads that `wait`.";

/** How a read waits, as its request says. */
interface Waiting {
  tenantId: string;
  /** None or 0: not at all. */
  seconds: number | undefined;
  /** The tags of what the caller has. */
  known?: string | undefined;
  signal: AbortSignal;
  call: Pick<Call, "waitedMs">;
}

/** What is read, once it is news for the caller, nothing goes on any more, the time is over or the service stops. */
export async function readWaiting<Body>(
  services: Following,
  { tenantId, seconds = 0, known, tagOf, signal, call }: Waiting & { tagOf: (body: Body) => string },
  { read, isAtRest }: Followed<Body>,
): Promise<Body> {
  const first = await read();
  // The variant says which body of a version it is.
  const isNews = known !== undefined && !isKnownTag(known.replaceAll(/~[^",]*/g, ""), tagOf(first));
  if (seconds === 0 || isNews || isAtRest(first)) return first;
  const { leave } = services.followers.enter(tenantId);
  const startedMs = performance.now();
  try {
    const ended = AbortSignal.any([services.followers.stopping, signal]);
    const endsAtMs = services.steadyNow() + seconds * 1_000;
    const version = versionOf(first);
    for (;;) {
      const leftMs = endsAtMs - services.steadyNow();
      if (leftMs <= 0 || !(await hasPaused(services, Math.min(LOOK_MS, leftMs), ended))) return await read();
      const body = await read();
      if (isAtRest(body) || versionOf(body) !== version) return body;
    }
  } finally {
    call.waitedMs += performance.now() - startedMs;
    leave();
  }
}

/** Whether the time has passed: `false` when what waits has ended. */
async function hasPaused({ pause }: Following, ms: number, ended: AbortSignal): Promise<boolean> {
  if (ended.aborted) return false;
  return pause(ms, ended).then(
    () => !ended.aborted,
    () => false,
  );
}

const HEADERS = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "private, no-store",
  // nginx would keep events until it has a few kilobytes of them.
  "x-accel-buffering": "no",
};

const eventOf = (name: string, body: unknown) =>
  `event: ${name}\nid: ${versionOf(body)}\ndata: ${JSON.stringify(body)}\n\n`;

/**
 * Answers server-sent events: `progress` with the whole body at first and after each change, `end` with the last one when
 * nothing goes on any more. Looks no further ahead than its reader reads. Throws as `read` does, and RATE_LIMIT_EXCEEDED.
 */
export async function followAnswer<Body>(
  services: Following,
  request: Request,
  tenantId: string,
  followed: Followed<Body>,
): Promise<Response> {
  const first = await followed.read();
  if (request.method === "HEAD") return new Response(null, { headers: HEADERS });
  const { leave } = services.followers.enter(tenantId);
  const left = new AbortController();
  const end = () => {
    left.abort();
    leave();
  };
  request.signal.addEventListener("abort", end, { once: true });
  const ended = AbortSignal.any([services.followers.stopping, left.signal]);
  const events = eventsOf(services, first, ended, followed);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const event = await events.next().catch((error: unknown) => {
          end();
          throw error;
        });
        if (event.value !== undefined) return controller.enqueue(encoder.encode(event.value));
        // A stream that its reader has cancelled is closed.
        if (!left.signal.aborted) controller.close();
        end();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { headers: HEADERS });
}

async function* eventsOf<Body>(
  services: Following,
  first: Body,
  ended: AbortSignal,
  { read, isAtRest }: Followed<Body>,
): AsyncGenerator<string, undefined> {
  const startedMs = services.steadyNow();
  let saidMs = startedMs;
  let shown = first;
  yield `retry: ${RETRY_MS}\n\n${eventOf("progress", first)}`;
  while (!isAtRest(shown)) {
    if (!(await hasPaused(services, LOOK_MS, ended))) return undefined;
    const nowMs = services.steadyNow();
    if (nowMs - startedMs >= STREAM_MS_MAX) return undefined;
    const body = await readOrGone(read);
    // It was deleted meanwhile: the reader that comes again gets NOT_FOUND.
    if (body === undefined) return undefined;
    const isNews = versionOf(body) !== versionOf(shown);
    if (isNews || nowMs - saidMs >= HEARTBEAT_MS) saidMs = nowMs;
    else continue;
    shown = body;
    yield isNews ? eventOf("progress", body) : ": still here\n\n";
  }
  yield eventOf("end", shown);
  return undefined;
}

const readOrGone = <Body>(read: () => Promise<Body>): Promise<Body | undefined> =>
  read().catch((error: unknown) => {
    if (error instanceof ApiError) return undefined;
    throw error;
  });
