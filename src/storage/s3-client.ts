import http from "node:http";
import https from "node:https";
import { Client, S3Error } from "minio";
import { OutboundError } from "../outbound/outbound-error.ts";
import { boundedTransport, type Patience } from "./s3-transport.ts";
import { PART_BYTES } from "./write-object.ts";

export { S3Error };

/** Where an object store is, and how to get in. */
export interface S3Access {
  /** `https://host:port` */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** Whether the bucket is in the path and not in the host name. */
  pathStyle: boolean;
}

/** A client of a store that waits no longer than `patience` says. `placed` says where a request goes, or throws. */
export function openS3Client(
  { endpoint, region, accessKey, secretKey, pathStyle }: S3Access,
  patience: Patience,
  placed?: (options: http.RequestOptions) => http.RequestOptions,
): Client {
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
    transport: boundedTransport(useSSL ? https : http, patience, placed),
  });
}

/** The host that requests name, and the address they go to. */
interface Pinned {
  host: string;
  address: string;
  /** Aborted: nothing more is sent, although the client may want more. */
  ended: AbortSignal;
}

const PATIENCE: Patience = {
  silenceMs: 30_000,
  late: () => Object.assign(new Error("The object store does not answer"), { code: "ETIMEDOUT" }),
  // Only names of uploads that were broken off are listed, and parsing much of a hostile store's XML takes seconds.
  answerBytesMax: 512 * 1024,
};

/** A client of a store that a tenant names. It sends requests to one address, and refuses every other host. */
export function openPinnedClient(access: S3Access, { host, address, ended }: Pinned): Client {
  const servername = address === host ? "" : host;
  return openS3Client(access, PATIENCE, (options) => {
    ended.throwIfAborted();
    if (options.host !== host) throw new OutboundError("redirect");
    return { ...options, host: address, ...(access.endpoint.startsWith("https:") && { servername }) };
  });
}
