import { describe, expect, test } from "bun:test";
import { isoOfMs, isoOfUs, microsecondsOf } from "../../src/text/instant.ts";
import { nameKey, slugOf } from "../../src/text/name-key.ts";

describe("nameKey", () => {
  test.each([
    ["Acme", "acme"],
    ["  Crème   Brûlée ", "creme brulee"],
    ["Œuvre", "oeuvre"],
    ["STRASSE straße", "strasse strasse"],
    ["Ångström Øre Łódź", "angstrom ore lodz"],
    ["a\u00a0b\tc", "a b c"],
    ["ﬁn", "fin"],
    ["日本", "日本"],
    ["", ""],
  ])("%j is %j", (name, key) => {
    expect(nameKey(name)).toBe(key);
    expect(nameKey(key)).toBe(key);
  });
});

test("slugOf keeps letters and digits, separated by single dashes", () => {
  expect(slugOf(" Crème & Œufs -- n°5 ")).toBe("creme-oeufs-n-5");
  expect(slugOf("日本")).toBe("");
  expect(slugOf("x".repeat(300)).length).toBe(255);
});

describe("isoOfMs and isoOfUs", () => {
  test("write what the calendar says, however the seconds follow each other", () => {
    const times = [
      0, 1, 999, 1_000, 1_000, 59_999, 60_000, -1, 1_700_000_000_123, 1_700_000_000_007, 4_102_444_800_000,
    ];
    for (const ms of times) {
      const iso = new Date(ms).toISOString();
      expect(isoOfMs(ms)).toBe(iso);
      expect(isoOfUs(ms * 1_000 + 42)).toBe(iso.replace("Z", "042Z"));
    }
    expect(() => isoOfMs(Number.NaN)).toThrow(RangeError);
  });
});

describe("microsecondsOf", () => {
  test.each([
    ["2026-11-21", "2026-11-21T00:00:00.000000Z"],
    ["2026-11-21T10:00:00.123456Z", "2026-11-21T10:00:00.123456Z"],
    ["2026-11-21T10:00:00.1", "2026-11-21T10:00:00.100000Z"],
    ["2026-11-21T10:00:00+02:00", "2026-11-21T08:00:00.000000Z"],
    ["2026-11-21T10:00:00 02:00", "2026-11-21T08:00:00.000000Z"],
    ["2026-11-21 10:00", "2026-11-21T10:00:00.000000Z"],
  ])("D0.2 reads %s", (written, instant) => {
    const us = microsecondsOf(written);
    expect(us === undefined ? us : isoOfUs(us)).toBe(instant);
  });

  test.each(["", "1700000000", "2026-13-01", "2026-02-30", "2026-11-21T25:00:00Z", "yesterday"])(
    "refuses %j",
    (written) => {
      expect(microsecondsOf(written)).toBeUndefined();
    },
  );
});
