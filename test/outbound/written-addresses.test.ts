import { expect, test } from "bun:test";
import { CONFIG_FIELDS, PLATFORM_TYPES } from "../../src/exports/platforms/platform-types.ts";
import { newTenant } from "../harness.ts";

/** Link-local addresses and services of clouds, in the ways that they can be written. */
const REFUSED = [
  "169.254.169.254",
  "2852039166",
  "0xA9FEA9FE",
  "fe80::1",
  "::ffff:169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "fd00:ec2::254",
  "100.100.100.200",
  "metadata.google.internal",
  "Metadata.Google.Internal.",
];
const web = (host: string) => `http://${host.includes(":") ? `[${host}]` : host}/v1`;

const LOGIN = { username: "u", password: "p" };
const SOURCES: [type: string, field: string, body: (host: string) => object][] = [
  ["url", "source.url", (host) => ({ url: web(host) })],
  ["ftp", "source.host", (host) => ({ host, ...LOGIN })],
  ["sftp", "source.host", (host) => ({ host, ...LOGIN })],
  ["email", "source.imap_host", (host) => ({ imap_host: host, email: "u", password: "p" })],
];
const fieldsOf = ({ body }: { body: { error?: { details?: { field: string }[] } } }) =>
  (body.error?.details ?? []).map(({ field }) => field);

test.each(SOURCES)(
  "S31.9 an import source %s is refused at a link-local or metadata address",
  async (type, field, of) => {
    const tenant = await newTenant();
    for (const host of REFUSED) {
      const sent = { name: "Nightly", source_type: type, source: of(host) };
      const answer = await tenant.post("/import-configs", sent);
      expect([host, answer.status, fieldsOf(answer)]).toEqual([host, 422, [field]]);
    }
  },
);

const PLATFORMS = PLATFORM_TYPES.flatMap((type) =>
  Object.entries(CONFIG_FIELDS[type]).flatMap(([field, { kind }]) =>
    kind === "host" || kind === "url" ? [[type, field, kind] as const] : [],
  ),
);

test.each(PLATFORMS)("S31.9 an export platform %s is refused such a %s", async (platform_type, field, kind) => {
  const tenant = await newTenant();
  for (const host of REFUSED) {
    const config = { [field]: kind === "url" ? web(host) : host };
    const answer = await tenant.post("/exports/platforms", { name: "Partner", platform_type, config });
    expect([host, answer.status, fieldsOf(answer)]).toEqual([host, 422, [`config.${field}`]]);
  }
});
