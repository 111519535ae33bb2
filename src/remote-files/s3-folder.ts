import { isAddress } from "../outbound/addresses.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { openPinnedClient, type S3Access, S3Error } from "../storage/s3-client.ts";
import { PART_BYTES, writeObject } from "../storage/write-object.ts";
import { RemoteError, type RemoteReason, remoteError } from "./remote-error.ts";
import { folderPath, type RemoteFolder } from "./remote-folder.ts";
import { within } from "./within.ts";

export interface S3Target extends S3Access {
  bucket: string;
  folder?: string;
}

/** How long what earlier runs have left may take to be found and removed. */
const REMOVAL_MS = 60_000;

const REASONS: [codes: RegExp, reason: RemoteReason][] = [
  [/^(?:InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|AllAccessDisabled)$/, "credentials"],
  [/^(?:NoSuchBucket|PermanentRedirect|AuthorizationHeaderMalformed)$/, "folder"],
  [/StorageFull|Quota|EntityTooLarge/, "full"],
  [/^(?:SlowDown|ServiceUnavailable|InternalError|RequestTimeout|XMinioServerNotInitialized)$/, "unreachable"],
];

function reasonOf(error: Error): RemoteReason | undefined {
  if (/Retryable HTTP status/.test(error.message)) return "unreachable";
  if (!(error instanceof S3Error)) return undefined;
  return REASONS.find(([codes]) => codes.test(error.code ?? ""))?.[1] ?? "failed";
}
const reported = (error: unknown): RemoteError => remoteError(error, reasonOf);

/**
 * Opens a folder of a bucket. Every request goes to an address that was checked; an answer that leads to another host is
 * refused. What is stored is there once it is whole: that is how S3 does it. Throws `RemoteError`.
 */
export async function openS3Folder(
  { bucket, folder, ...access }: S3Target,
  outbound: Pick<Outbound, "resolve" | "readUrl">,
  removalMs = REMOVAL_MS,
): Promise<RemoteFolder> {
  const base = folderPath(folder).replace(/^\/+/, "");
  try {
    const { hostname } = outbound.readUrl(access.endpoint, ["https:", "http:"]);
    const isInPath = access.pathStyle || isAddress(hostname.replace(/^\[|\]$/g, ""));
    const host = isInPath ? hostname : `${bucket}.${hostname}`;
    const [address = host] = await outbound.resolve(host);
    const ending = new AbortController();
    const end = () => ending.abort(new RemoteError("unreachable", "The connection was closed"));
    const client = openPinnedClient({ ...access, pathStyle: isInPath }, { host, address, ended: ending.signal });
    const reporting = <T>(work: Promise<T>): Promise<T> =>
      work.catch((error: unknown) => {
        throw reported(error);
      });
    return {
      put: async (name, file) => {
        const path = base + name;
        // A killed run has left its parts, which are invisible and cost money. Not everybody may look for them.
        if (file.sizeBytes >= PART_BYTES) {
          // A list may go on and on, page after page.
          const removal = client.removeIncompleteUpload(bucket, path).catch(() => undefined);
          await within(removal, removalMs, end);
        }
        await reporting(writeObject(client, { bucket, key: path }, file.open()));
        return path;
      },
      remove: (name) => reporting(client.removeObject(bucket, base + name)),
      close: async () => end(),
    };
  } catch (error) {
    throw reported(error);
  }
}
