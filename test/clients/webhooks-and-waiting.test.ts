import { expect, test } from "bun:test";
import { untilEnd } from "../../src/http/describe/client/following.ts";
import { verified, WebhookRefused } from "../../src/http/describe/client/verify-webhook.ts";
import { signatureHeaders } from "../../src/webhooks/send/signatures.ts";

const NOW_MS = Date.UTC(2026, 10, 28);
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwYXBzcHJvZG8=";
const body = JSON.stringify({ id: "e1", event: "test", data: { message: "é" } });
const sent = (secrets: string[], atMs = NOW_MS) =>
  signatureHeaders({ eventId: "e1", timestamp: atMs / 1000, body }, secrets);
const read = (headers: Record<string, string> | Headers, text = body, secret = SECRET) =>
  verified<{ id: string }>(text, headers, secret, { nowMs: NOW_MS });

test.each([SECRET, "a text of one's own"])("what is signed with %s is read", async (secret) => {
  expect(await read(sent([secret]), body, secret)).toEqual(JSON.parse(body));
  expect(await read(new Headers(sent(["another", secret])), body, secret)).toEqual(JSON.parse(body));
});

test.each<[string, () => Promise<unknown>]>([
  ["another secret", () => read(sent(["whsec_AAAA"]))],
  ["another body", () => read(sent([SECRET]), `${body} `)],
  ["no signature", () => read({ "webhook-id": "e1", "webhook-timestamp": String(NOW_MS / 1000) })],
  ["an old delivery", () => read(sent([SECRET], NOW_MS - 301_000))],
  ["one of the future", () => read(sent([SECRET], NOW_MS + 301_000))],
  ["no time", () => read({ ...sent([SECRET]), "webhook-timestamp": "now" })],
])("%s is refused", async (_, attempt) => {
  expect(await attempt().catch((error: unknown) => error)).toBeInstanceOf(WebhookRefused);
});

const streamed = (...parts: string[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    }),
  );

test("a wait ends with what the service calls the end, over streams that end before", async () => {
  const streams = [
    streamed(": hello\n\nevent: progress\nid: 1\nda", 'ta: {"status":"processing"}\n\n'),
    streamed(
      'event: progress\ndata: {"status":"persisting"}\n\nevent: end\ndata: {"status":"completed_with_errors"}\n\n',
    ),
  ];
  const seen: string[] = [];
  const end = await untilEnd<{ status: string }>(async () => streams.shift() ?? streamed(), {
    onProgress: ({ status }) => seen.push(status),
  });
  expect([end.status, seen]).toEqual(["completed_with_errors", ["processing", "persisting"]]);
});

test("a wait ends when its caller wants that", async () => {
  const signal = AbortSignal.timeout(50);
  const wait = untilEnd(async () => streamed(), { signal });
  expect(await wait.catch((error: unknown) => error)).toBe(signal.reason);
});
