import { expect, test } from "bun:test";
import { repairEan } from "../../src/imports/pending/repair-ean.ts";

test("two digits that changed places are put back", () => {
  expect(repairEan("4006381339331")).toContainEqual({ ean: "4006381333931", reason: "transposed_digits" });
});

test("zeros that a spreadsheet took are given back, before anything else", () => {
  expect(repairEan("40232021558")[0]).toEqual({ ean: "0040232021558", reason: "leading_zero" });
});

test("one missing digit is proposed at each place where the check digit fits", () => {
  expect(repairEan("400638133391")).toContainEqual({ ean: "4006381333931", reason: "missing_digit" });
  expect(repairEan("400638133391").length).toBeLessThanOrEqual(20);
});

test("what is no code has no candidates", () => {
  for (const written of ["", "abc", "12", "123456789012345", "3.76E+12"]) expect(repairEan(written)).toEqual([]);
});
