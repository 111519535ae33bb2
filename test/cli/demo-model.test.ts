import { afterAll, describe, expect, test } from "bun:test";
import { allowanceFor, findLocalModel } from "../../src/cli/demo/local-model.ts";

const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request) =>
    new URL(request.url).pathname === "/v1/models"
      ? Response.json({ object: "list", data: [{ id: "nomic-embed-text" }, { id: "llama3.2:1b" }] })
      : new Response("", { status: 404 }),
});
const address = `http://127.0.0.1:${server.port}/v1`;
afterAll(() => server.stop(true));

describe("the model that the demo lets write", () => {
  test("is the first of the named server that makes texts, or the named one", async () => {
    expect(await findLocalModel({ model: `${address}/` })).toEqual({ baseUrl: address, model: "llama3.2:1b" });
    expect(await findLocalModel({ model: address, modelName: "own" })).toEqual({ baseUrl: address, model: "own" });
  });

  test.each([
    ["ollama", "--model wants the address of a server"],
    ["ftp://127.0.0.1/v1", "--model wants the address of a server"],
    ["http://127.0.0.1:9/v1", "No model answers at http://127.0.0.1:9/v1/models"],
    [address.replace("/v1", "/v2"), "name the model with --model-name"],
  ])("%s is refused with how to mend it", (model, words) => {
    expect(findLocalModel({ model })).rejects.toThrow(words);
  });

  test("is all that the demo may call besides itself", () => {
    const allowed = (baseUrl: string) => allowanceFor({ baseUrl, model: "m" });
    expect(allowanceFor(undefined)).toEqual({ ranges: ["127.0.0.1/32"], names: [] });
    expect(allowed("http://192.168.1.7:8080/v1").ranges).toEqual(["127.0.0.1/32", "192.168.1.7/32"]);
    expect(allowed("http://[fd00::7]:8080/v1").ranges).toEqual(["127.0.0.1/32", "fd00::7/128"]);
    expect(allowed("http://gpu.lan:8080/v1").names).toEqual(["gpu.lan"]);
  });
});
