import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { openPlatform } from "../../src/exports/platforms/open-platform.ts";
import { type PlatformType, TYPE_ALIASES } from "../../src/exports/platforms/platform-types.ts";
import type { SentFile } from "../../src/remote-files/remote-folder.ts";
import { testOutbound } from "../outbound/names.ts";
import { startRelay } from "../servers/relay.ts";
import { PARTNERS, type PartnerKind } from "./partners/platforms.ts";

const LIMIT_MS = 240_000;
const KIB = 1024;
const [LARGE_BYTES, CUT_AT_BYTES] = [12 * KIB * KIB, [300 * KIB, 9 * KIB * KIB]] as const;
const [SILENT_BYTES, SILENT_AT_BYTES] = [600 * KIB, 200 * KIB];
/** MinIO takes no file in parts on a small disk. */
const DISK = "4g";

const outbound = testOutbound();
const file = (sizeBytes: number): SentFile => ({
  sizeBytes,
  open: async function* () {
    for (let sent = 0; sent < sizeBytes; sent += 64 * KIB)
      yield Buffer.alloc(Math.min(64 * KIB, sizeBytes - sent), "x");
  },
});

/** A partner with a line in front of it. */
async function lineTo({ start }: PartnerKind) {
  const partner = await start(DISK);
  const relay = await startRelay(partner.port);
  partner.makeFolder("in");
  return {
    partner,
    relay,
    put: async (name: string, sizeBytes: number) => {
      // The names of tests are of a kind, those of requests of many.
      const type = TYPE_ALIASES[partner.type] ?? (partner.type as PlatformType);
      const folder = await openPlatform(type, partner.config({ port: relay.port, folder: "in" }) as never, outbound);
      try {
        return await folder.put(name, file(sizeBytes), "m");
      } finally {
        await folder.close();
      }
    },
    sizeOf: async (name: string) => (await partner.files("in")).get(name)?.length,
    stop: async () => {
      await relay.stop();
      await partner.stop();
    },
  };
}
const lines = new Map<string, Awaited<ReturnType<typeof lineTo>>>();
beforeAll(async () => {
  for (const kind of PARTNERS) lines.set(kind.name, await lineTo(kind));
}, LIMIT_MS);
afterAll(async () => {
  for (const line of lines.values()) await line.stop();
});
function line(name: string) {
  const found = lines.get(name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
}

describe.each(PARTNERS)("a long upload to $name", ({ name: partnerName }) => {
  test.each([...CUT_AT_BYTES])(
    "that is cut after %j bytes leaves no part of a file, and is sent whole by the next try",
    async (bytes) => {
      const { partner, relay, put, sizeOf } = line(partnerName);
      const name = `cut-${bytes}.csv`;
      const held = relay.holdAfter(bytes);
      const first = put(name, LARGE_BYTES).catch((error: unknown) => error);
      await held;
      relay.letPass();
      await relay.endHeld("is lost");
      const reported = await first;
      // Over a reused connection of HTTP that ends it is sent again at once.
      if (typeof reported !== "string") {
        expect(reported).toMatchObject({ name: "RemoteError" });
        expect(await sizeOf(name)).toBeUndefined();
        await put(name, LARGE_BYTES);
      }
      expect(await sizeOf(name)).toBe(LARGE_BYTES);
      expect([...(await partner.files("in")).keys()].filter((each) => each.startsWith("."))).toEqual([]);
    },
    LIMIT_MS,
  );
});

// Each waits for 30 s and longer: all at once.
test.concurrent.each(PARTNERS)(
  "a long upload to $name that falls silent fails, leaves no file of that name, and the next try sends it whole",
  async ({ name }) => {
    const { relay, put, sizeOf } = line(name);
    const held = relay.holdAfter(SILENT_AT_BYTES);
    const first = put("silent.csv", SILENT_BYTES).catch((error: unknown) => error);
    await held;
    expect(await first).toMatchObject({ name: "RemoteError", reason: "unreachable" });
    relay.letPass();
    await relay.endHeld("is lost");
    expect(await sizeOf("silent.csv")).toBeUndefined();
    await put("silent.csv", SILENT_BYTES);
    expect(await sizeOf("silent.csv")).toBe(SILENT_BYTES);
  },
  LIMIT_MS,
);
