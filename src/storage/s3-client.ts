import http from "node:http";
import https from "node:https";
import { Client, S3Error } from "minio";
import { OutboundError } from "../outbound/outbound-error.ts";
import { PART_BYTES } from "./write-object.ts";

export { S3Error };

/** Where an object store is, and how to get in. */
export interface S3Access {
  /** `https://host:port` */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Whether the bucket stands in the path and not in the host name. */
  pathStyle: boolean;
}

/** How long the store may be silent before it answers. */
const SILENCE_MS = 30_000;

/** The host that requests name, and the address they go to. */
interface Pinned {
  host: string;
  address: string;
}

/** Sends the client's requests to one address, and refuses every other host. */
const pinnedTransport = (transport: typeof http | typeof https, { host, address }: Pinned) => ({
  request: (options: http.RequestOptions, answered?: (response: http.IncomingMessage) => void) => {
    if (options.host !== host) throw new OutboundError("redirect");
    const to = { ...options, host: address, ...(transport === https && { servername: address === host ? "" : host }) };
    const request = transport.request(to, (response) => {
      request.setTimeout(0);
      answered?.(response);
    });
    return request.setTimeout(SILENCE_MS, () =>
      request.destroy(Object.assign(new Error("The object store does not answer"), { code: "ETIMEDOUT" })),
    );
  },
});

/** A client of a store that a tenant names. */
export function openS3Client({ endpoint, region, accessKey, secretKey, pathStyle }: S3Access, pinned: Pinned): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === "https:";
  return new Client({
    endPoint: hostname,
    ...(port !== "" && { port: Number(port) }),
    useSSL,
    region,
    accessKey,
    secretKey,
    pathStyle,
    partSize: PART_BYTES,
    // The client calls no other form of `request`.
    transport: pinnedTransport(useSSL ? https : http, pinned) as unknown as typeof http,
  });
}
