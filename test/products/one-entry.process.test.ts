import { expect, test } from "bun:test";
import process from "node:process";

const HERE = "./test/products/one-entry";

test("a new field is one entry of the catalogue, and a column where it has one", async () => {
  const child = Bun.spawn(
    [process.execPath, "test", "--preload", `${HERE}/add-fields.ts`, `${HERE}/in-every-place.ts`],
    {
      stdout: "ignore",
      stderr: "pipe",
    },
  );
  const reported = await child.stderr.text();
  expect(await child.exited, reported).toBe(0);
  expect(reported).toContain(" 1 pass");
});
