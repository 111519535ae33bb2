import { describe, expect, test } from "bun:test";
import { originOf } from "../../src/http/gate/caller/origin.ts";

const DIRECT = { apiUrl: undefined, trustProxy: false };
const BEHIND_PROXY = { apiUrl: undefined, trustProxy: true };
const NAMED = { apiUrl: undefined, trustProxy: ["10.0.0.0/8"] };
const addressOf = () => "192.0.2.1";
const forwarded = { "x-forwarded-host": "shop.example, pim.example", "x-forwarded-proto": "http, https" };

describe("originOf", () => {
  test.each([
    ["what the caller used", {}, DIRECT, "http://pim.lan:3000"],
    ["the proxy's word only where it is trusted", forwarded, DIRECT, "http://pim.lan:3000"],
    ["no word of one that is not among the named proxies", forwarded, NAMED, "http://pim.lan:3000"],
    ["that of one that is", forwarded, { ...NAMED, trustProxy: ["10.0.0.0/8", "192.0.2.0/24"] }, "https://pim.example"],
    ["the nearest proxy's word", forwarded, BEHIND_PROXY, "https://pim.example"],
    ["the host alone when the proxy keeps it", { "x-forwarded-proto": "https" }, BEHIND_PROXY, "https://pim.lan:3000"],
    ["nothing that is no host", { "x-forwarded-host": "a b" }, BEHIND_PROXY, "http://pim.lan:3000"],
    ["no path", { "x-forwarded-host": "pim.example/path" }, BEHIND_PROXY, "http://pim.example"],
    [
      "the setting before all",
      forwarded,
      { ...BEHIND_PROXY, apiUrl: "https://api.example/pim" },
      "https://api.example/pim",
    ],
  ])("is %s", (_, headers, config, origin) => {
    expect(originOf(new Request("http://pim.lan:3000/api/v1/exports?a=b", { headers }), { config, addressOf })).toBe(
      origin,
    );
  });
});
