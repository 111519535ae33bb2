import { describe, expect, test } from "bun:test";
import { PageMarks } from "../../src/products/lists/page-marks.ts";

const marksAt = (time: { nowMs: number }) => new PageMarks(() => time.nowMs);

describe("PageMarks", () => {
  test("a page goes on where the one before it ended", () => {
    const marks = marksAt({ nowMs: 0 });
    marks.put("list", 1, 10);
    expect(marks.endBefore("list", 2)).toBe(10);
    expect(marks.endBefore("list", 2)).toBe(10);
    expect(marks.endBefore("list", 3)).toBeUndefined();
    expect(marks.endBefore("other", 2)).toBeUndefined();
  });

  test("of two that read one list, both go on from the earlier end", () => {
    const marks = marksAt({ nowMs: 0 });
    marks.put("list", 1, 10);
    marks.put("list", 1, 20);
    expect([marks.endBefore("list", 2), marks.endBefore("list", 2)]).toEqual([10, 10]);
  });

  test("a caller who starts again after the others have gone on has an end of its own", () => {
    const marks = marksAt({ nowMs: 0 });
    marks.put("list", 1, 10);
    marks.endBefore("list", 2);
    marks.put("list", 1, 20);
    expect(marks.endBefore("list", 2)).toBe(20);
  });

  test("an hour later nothing is known", () => {
    const time = { nowMs: 0 };
    const marks = marksAt(time);
    marks.put("list", 1, 10);
    time.nowMs = 3_600_000;
    expect(marks.endBefore("list", 2)).toBeUndefined();
  });
});
