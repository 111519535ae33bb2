import { expect, test } from "bun:test";
import process from "node:process";
import { sized } from "../sized.ts";

/**
 * Tests of the API that run here as they are, but with two processes in place of the application: a part of those that pass so
 * (`TEST_CLUSTER=1 npm test -- FOLDER` runs any). What these are written for cannot be had there: tests that move the clock,
 * look into the application, count its queries, or have servers of their own that no resolver knows; and those that refuse a
 * changed key at the very next request, which other processes do within a second.
 */
const SUITE = [
  "appsync/change appsync/read events/emitted-events events/machine-writes events/part-writes exports/catalog-export",
  "ext/batch ext/one-catalog ext/upsert imports/outcome media/change-images products/list-products products/read-product",
  "products/query/search-products products/update-product products/workflow/workflow resource/crud views/views",
  "webhooks/webhooks",
  // How an answer is written, which is the same in any process.
  ...sized<string[]>(
    [],
    [
      "exports/suppliers ext/access http/expand http/forged-cursors http/head http/helpful-errors http/machine-errors",
      "http/page-headers-of-catalog http/wide-bodies imports/rights imports/variants pricing/which-price-applies",
    ],
  ),
].flatMap((line) => line.split(" ").map((name) => `./test/${name}.test.ts`));

test("tests of the API pass against two processes behind a plain proxy", async () => {
  const tests = Bun.spawn([process.execPath, "test", "--no-isolate", "--timeout=60000", ...SUITE], {
    env: { ...process.env, TEST_CLUSTER: "1" },
    stdout: "ignore",
    stderr: "pipe",
  });
  const output = await new Response(tests.stderr).text();
  const failed = output.split("\n").filter((line) => line.startsWith("(fail)"));
  if (failed.length > 0) process.stderr.write(output.replaceAll(/^\(pass\).*\n/gm, ""));
  expect({ failed, exitCode: await tests.exited }).toEqual({ failed: [], exitCode: 0 });
  const [, passed = 0] = /^ *(\d+) pass$/m.exec(output) ?? [];
  expect(Number(passed)).toBeGreaterThanOrEqual(sized(200, 400));
}, 280_000);
