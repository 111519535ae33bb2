import { describe, expect, test } from "bun:test";
import { cpuMs } from "../cost/cpu-time.ts";
import { newTenant } from "../harness.ts";

const MIB = 1024 * 1024;
/** A list of as many items as fit. */
const wide = (item: string, bytes: number) =>
  `[${`${item},`.repeat(Math.floor(bytes / (item.length + 1)) - 1)}${item}]`;
/** What a body may cost before it is refused: parsed, ten megabytes of items cost seconds. */
const REFUSED_MS_MAX = 250;
const send = async (
  tenant: Awaited<ReturnType<typeof newTenant>>,
  method: "post" | "patch",
  path: string,
  body: string,
) => tenant[method](path, body, { "content-type": "application/json" });

describe("S-05 a body of far too many values is refused before anything is made of it", () => {
  test.each([
    ["/ext/products/batch", `{"products":${wide("{}", 9 * MIB)}}`, "Must have at most 500 items"],
    ["/ext/products/batch", `{"more":${wide("{}", 9 * MIB)}}`, "more than 200000 values"],
    ["/appsync/products/sync", wide("{}", 9 * MIB), "Must have at most 1000 items"],
    ["/appsync/stock/update", wide("[]", 9 * MIB), "Must have at most 5000 items"],
    ["/products", `{"name":"a","attributes":{"a":${wide("0", 900_000)}}}`, "more than 200000 values"],
    ["/products", wide("{}", 900_000), "more than 200000 values"],
  ])("POST %s", async (path, body, said) => {
    const tenant = await newTenant();
    let answer = await send(tenant, "post", path, body);
    const costs: number[] = [];
    for (let round = 0; round < 5; round++) {
      costs.push(
        await cpuMs(async () => {
          answer = await send(tenant, "post", path, body);
        }),
      );
    }
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body)).toContain(said);
    expect(Math.min(...costs)).toBeLessThan(REFUSED_MS_MAX);
  });

  test("a limit is reported with the name of its field, at any depth", async () => {
    const tenant = await newTenant();
    const products = wide('{"ean":"3400949497294","name":"a \\"quoted\\" [{,"}', 100_000);
    const { body } = await send(tenant, "post", "/ext/products/batch", `{"note":"[[[,","products":${products}}`);
    expect(JSON.stringify(body)).toContain("Must have at most 500 items");
  });

  test.each([
    ["strings that look like lists", { name: "a", description: `${"[{,".repeat(10_000)}\\"` }, 201],
    [
      "a name that is nested too deep",
      { name: "a", attributes: JSON.parse(`${"[".repeat(70)}${"]".repeat(70)}`) },
      422,
    ],
    [
      "a thousand attributes",
      { name: "a", attributes: Object.fromEntries([...Array(1000).keys()].map((n) => [`a${n}`, n])) },
      201,
    ],
    [
      "more attributes",
      { name: "a", attributes: Object.fromEntries([...Array(1001).keys()].map((n) => [`a${n}`, n])) },
      422,
    ],
  ])("%s", async (_, product, status) => {
    const tenant = await newTenant();
    const padded = { ...product, marketing_description: "p".repeat(20_000) };
    expect((await tenant.post("/products", padded)).status).toBe(status);
  });
});

describe("S-09 what strangers send is small, and counted before it is read", () => {
  test.each(["/auth/login", "/auth/login/json", "/auth/forgot-password", "/auth/reset-password", "/auth/register"])(
    "POST %s takes 8 KiB",
    async (path) => {
      const tenant = await newTenant();
      const { status, body } = await send(tenant, "post", path, `{"email":"${"a".repeat(8 * 1024)}"}`);
      expect([status, body.error.details.limit]).toEqual([413, 8 * 1024]);
    },
  );
});
