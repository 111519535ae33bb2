import { expect, test } from "bun:test";
import { valuePairs } from "../../../src/imports/map/values/value-pairs.ts";

test.each([
  ["color=Red", { color: "Red" }],
  ['color=Red,features="soft, warm",size=M', { color: "Red", features: "soft, warm", size: "M" }],
  ["features=soft, warm,color=Red", { features: "soft, warm", color: "Red" }],
  ['note="a ""b"" c",empty=,tags=x|y', { note: 'a "b" c', tags: "x|y" }],
  ["url=https://x.example/?a=1", { url: "https://x.example/?a=1" }],
  ["text=one\ntwo", { text: "one\ntwo" }],
])("%s is a list of named values", (text, expected) => {
  expect(valuePairs(text)).toEqual(expected);
});

test.each(["", "red", "a b=c", "=x", "{}", "color=Red,=x, 1=2".slice(10), "color="])("%p is none", (text) => {
  expect(valuePairs(text)).toBeUndefined();
});

test("a long text without an end costs little", () => {
  const startedMs = performance.now();
  valuePairs(`a=${",b".repeat(200_000)}`);
  valuePairs(`a="${"x".repeat(400_000)}`);
  expect(performance.now() - startedMs).toBeLessThan(2_000);
});
