import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { checkDigitOk, classifyEan, cleanEan, toGtin14 } from "../../../src/imports/map/values/ean-of-cell.ts";

describe("classifyEan", () => {
  test.each([
    ["", "ean_missing"],
    ["  \u00a0 ", "ean_missing"],
    [" - ", "ean_missing"],
    ["N/A", "ean_non_numeric"],
    ["34009494972A4", "ean_non_numeric"],
    ["3.76E+12", "ean_format_invalid"],
    ["3,40095E+12", "ean_format_invalid"],
    ["9.78043902348e+12", "ean_format_invalid"],
    ["123456789", "ean_format_invalid"],
    ["1234567890", "ean_format_invalid"],
    ["12345678901", "ean_format_invalid"],
    ["1234567", "ean_too_short"],
    ["123456789012345", "ean_too_long"],
    ["3400949497295", "ean_checksum_invalid"],
    ["12345671", "ean_checksum_invalid"],
  ] as const)("D3-177 S37.20 answers for %j: %s", (raw, errorType) => {
    expect(classifyEan(raw)).toEqual({ errorType });
  });

  test.each([
    ["3400949497294", "3400949497294"],
    ["340 0949 497-294", "3400949497294"],
    ["978-0-14-032872-1", "9780140328721"],
    ["9780140328721.0", "9780140328721"],
    ["9780140328721,00", "9780140328721"],
    ["'0012345678905", "0012345678905"],
    ["\ufeff96385074\u00a0", "96385074"],
    ["012345678905", "012345678905"],
    ["10614141000415", "10614141000415"],
  ])("S37.20 reads %j as %s", (raw, ean) => {
    expect(classifyEan(raw)).toEqual({ ean, gtin14: ean.padStart(14, "0") });
  });

  const body = fc
    .constantFrom(7, 11, 12, 13)
    .chain((length) =>
      fc
        .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
        .map((digits) => digits.join("")),
    );

  test("one digit of ten makes a code valid, with any signs between its digits", () => {
    const separators = fc.array(fc.constantFrom("", " ", "-", "."), { minLength: 14, maxLength: 14 });
    fc.assert(
      fc.property(body, separators, (digits, between) => {
        const valid = [..."0123456789"].filter((last) => checkDigitOk(digits + last));
        expect(valid.length).toBe(1);
        const code = digits + valid[0];
        const written = [...code].map((digit, index) => (index === 0 ? "" : between[index]) + digit).join("");
        // A tail of `.0` is what a spreadsheet adds.
        fc.pre(!/[.]0+$/.test(written));
        expect(classifyEan(written)).toEqual({ ean: code, gtin14: toGtin14(code) });
      }),
    );
  });

  test("cleaning twice changes nothing more", () => {
    fc.assert(fc.property(body, (digits) => expect(cleanEan(cleanEan(digits))).toBe(cleanEan(digits))));
  });
});
