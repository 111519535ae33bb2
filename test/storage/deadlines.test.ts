import { afterAll, expect, test } from "bun:test";
import { createServer, type Socket } from "node:net";
import { withDeadlines } from "../../src/storage/deadlines.ts";
import { openLocalFiles } from "../../src/storage/local-files.ts";
import { openS3Files } from "../../src/storage/s3-files.ts";
import { temporaryFolder } from "../cleanup.ts";

/** An object store that takes connections and never answers. */
const sockets: Socket[] = [];
const silent = createServer((socket) => sockets.push(socket));
const port = await new Promise<number>((resolve) =>
  silent.listen(0, "127.0.0.1", () => resolve(Number(Object(silent.address()).port))),
);
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

const hanging = () =>
  withDeadlines(
    openS3Files({
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket: "bucket",
      accessKey: "a",
      secretKey: "s",
      pathStyle: true,
    }),
    50,
  );

test.each<[string, () => Promise<unknown>]>([
  ["a file to be stored", () => hanging().put("t/a", "text")],
  ["a file to be read", () => Array.fromAsync(hanging().read("t/a"))],
  ["a question for a size", () => hanging().sizeBytes("t/a")],
  ["a file to be deleted", () => hanging().delete("t/a")],
  ["a look at the store", () => hanging().check()],
])("a store that never answers %s is said to be unavailable", async (_, request) => {
  const error = await request().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    name: "StoreUnavailable",
    message: "The file store did not answer within 0.05 seconds",
  });
});

test("the time that a sender takes is not the store's", async () => {
  const files = withDeadlines(openLocalFiles(temporaryFolder()), 1_000);
  async function* slow() {
    for (let piece = 0; piece < 2; piece++) {
      await Bun.sleep(1_200);
      yield new Uint8Array([piece]);
    }
  }
  expect((await files.put("t/a", slow())).sizeBytes).toBe(2);
});

test("a file that is not there is an error of its reader, and of no one before", async () => {
  const files = openLocalFiles(temporaryFolder());
  const never = files.read("t/none");
  await Bun.sleep(20);
  expect(await Array.fromAsync(never).catch(({ code }) => code)).toBe("ENOENT");
});
