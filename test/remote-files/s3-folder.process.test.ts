import { afterAll, beforeAll, expect, test } from "bun:test";
import { Client } from "minio";
import { textFile } from "../../src/remote-files/remote-folder.ts";
import { openS3Folder, type S3Target } from "../../src/remote-files/s3-folder.ts";
import { temporaryFolder } from "../cleanup.ts";
import { testOutbound } from "../outbound/names.ts";
import { type StartedMinio, startMinio } from "../servers/minio.ts";

let minio: StartedMinio;
let client: Client;
const BUCKET = "partner";

beforeAll(async () => {
  minio = await startMinio(temporaryFolder());
  const { hostname, port } = new URL(minio.url);
  client = new Client({
    endPoint: hostname,
    port: Number(port),
    useSSL: false,
    accessKey: minio.env["CATALOGD_S3_ACCESS_KEY"] ?? "",
    secretKey: minio.env["CATALOGD_S3_SECRET_KEY"] ?? "",
  });
  await client.makeBucket(BUCKET);
});
afterAll(() => minio.stop());

const folderOf = (given: Partial<S3Target> = {}) =>
  openS3Folder(
    {
      endpoint: `http://r1.receiver.test:${new URL(minio.url).port}`,
      region: "us-east-1",
      bucket: BUCKET,
      accessKey: minio.env["CATALOGD_S3_ACCESS_KEY"] ?? "",
      secretKey: minio.env["CATALOGD_S3_SECRET_KEY"] ?? "",
      pathStyle: true,
      ...given,
    },
    testOutbound(),
  );
const textAt = async (path: string) =>
  Buffer.concat(await Array.fromAsync(await client.getObject(BUCKET, path))).toString("utf8");

test("stores and deletes objects below a folder with accents", async () => {
  const folder = await folderOf({ folder: "/Où ça/" });
  await folder.put("a.json", textFile("first"), "m");
  expect(await folder.put("a.json", textFile("second é"), "m")).toBe("Où ça/a.json");
  expect(await textAt("Où ça/a.json")).toBe("second é");
  await folder.remove("a.json");
  await expect(textAt("Où ça/a.json")).rejects.toThrow();
});

test.each([
  [{ secretKey: "wrong-wrong-wrong" }, "credentials"],
  [{ bucket: "nowhere" }, "folder"],
  [{ endpoint: "http://r1.receiver.test:1" }, "unreachable"],
  [{ endpoint: "http://127.0.0.1:9000" }, "refused"],
  [{ pathStyle: false, endpoint: "http://other.test" }, "unreachable"],
] as const)("with %j it says %s", async (given, reason) => {
  const refused = folderOf(given).then((folder) => folder.put("a.json", textFile("a"), "m"));
  await expect(refused).rejects.toMatchObject({ name: "RemoteError", reason });
});

test.each([4, 20])("a source that breaks after %j MiB ends the upload, and nothing of it is left", async (mib) => {
  const folder = await folderOf();
  const MIB = 1024 * 1024;
  const broken = {
    sizeBytes: 30 * MIB,
    open: async function* () {
      for (let sent = 0; sent < mib; sent++) yield new Uint8Array(MIB).fill(sent);
      throw new Error("the disk broke");
    },
  };

  await expect(folder.put("large.csv", broken, "m")).rejects.toMatchObject({ message: "the disk broke" });

  expect(await Array.fromAsync(client.listObjectsV2(BUCKET, "large"))).toEqual([]);
  expect(await Array.fromAsync(client.listIncompleteUploads(BUCKET, "", true))).toEqual([]);
});
