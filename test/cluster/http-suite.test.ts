import { test } from "bun:test";
import { sized } from "../sized.ts";
import { allFiles } from "./http-files.ts";
import { passWithTwoProcesses, SUITE_MS } from "./suite.ts";

/** A part of the tests of the API; what is about how an answer is written is the same in any process. */
const PART = [
  "appsync/change appsync/read events/emitted-events events/machine-writes events/part-writes exports/catalog-export",
  "ext/batch ext/one-catalog ext/upsert imports/outcome media/change-images products/list-products products/read-product",
  "products/query/search-products products/update-product products/workflow/workflow resource/crud views/views",
  "webhooks/webhooks",
].flatMap((line) => line.split(" ").map((name) => `./test/${name}.test.ts`));

/** They run here as they are, but with two processes in place of the application (`TEST_CLUSTER=1 npm test -- FOLDER` runs any). */
test(
  "tests of the API pass against two processes behind a plain proxy",
  async () => {
    await passWithTwoProcesses(sized(PART, allFiles()));
  },
  SUITE_MS,
);
