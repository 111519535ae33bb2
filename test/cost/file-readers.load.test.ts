import { describe, expect, test } from "bun:test";
import { analyzeFile } from "../../src/imports/parse/analyze/analyze-file.ts";
import { detectFormat, sampleRows } from "../../src/imports/parse/csv/detect-format.ts";
import { growthOf } from "./cpu-time.ts";

const KIB = 1024;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Files made to be slow to read, by their size in KiB. */
const FILES: Record<string, (kib: number) => string> = {
  "carriage returns only": (kib) => "\r".repeat(kib * KIB),
  "line feeds only": (kib) => "\n".repeat(kib * KIB),
  "ends of line only": (kib) => "\r\n".repeat((kib * KIB) / 2),
  "records that end with a carriage return": (kib) => "a\r".repeat((kib * KIB) / 2),
  "quotes only": (kib) => '"'.repeat(kib * KIB),
  "quoted ends of line": (kib) => `"${"\n".repeat(1000)}"\n`.repeat(kib),
  "cells of many quotes": (kib) => `,${'"'.repeat(200)}x\n`.repeat(kib * 5),
  "many cells": (kib) => `a${",".repeat(1000)}\n`.repeat(kib),
  "long cells": (kib) => `a${"b".repeat(500_000)}\n`.repeat(Math.ceil(kib / 500)),
  "long figures": (kib) => `price\n${`${"1 ".repeat(5_000)}\n`.repeat(Math.ceil(kib / 10))}`,
  "characters of two bytes": (kib) => "é\n".repeat((kib * KIB) / 3),
};

/** Headers made to be slow to understand, by their number of columns. */
const HEADERS: Record<string, (columns: number) => string> = {
  "one name throughout": () => "name",
  "blank names": () => "",
  "long names": () => "word ".repeat(50).trim(),
  "names that are nearly known": (column) => `supplier referenc ${column}`,
};

async function* pieces(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += 256 * KIB) yield bytes.subarray(at, at + 256 * KIB);
}

/** Reads a file as an upload is read; what it is refused for is no matter here. */
async function analyze(bytes: Uint8Array): Promise<void> {
  const sample = bytes.subarray(0, 64 * KIB);
  try {
    const format = detectFormat(sample);
    sampleRows(sample, format, 5);
    const source = { name: "products.csv", sizeBytes: bytes.length, read: () => pieces(bytes) };
    await analyzeFile(source, format, { skipHeaderRows: 0, enabledLanguages: ["fr", "en"] });
  } catch (error) {
    expect(String(Object(error).name)).toBe("FileUnreadable");
  }
}

describe("S-07 reading a file takes time by its size", () => {
  test.each(Object.entries(FILES))("one of %s", async (_, write) => {
    const files = { 0.25: encode(write(250)), 1: encode(write(1_000)), 2: encode(write(2_000)) };
    expect(await growthOf((size) => analyze(files[size]))).toMatchObject({ isLinear: true });
  });

  test.each(Object.entries(HEADERS))("with a header of %s", async (_, name) => {
    const headerOf = (columns: number) => Array.from({ length: columns }, (_, column) => name(column)).join(",");
    const fileOf = (columns: number) => encode(`${headerOf(columns)}\n1\n`);
    const files = { 0.25: fileOf(225), 1: fileOf(900), 2: fileOf(1_800) };
    expect(await growthOf((size) => analyze(files[size]))).toMatchObject({ isLinear: true });
  });
});
