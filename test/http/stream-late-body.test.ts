import { afterAll, expect, test } from "bun:test";
import { principal, testApp } from "./test-app.ts";

const { app, callers } = testApp();
callers.keys.set("pm_live_late", principal());
const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: app.fetch });
afterAll(() => server.stop(true));

const answer = (turns: number, length: number, method = "GET") =>
  fetch(`http://127.0.0.1:${server.port}/api/v1/things/long/${turns}/${length}`, {
    method,
    headers: { "x-api-key": "pm_live_late", "x-request-id": "late", "accept-encoding": "identity" },
  });
/** How an answer says where it ends. */
const endOf = ({ headers }: Response) => headers.get("content-length") ?? headers.get("transfer-encoding");

test("an answer is the same at once and late, short and long; only a late and long one is sent as it comes", async () => {
  const ends: (string | null)[] = [];
  for (const length of [10, 20_000, 300_000]) {
    for (const turns of [0, 3]) {
      const response = await answer(turns, length);
      ends.push(endOf(response));

      expect(response.status).toBe(200);
      expect(response.headers.get("etag")).toBe('"long"');
      expect(response.headers.get("x-request-id")).toBe("late");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(response.headers.get("content-type")).toBe("application/json;charset=utf-8");
      expect(JSON.parse(await response.text())).toEqual({ text: "Š".repeat(length) });
    }
  }

  expect(ends).toEqual(["31", "31", "40011", "chunked", "600011", "chunked"]);
});

test("many late and long answers at once each go to their caller", async () => {
  const lengths = Array.from({ length: 40 }, (_, index) => 20_000 + index);

  const texts = await Promise.all(lengths.map(async (length) => JSON.parse(await (await answer(2, length)).text())));

  expect(texts.map(({ text }) => text.length)).toEqual(lengths);
});

test("a HEAD gets the length, late or not", async () => {
  expect([endOf(await answer(0, 20_000, "HEAD")), endOf(await answer(3, 20_000, "HEAD"))]).toEqual(["40011", "40011"]);
});
