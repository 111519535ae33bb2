import { expect, test } from "bun:test";
import { newInstance } from "./instance.ts";

/** What a stranger on one address is answered by `count` requests, one after the other. */
async function statusesOf(count: number, request: (number: number) => [path: string, body?: unknown]) {
  const { newBrowser } = await newInstance({ rateLimitDisabled: false });
  const statuses: number[] = [];
  for (let number = 0; number < count; number++) {
    const [path, body] = request(number);
    statuses.push((await newBrowser().post(path, body)).status);
  }
  return statuses;
}

test("D1-162 S9.1 five logins an address and account in a quarter of an hour, whichever way", async () => {
  const ways: [string, unknown][] = [
    ["/auth/login", { username: "a@example.com", password: "wrong" }],
    ["/auth/login/json", { email: "A@example.com", password: "wrong" }],
  ];

  const statuses = await statusesOf(6, (number) => ways[number % 2] ?? ["", undefined]);

  // Three failures, then the lock, which is no reason to be let in more often.
  expect(statuses).toEqual([401, 401, 401, 423, 423, 429]);
});

test.each(["/auth/refresh", "/auth/logout"])("D1-165 S9.1 %s thirty an address and minute", async (path) => {
  const statuses = await statusesOf(31, () => [path]);

  expect(statuses).toEqual([...Array(30).fill(401), 429]);
});

test("D1-172 the limits of one route leave the others alone", async () => {
  const statuses = await statusesOf(34, (number) => [number < 31 ? "/auth/logout" : "/auth/refresh"]);

  expect(statuses.slice(30)).toEqual([429, 401, 401, 401]);
});
