import { expect, test } from "bun:test";
import { readEcb } from "../../src/prices/exchange-rates/read-ecb.ts";

test("documents that are none of the ECB's have no days", () => {
  expect(readEcb("")).toEqual([]);
  expect(readEcb("<Cube currency='USD' rate='1'/>")).toEqual([]);
  expect(readEcb("<Cube time='2026-13-45'><Cube currency='USD' rate='1'/></Cube>")).toEqual([]);
  expect(
    readEcb("<Cube time='2026-01-05'><Cube currency='USD' rate='-1'/><Cube currency='usd' rate='2'/></Cube>"),
  ).toEqual([]);
});

test("a document of another currency's rates is none of the euro's", () => {
  expect(
    readEcb("<Cube time='2026-01-05'><Cube currency='EUR' rate='0.92'/><Cube currency='JPY' rate='150'/></Cube>"),
  ).toBe(undefined);
  expect(readEcb("<Cube time='2026-01-05'><Cube currency='EUR' rate='1'/></Cube>")).toHaveLength(1);
});
