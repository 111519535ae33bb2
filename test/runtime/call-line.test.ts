import { describe, expect, test } from "bun:test";
import { ApiError } from "../../src/http/output/errors.ts";
import { answerCall, type CallHandlers, type CallMessage, openCallLine } from "../../src/runtime/calls/call-line.ts";
import { call, stream } from "../../src/runtime/calls/calls.ts";
import { refusal } from "../refusal.ts";

const ECHO = call<unknown, unknown>("test.echo");
const FAIL = call<unknown, unknown>("test.fail");
const ALL = stream<unknown>("test.all");
const BREAK = stream<unknown>("test.break");

function given() {
  const seen = { chunks: 0, ended: false, inHand: 0 };
  const handlers: CallHandlers = {
    answer: async (name, tenantId, input) => {
      if (name === FAIL.name) throw Object.assign(new Error("no"), { name: "ApiError", code: "NOT_FOUND" });
      return { name, tenantId, input };
    },
    stream: async function* (name) {
      try {
        for (let n = 0; n < 1_000; n++) {
          if (name === BREAK.name && n === 2) throw new Error("cut");
          seen.chunks++;
          yield new Uint8Array(1_000).fill(n % 256);
        }
      } finally {
        seen.ended = true;
      }
    },
  };
  const send = (message: CallMessage) => answerCall(message, handlers);
  const done = () => {
    seen.inHand--;
  };
  const line = openCallLine(() => {
    seen.inHand++;
    return { send, done };
  });
  return { line, seen };
}

const until = async (condition: () => boolean) => {
  const endsAtMs = performance.now() + 5_000;
  while (!condition() && performance.now() < endsAtMs) await Bun.sleep(1);
};

describe("openCallLine", () => {
  test("answers with the handler's result", async () => {
    const { line } = given();
    expect(await line.call(ECHO, "t", [1])).toEqual({ name: ECHO.name, tenantId: "t", input: [1] });
  });

  test("rejects with the error the handler threw, code and all", async () => {
    expect(await refusal(given().line.call(FAIL, "t", null))).toMatchObject({ name: "ApiError", code: "NOT_FOUND" });
  });

  test("lets go of the thread when the call is answered, refused, read or left", async () => {
    const { line, seen } = given();
    const answers = [line.call(ECHO, "t", null), line.call(FAIL, "t", null)];
    const read = new Response(line.stream(ALL, "t", null)).arrayBuffer();
    const left = line.stream(ALL, "t", null);
    expect(seen.inHand).toBe(4);
    await Promise.allSettled([...answers, read, left.cancel()]);
    expect(seen.inHand).toBe(0);
  });

  test("streams every chunk in order", async () => {
    const { line } = given();
    const bytes = new Uint8Array(await new Response(line.stream(ALL, "t", null)).arrayBuffer());
    expect(bytes.length).toBe(1_000_000);
    expect([bytes[0], bytes[1_000], bytes[255_000], bytes[999_000]]).toEqual([0, 1, 255, 999 % 256]);
  });

  test("makes no more than is read, and ends the work when the reader leaves", async () => {
    const { line, seen } = given();
    const reader = line.stream(ALL, "t", null).getReader();
    await reader.read();
    await reader.read();
    expect(seen.chunks).toBeLessThan(10);
    await reader.cancel();
    await until(() => seen.ended);
    expect(seen.ended).toBe(true);
    expect(seen.chunks).toBeLessThan(10);
  });

  test("breaks the stream when the handler throws half-way", async () => {
    const { line } = given();
    expect(await refusal(new Response(line.stream(BREAK, "t", null)).arrayBuffer())).toMatchObject({
      message: "cut",
    });
  });

  test("a call whose caller goes before its turn is dropped; one that is under way gets the signal", async () => {
    const given = { isWaiting: true, done: 0 };
    const line = openCallLine(() => ({
      send: () => undefined,
      isWaiting: () => given.isWaiting,
      done: () => void given.done++,
    }));
    const leaving = new AbortController();
    const dropped = line.call(ECHO, "t", null, leaving.signal);
    leaving.abort();
    expect(await refusal(dropped)).toMatchObject({ code: "SYSTEM_SERVICE_UNAVAILABLE" });
    expect(given.done).toBe(1);
    expect(await refusal(line.call(ECHO, "t", null, leaving.signal))).toBeInstanceOf(Error);

    given.isWaiting = false;
    const late = new AbortController();
    const left = line.call(ECHO, "t", null, late.signal);
    late.abort();
    expect(await refusal(left)).toMatchObject({ code: "SYSTEM_SERVICE_UNAVAILABLE" });
  });
});

test("a call whose caller no longer waits gets the signal", async () => {
  const seen: string[] = [];
  const handlers: CallHandlers = {
    answer: (_, __, ___, signal) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => {
          seen.push("left");
          reject(signal.reason);
        }),
      ),
    stream: async function* () {},
  };
  const send = (message: CallMessage) => answerCall(message, handlers);
  const line = openCallLine(() => ({ send, done: () => seen.push("done") }));
  const leaving = new AbortController();
  const requests = line.call(ECHO, "t", undefined, leaving.signal);

  leaving.abort(new ApiError("INVALID_STATE"));

  expect(await refusal(requests)).toMatchObject({ code: "INVALID_STATE" });
  await until(() => seen.includes("done"));
  expect(seen).toEqual(["left", "done"]);
});

test("a call whose thread never comes back to it is given up in time, and its place is free", async () => {
  const given = { done: 0 };
  const stuck = () => ({ send: () => undefined, done: () => void given.done++ });
  const line = openCallLine(stuck);

  const refused = await refusal(line.call(call<null, unknown>("test.outside", { outsideMs: 1 }), "t", null));

  expect(refused).toMatchObject({
    code: "SYSTEM_SERVICE_UNAVAILABLE",
    message: "The other server did not answer in time, try again later",
    options: { headers: { "retry-after": "30" } },
  });
  expect(given.done).toBe(1);
});
