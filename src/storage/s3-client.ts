import http from "node:http";
import https from "node:https";
import { Client, S3Error } from "minio";
import { OutboundError } from "../outbound/outbound-error.ts";
import { boundedTransport } from "./s3-transport.ts";
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

/** How long the store may be silent before it answers. */
const SILENCE_MS = 30_000;
/** Only names of uploads that were broken off are listed, and parsing much of a hostile store's XML takes seconds. */
const ANSWER_BYTES_MAX = 512 * 1024;

/** The host that requests name, and the address they go to. */
interface Pinned {
  host: string;
  address: string;
  /** Aborted: nothing more is sent, although the client may want more. */
  ended: AbortSignal;
}

const late = () => Object.assign(new Error("The object store does not answer"), { code: "ETIMEDOUT" });

/** A client of a store that a tenant names. It sends requests to one address, and refuses every other host. */
export function openS3Client(
  { endpoint, region, accessKey, secretKey, pathStyle }: S3Access,
  { host, address, ended }: Pinned,
): Client {
  const { protocol, hostname, port } = new URL(endpoint);
  const useSSL = protocol === "https:";
  const addressed = (options: http.RequestOptions) => {
    ended.throwIfAborted();
    if (options.host !== host) throw new OutboundError("redirect");
    return { ...options, host: address, ...(useSSL && { servername: address === host ? "" : host }) };
  };
  return new Client({
    endPoint: hostname,
    ...(port !== "" && { port: Number(port) }),
    useSSL,
    region,
    accessKey,
    secretKey,
    pathStyle,
    partSize: PART_BYTES,
    transport: boundedTransport(
      useSSL ? https : http,
      { silenceMs: SILENCE_MS, late, answerBytesMax: ANSWER_BYTES_MAX },
      addressed,
    ),
  });
}
