import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openS3Folder } from "../../src/remote-files/s3-folder.ts";
import { openS3Files } from "../../src/storage/s3-files.ts";
import { testOutbound } from "../outbound/names.ts";
import { startHostile } from "../servers/hostile-server.ts";

const MIB = 1024 * 1024;
const GROWTH_MAX = 200 * MIB;
const ACCESS = { region: "us-east-1", bucket: "partner", accessKey: "k", secretKey: "secret", pathStyle: true };
/** What is sent in parts, and asks for leftovers first. */
const LARGE = {
  sizeBytes: 9 * MIB,
  open: async function* () {
    yield new Uint8Array(9 * MIB);
  },
};

/** Why it failed, while this process has not grown by much. */
async function failureOf(work: Promise<unknown>): Promise<unknown> {
  const before = process.memoryUsage.rss();
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(process.memoryUsage.rss() - before).toBeLessThan(GROWTH_MAX);
  return error;
}

describe.each(["crumbs", "endless"] as const)("an object store whose answers are all %s", (way) => {
  let hostile: Awaited<ReturnType<typeof startHostile>>;
  beforeAll(async () => {
    hostile = await startHostile({ ways: [way] });
  });
  afterAll(() => hostile.stop());

  test("takes no file of a partner and deletes none", async () => {
    const endpoint = `http://receiver.test:${hostile.port}`;
    const folder = await openS3Folder({ ...ACCESS, endpoint }, testOutbound());
    const away = { name: "RemoteError", reason: "unreachable" };

    expect(await failureOf(folder.put("a.csv", LARGE, "m"))).toMatchObject(away);
    expect(await failureOf(folder.remove("a.csv"))).toMatchObject(away);
    await folder.close();
  }, 120_000);

  test("keeps no files of ours and lists none", async () => {
    const files = openS3Files({ ...ACCESS, endpoint: hostile.url });

    expect(await failureOf(files.put("t/a/1", "x"))).toBeInstanceOf(Error);
    expect(await failureOf(Array.fromAsync(files.list("t/a")))).toBeInstanceOf(Error);
  }, 120_000);
});

test("a list of leftovers that goes on page after page is given up, and with it the file", async () => {
  let pages = 0;
  const store = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      pages++;
      const next = `<NextKeyMarker>k${pages}</NextKeyMarker><NextUploadIdMarker>u${pages}</NextUploadIdMarker>`;
      const text = `<ListMultipartUploadsResult><IsTruncated>true</IsTruncated>${next}</ListMultipartUploadsResult>`;
      return new Response(text, { headers: { "content-type": "application/xml" } });
    },
  });
  try {
    const endpoint = `http://receiver.test:${store.port}`;
    const folder = await openS3Folder({ ...ACCESS, endpoint }, testOutbound(), 300);

    expect(await failureOf(folder.put("a.csv", LARGE, "m"))).toMatchObject({
      name: "RemoteError",
      reason: "unreachable",
    });
    expect(pages).toBeGreaterThan(1);
    const after = pages;
    await folder.close();
    await Bun.sleep(50);
    expect(pages - after).toBeLessThanOrEqual(1);
  } finally {
    await store.stop(true);
  }
}, 30_000);
