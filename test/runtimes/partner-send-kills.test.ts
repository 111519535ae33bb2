import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { Client } from "minio";
import { type Killable, killable } from "../crash/killable.ts";
import { makeProducts, surviveFileKills } from "../crash/send-file.ts";
import { surviveSending } from "../crash/send-products.ts";
import { startRelay } from "../servers/relay.ts";
import { PARTNERS, type PartnerKind } from "./partners/platforms.ts";
import { startSshd } from "./partners/sshd.ts";

const TEST_MS = 300_000;
const PASSWORD = "s3cret-pass";
/** Their file takes two parts of a multipart upload. */
const PRODUCTS = 20_000;
/** In the first part, and in the second one. */
const BYTES = [300_000, 8_600_000] as const;
/** Of which nearly nothing is used: MinIO takes no file in parts on one that is small. */
const DISK = "4g";
/** What is late there is of a request that has ended, and the file of another name. */
const TAKES_LATE = /ProFTPD|sshd/;

let service: Killable;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  service = await killable();
  await makeProducts(service, PRODUCTS);
}, TEST_MS);
afterAll(async () => {
  expect(await service.stop()).toBe(0);
});

afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

/** The parts of files that were never finished: they are invisible, and cost money. */
async function partsLeft({ endpoint, bucket, access_key, secret_key }: Record<string, string>): Promise<unknown[]> {
  const { hostname, port } = new URL(endpoint ?? "");
  const login = { accessKey: access_key ?? "", secretKey: secret_key ?? "" };
  const client = new Client({ endPoint: hostname, port: Number(port), useSSL: false, ...login });
  return Array.fromAsync(client.listIncompleteUploads(bucket ?? "", "", true));
}

test(
  "200 products are at sshd once each and whole, and counted once, after 3 kills",
  async () => {
    const server = await startSshd({ password: PASSWORD, passphrase: "unused" });
    stops.push(server.stop);
    const login = { username: server.user, password: PASSWORD, host_fingerprint: server.fingerprint };
    const platform = (port: number) => ({ platform_type: "sftp", config: { host: "127.0.0.1", port, ...login } });
    const { faults } = await surviveSending({ products: 200, kills: 2, holdAt: 100, server, platform }, Math.random);
    expect(faults).toEqual([]);
  },
  TEST_MS,
);

test.each(PARTNERS.map((kind): [string, PartnerKind] => [kind.name, kind]))(
  "the file of a schedule is at %s once and whole when the service is killed while it builds and sends it",
  async (name, { start }) => {
    const partner = await start(DISK);
    const relay = await startRelay(partner.port);
    stops.push(partner.stop, relay.stop);
    partner.makeFolder("in");
    const reported = JSON.stringify(partner.config({ port: relay.port, folder: "in" }));
    // Here the name of the tests leads nowhere.
    const config = JSON.parse(reported.replaceAll("r1.receiver.test", "127.0.0.1"));
    const files = async () =>
      new Map([...(await partner.files("in"))].map(([file, text]) => [file, Buffer.from(text)] as const));
    const receiver = { relay, platform: { platform_type: partner.type, config }, files };

    const faults = await surviveFileKills(service, receiver, {
      moments: ["building", ...BYTES],
      late: TAKES_LATE.test(name),
    });

    expect(faults).toEqual([]);
    if (partner.type === "minio")
      expect(await partsLeft({ ...config, endpoint: `http://127.0.0.1:${partner.port}` })).toEqual([]);
  },
  TEST_MS,
);
