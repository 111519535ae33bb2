import { expect, test } from "bun:test";
import { clientAddresses, listen } from "../../src/runtime/listen.ts";

/** Bun looks at idle connections every four seconds. */
const ANSWER_MS = 9_000;

test("a connection without bytes is cut, unless its request is let wait for its answer", async () => {
  const addresses = clientAddresses();
  const answer = async (request: Request) => {
    if (request.url.endsWith("/long")) addresses.letWait(request);
    await Bun.sleep(ANSWER_MS);
    return new Response("answered");
  };
  const listener = listen({ host: "127.0.0.1", port: 0, drainSeconds: 0, idleSeconds: 1 }, answer, addresses);
  const ask = async (path: string) =>
    fetch(`http://127.0.0.1:${listener.port}${path}`)
      .then((each) => each.text())
      .catch(() => "cut");
  expect(await Promise.all([ask("/long"), ask("/short")])).toEqual(["answered", "cut"]);
  await listener.stop();
}, 60_000);
