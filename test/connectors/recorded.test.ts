import { expect, test } from "bun:test";
import { readTranscript, replaying, SHOP } from "../shops/transcript.ts";

const ALL = [
  ...["woocommerce", "woocommerce-terms", "prestashop", "prestashop-tags", "prestashop-changes"],
  ...["magento", "magento-stock"],
];

const SENT = { method: "GET", headers: {}, timeoutMs: 1_000, bytesMax: 1_000_000 };

test.each(ALL)("%s: a request that was not recorded fails", async (platform) => {
  const transcript = readTranscript(platform);
  const [known = expect.unreachable()] = transcript.exchanges;
  const { request } = replaying(transcript, known.of);
  const { body, method, path } = known;
  const sent = { ...SENT, method, ...(body !== undefined && { body }) };
  expect(await request(`${SHOP}${path}`, sent)).toMatchObject({ status: known.status });
  expect(() => request(`${SHOP}${path}&more=1`, sent)).toThrow(`The recorded ${platform} ${transcript.version}`);
});

test.each(ALL)("%s: a transcript says of what version and day, and no credential", (platform) => {
  const { version, recorded, exchanges } = readTranscript(platform);
  expect([version, recorded]).toEqual([
    expect.stringMatching(/^\d+\.\d+/),
    expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
  ]);
  const secret = /c[ks]_[0-9a-z]{20}|"authorization|ws_key|127\.0\.0\.1/i;
  expect(exchanges.filter((each) => secret.test(JSON.stringify(each))).map(({ path }) => path)).toEqual([]);
  const kinds = exchanges.map(({ status }) => Math.floor(status / 100));
  expect([...new Set(kinds)]).toEqual(expect.arrayContaining([2, 4]));
});

test("a change of the shop that was recorded and is no longer sent is named", async () => {
  const transcript = readTranscript("prestashop-changes");
  const { request, unsent } = replaying(transcript, "categories");
  const changes = transcript.exchanges.filter(({ of, method }) => of === "categories" && method !== "GET");
  expect(unsent()).toHaveLength(changes.length);
  const [{ method, path, body } = expect.unreachable(), ...others] = changes;
  await request(`${SHOP}${path}`, { ...SENT, method, ...(body !== undefined && { body }) });
  expect(unsent()).toHaveLength(others.length);
});
