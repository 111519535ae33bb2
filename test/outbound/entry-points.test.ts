import { describe, expect, test } from "bun:test";
import { completeChat } from "../../src/ai/provider/complete-chat.ts";
import { embedTexts } from "../../src/search/similar/embed-texts.ts";
import { REFUSED_ANSWERS, REFUSED_URLS } from "./refused-urls.ts";
import { reasonOf, serve, wayOut } from "./way-out.ts";

/** A model may be reached by plain http; where it is counts all the same. */
const URLS = REFUSED_URLS.filter((url) => !url.startsWith("http://shop.example.com"));

type Way = ReturnType<typeof wayOut>["outbound"];

/** Asks the server of a tenant's settings. Answers why not, or "answered". */
const ENTRIES: [string, (outbound: Way, baseUrl: string) => Promise<string>][] = [
  [
    "embeddings",
    (outbound, baseUrl) =>
      reasonOf(embedTexts(outbound, { baseUrl, model: "m", dimensions: null, apiKey: "k", identity: "i" }, ["text"])),
  ],
  [
    "texts by a model",
    async (outbound, baseUrl) => {
      const value = { provider: "openai_compatible", model: "m", base_url: baseUrl, timeout_seconds: 1 };
      const answer = await completeChat(
        outbound,
        { value, secret: "k" },
        { provider: "openai_compatible", model: "m", messages: [{ role: "user", content: "text" }] },
      );
      return "failure" in answer ? answer.failure.message : "answered";
    },
  ],
];

describe.each(ENTRIES)("T14 the server of a tenant's settings for %s", (_, request) => {
  test("is not reached at any address inside, and no name of one is resolved", async () => {
    for (const url of URLS) {
      const { outbound, asked } = wayOut();
      expect([url, await request(outbound, url)]).not.toEqual([url, "answered"]);
      expect([url, asked]).toEqual([url, []]);
    }
  });

  test("is not reached when its name leads inside", async () => {
    for (const addresses of REFUSED_ANSWERS) {
      const { outbound } = wayOut({ names: { "models.example.com": [...addresses] } });
      expect(await request(outbound, "https://models.example.com/v1")).not.toBe("answered");
    }
  });

  test("gets no connection when it is on this machine, by http or https", async () => {
    const server = await serve((_request, response) => response.end("{}"), undefined);
    const { outbound } = wayOut({ names: { "models.example.com": ["127.0.0.1"] } });

    for (const host of ["127.0.0.1", "localhost", "models.example.com"]) {
      for (const scheme of ["http", "https"]) await request(outbound, `${scheme}://${host}:${server.port}/v1`);
    }
    expect(server.connections()).toBe(0);
  });
});
