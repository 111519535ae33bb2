import { describe, expect, test } from "bun:test";
import { openOutbound } from "../../src/outbound/outbound.ts";
import { OutboundError } from "../../src/outbound/outbound-error.ts";
import { RECEIVER } from "./certificates.ts";
import { REFUSED_ANSWERS, REFUSED_URLS } from "./refused-urls.ts";
import { GET, reasonOf, serve, wayOut } from "./way-out.ts";

describe("T14 an address", () => {
  test.each(REFUSED_URLS)("%j is refused before anything is resolved or connected", async (url) => {
    const { outbound, asked } = wayOut();

    expect(() => outbound.readUrl(url)).toThrow(OutboundError);
    expect(await reasonOf(outbound.request(url, GET))).not.toBe("answered");
    expect(asked).toEqual([]);
  });

  test.each([
    "https://shop.example.com/hook?x=1",
    "https://shop.example.com:8443/",
    "https://8.8.8.8/",
    "https://[2606:4700::1111]/",
    "https://xn--bcher-kva.example/",
  ])("%s is taken", (url) => {
    expect(wayOut().outbound.readUrl(url).href).toBe(url);
  });
});

describe("T14 a name", () => {
  test.each(REFUSED_ANSWERS.map((addresses) => [addresses] as const))(
    "that resolves to %j is refused",
    async (addresses) => {
      const server = await serve((_, response) => response.end());
      const { outbound } = wayOut({ names: { "shop.example.com": addresses } });

      expect(await reasonOf(outbound.resolve("shop.example.com"))).toBe("address");
      expect(await reasonOf(outbound.request("https://shop.example.com/", GET))).toBe("address");
      expect(server.connections()).toBe(0);
    },
  );

  test("is resolved once: what the resolver says later does not count", async () => {
    const server = await serve((request, response) => response.end(request.headers.host));
    let answers = [["127.0.0.1"], ["10.0.0.1"]];
    const outbound = openOutbound(
      { allow: { ranges: ["127.0.0.0/8"], names: [] }, allowPrivate: false },
      {
        ca: RECEIVER.cert,
        lookup: () => {
          const [answer = [], ...later] = answers;
          answers = later;
          return Promise.resolve(answer);
        },
      },
    );

    expect(await reasonOf(outbound.request("https://r1.receiver.test:8443/", GET))).not.toBe("address");
    expect(answers).toEqual([["10.0.0.1"]]);
    expect(server.connections()).toBe(0);
    expect(await reasonOf(outbound.resolve("r1.receiver.test"))).toBe("address");
  });

  test("that is unknown is a failure that may pass", async () => {
    const outbound = openOutbound(
      { allow: { ranges: [], names: [] }, allowPrivate: false },
      { lookup: () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })) },
    );

    const error = await outbound.request("https://shop.example.com/", GET).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ reason: "dns", isRefusal: false });
  });
});

describe("what the operator opens", () => {
  test("a network and a name may be connected to, and what clouds keep may not", async () => {
    const outbound = openOutbound(
      { allow: { ranges: ["10.1.2.0/24", "169.254.0.0/16"], names: ["erp.lan"] }, allowPrivate: false },
      {
        lookup: () => Promise.resolve(["192.168.7.7"]),
      },
    );

    expect(await outbound.resolve("10.1.2.3")).toEqual(["10.1.2.3"]);
    expect(await outbound.resolve("erp.lan")).toEqual(["192.168.7.7"]);
    expect(outbound.readUrl("https://erp.lan:9443/").port).toBe("9443");
    expect(await reasonOf(outbound.resolve("10.1.3.3"))).toBe("address");
    expect(await reasonOf(outbound.resolve("other.example.com"))).toBe("address");
    expect(await reasonOf(outbound.resolve("169.254.169.254"))).toBe("address");
  });

  test("for development any host but those of clouds, and http", async () => {
    const outbound = openOutbound({ allow: { ranges: [], names: [] }, allowPrivate: true });

    expect(outbound.readUrl("http://127.0.0.1:1234/").port).toBe("1234");
    expect(await reasonOf(outbound.resolve("169.254.169.254"))).toBe("address");
  });
});
