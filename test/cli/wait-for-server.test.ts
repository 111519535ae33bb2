import { describe, expect, test } from "bun:test";
import { isAway, waitForServer } from "../../src/cli/start/wait-for-server.ts";
import { refusal } from "../refusal.ts";

describe("waiting for a server", () => {
  test.each([
    ["Server returned HTTP status 401", undefined, false],
    ["Server returned HTTP status 404", undefined, false],
    ["Server returned HTTP status 501", undefined, false],
    ["Server returned HTTP status 503", undefined, true],
    ["Unable to connect. Is the computer able to access the url?", undefined, true],
    ["getaddrinfo", "ENOTFOUND", true],
    ["no", "ECONNREFUSED", true],
  ])("%s (%s) is away: %p", (message, code, away) => {
    expect(isAway(new Error("failed", { cause: Object.assign(new Error(message), { code }) }))).toBe(away);
  });

  test("tries again until it is there, and is reported once", async () => {
    let tries = 0;
    const noted: unknown[] = [];
    const attempt = () => (++tries < 3 ? Promise.reject(new Error("ECONNREFUSED")) : Promise.resolve("there"));
    expect(await waitForServer(attempt, { seconds: 30, note: (error) => noted.push(error) })).toBe("there");
    expect([tries, noted.length]).toEqual([3, 1]);
  });

  test("does not wait for a server that says no, nor longer than it may", async () => {
    let tries = 0;
    const failing = (message: string) => () => {
      tries++;
      return Promise.reject(new Error(message));
    };
    await refusal(waitForServer(failing("HTTP status 401"), { seconds: 30, note: () => undefined }));
    expect(tries).toBe(1);
    await refusal(waitForServer(failing("ECONNREFUSED"), { seconds: 0, note: () => undefined }));
    expect(tries).toBe(2);
  });
});
