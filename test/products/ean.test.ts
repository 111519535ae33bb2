import { describe, expect, test } from "bun:test";
import { eanOf } from "../../src/products/fields/ean.ts";

describe("eanOf", () => {
  test.each([
    ["4006381333931", "04006381333931", "valid"],
    ["012345678905", "00012345678905", "valid"],
    ["0012345678905", "00012345678905", "valid"],
    ["12345670", "00000012345670", "valid"],
    ["10012345678902", "10012345678902", "valid"],
    ["4006381333930", "04006381333930", "checksum_invalid"],
    ["123456789", "00000123456789", "nonstandard_length"],
    ["12345678901", "00012345678901", "nonstandard_length"],
  ] as const)("S13.1 S13.2 %s is %s, %s", (raw, gtin14, eanStatus) => {
    expect(eanOf(raw)).toEqual({ ean: raw, gtin14, eanStatus });
  });

  test("S13.1 leaves out blanks and dashes of any kind", () => {
    expect(eanOf(" 400-6381\u00a0333\u2013931\t")?.ean).toBe("4006381333931");
  });

  test.each(["", "  ", "1234567", "123456789012345", "4006381X33931", "4,00638E+12", "١٢٣٤٥٦٧٨"])(
    "S13.1 refuses %j",
    (raw) => {
      expect(eanOf(raw)).toBeUndefined();
    },
  );
});
