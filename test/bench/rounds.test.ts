import { describe, expect, test } from "bun:test";
import { inSequence } from "../../bench/load.ts";
import { type Measurement, measureInTurns } from "../../bench/rounds.ts";

const SECONDS = 2;

/** Programs whose works say when they are measured; each gives its values one after the other. */
function given() {
  const order: string[] = [];
  const measured =
    (program: string, work: string, values: number[]): Measurement =>
    async (seconds) => {
      order.push(`${work} of ${program}, ${seconds} s`);
      return [{ work, value: values.shift() ?? Number.NaN, unit: "/s", target: "" }];
    };
  return { order, measured };
}

describe("measuring in turns", () => {
  test("has each work done by one program right after the other in four rounds, and writes after all reads", async () => {
    const { order, measured } = given();
    const first = {
      reads: new Map([
        ["find", measured("first", "find", [0, 1, 2, 3])],
        ["list", measured("first", "list", [0, 1, 2, 3])],
      ]),
      writes: new Map([["create", measured("first", "create", [0, 1, 2, 3])]]),
    };
    const second = {
      reads: new Map([["list", measured("second", "list", [0, 1, 2, 3])]]),
      writes: new Map([["create", measured("second", "create", [0, 1, 2, 3])]]),
    };

    await measureInTurns({ first, second }, SECONDS);

    const reads = ["find of first, 1 s", "list of first, 1 s", "list of second, 1 s"];
    const writes = ["create of first, 1 s", "create of second, 1 s"];
    expect(order).toEqual([reads, reads, reads, reads, writes, writes, writes, writes].flat());
  });

  test("answers the median of the rounds but the first, each line once", async () => {
    const { measured } = given();
    const first = { reads: new Map([["find", measured("first", "find", [5_000, 10, 900, 30])]]) };
    const second = { writes: new Map([["create", measured("second", "create", [0, 3, 2, 1])]]) };

    const lines = await measureInTurns({ first, second, absent: {} }, SECONDS);

    expect(lines).toEqual({
      first: [{ work: "find", value: 30, unit: "/s", target: "" }],
      second: [{ work: "create", value: 2, unit: "/s", target: "" }],
      absent: [],
    });
  });
});

test("requests go on where the run before has ended", () => {
  const next = inSequence((sequence) => `made-${sequence}`);
  expect([next(), next(), next()]).toEqual(["made-0", "made-1", "made-2"]);
});
