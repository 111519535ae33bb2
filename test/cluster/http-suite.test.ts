import { expect, test } from "bun:test";
import { sized } from "../sized.ts";
import { apiFiles } from "./api-files.ts";
import { OF_ONE_PROCESS } from "./of-one-process.ts";
import { passWithTwoProcesses, SUITE_MS } from "./suite.ts";

const words = (lines: string) => lines.split(/\s+/).filter((word) => word !== "");

/** A part of the tests of the API; what is about how an answer is written is the same in any process. */
const PART = words(`
  appsync/change appsync/read events/emitted-events events/machine-writes events/part-writes exports/catalog-export
  ext/batch ext/one-catalog ext/upsert imports/outcome media/change-images products/list-products products/read-product
  products/query/search-products products/update-product products/workflow/workflow resource/crud views/views
  webhooks/webhooks`);
const all = await apiFiles();
const left = OF_ONE_PROCESS.flatMap(({ files = "" }) => words(files));
const singly = OF_ONE_PROCESS.flatMap(({ tests = [] }) => tests);
const run = all.filter((name) => !left.includes(name));

/** They run here as they are, but with two processes in place of the application (`TEST_CLUSTER=1 npm test -- FOLDER` runs any). */
test(
  "tests of the API pass against two processes behind a plain proxy",
  async () => {
    await passWithTwoProcesses(
      sized(PART, run).map((name) => `./test/${name}.test.ts`),
      sized([], singly),
    );
  },
  SUITE_MS,
);

test("what is left to one process is there, and is named once", async () => {
  expect(left.filter((name) => !all.includes(name))).toEqual([]);
  expect([...left, ...singly].filter((name, at, names) => names.indexOf(name) !== at)).toEqual([]);
  expect(PART.filter((name) => !run.includes(name))).toEqual([]);
});
