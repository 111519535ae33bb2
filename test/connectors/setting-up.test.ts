import { expect, test } from "bun:test";
import { test as testConnector } from "../../workers/connectors/test.ts";
import { TOKEN } from "../doubles/platforms/platform.ts";
import type { Reply } from "../doubles/shops.ts";
import { EVERY, openEvery } from "./every-platform.ts";

/** What a test of a connector says where everything is answered so. */
async function saidWhere([, platform]: (typeof EVERY)[number], reply: Reply, isTokenGiven = false) {
  const { there, tenant, connector, credentials } = await openEvery(platform, {
    answer: (call) => (isTokenGiven && platform.isToken?.(call) ? TOKEN : reply),
  });
  const { error } = await testConnector(there, tenant.id, { id: connector.id }, new AbortController().signal);
  return { error: error ?? "", credentials };
}

const ADDRESSED = EVERY.filter(([, { credentials }]) => Object.values(credentials).includes(""));
const PAGE = { headers: { "content-type": "text/html" }, text: "<html><h1>Welcome</h1></html>" };
const ELSEWHERE: [string, Reply][] = [
  ["a page that is not there", { ...PAGE, status: 404 }],
  ["a page of something else", PAGE],
  ["another address", { status: 301, headers: { location: "https://elsewhere.example/" }, text: "" }],
];

test.each(ADDRESSED.flatMap(([id, platform]) => ELSEWHERE.map((each) => [id, ...each, platform] as const)))(
  "%s: at its address is %s: the test names it, and says what it should be",
  async (id, _what, reply, platform) => {
    const { error, credentials } = await saidWhere([id, platform], reply);
    const address = Object.values(credentials).find((value) => value.startsWith("https:")) ?? expect.unreachable();
    expect(error).toContain(address);
    expect(error).toMatch(/^There is no /);
  },
);

test.each(EVERY)("%s: refused credentials are named", async (id, platform) => {
  const { error } = await saidWhere([id, platform], { status: 401, json: { message: "no" } }, true);
  expect(error).toMatch(/cop(?:y|ied) /i);
  expect(error).toMatch(/key|token|secret/i);
});
