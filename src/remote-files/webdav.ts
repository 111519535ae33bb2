import { Buffer } from "node:buffer";
import type { Answer } from "../outbound/exchange.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { RemoteError, type RemoteReason, remoteError } from "./remote-error.ts";
import { folderPath, partName, type RemoteFolder, type SentFile, silenceMs } from "./remote-folder.ts";

export interface WebdavTarget {
  base_url: string;
  username: string;
  password: string;
  folder?: string;
}

const ANSWER_MS = 30_000;
const ANSWER_BYTES = 16_384;
const REDIRECTS = 5;
const MOVED = new Set([301, 302, 307, 308]);
const SCHEMES = ["https:", "http:"] as const;

const REASONS: Record<number, RemoteReason> = {
  401: "credentials",
  403: "credentials",
  404: "folder",
  405: "folder",
  408: "unreachable",
  409: "folder",
  413: "full",
  507: "full",
  502: "unreachable",
  503: "unreachable",
  504: "unreachable",
};

const encoded = (path: string) => path.split("/").map(encodeURIComponent).join("/");

function requireDone(method: string, status: number): void {
  if (status >= 200 && status < 300) return;
  throw new RemoteError(REASONS[status] ?? "failed", `The server answered ${method} with ${status}`);
}

/** What a request has besides its place. */
interface Sent {
  headers?: Record<string, string>;
  file?: SentFile;
}

/** Where an answer leads; `undefined`: nowhere. */
function placeOf({ status, headers: { location } }: Answer, from: string): string | undefined {
  return MOVED.has(status) && location !== undefined && URL.canParse(location, from)
    ? new URL(location, from).href
    : undefined;
}

/** Opens a folder over WebDAV, as Nextcloud and ownCloud have it. Each request is a connection that the way out checks. */
export function openWebdavFolder(
  { base_url, username, password, folder }: WebdavTarget,
  outbound: Outbound,
): RemoteFolder {
  const root = base_url.replace(/\/+$/, "");
  const base = folderPath(folder).replace(/^\/+/, "");
  const urlOf = (path: string) => `${root}/${encoded(path)}`;
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
  // Meant for the server that was named, and no other.
  const ownOf = (url: string) => (new URL(url).origin === new URL(root).origin ? { authorization } : undefined);

  async function send(method: string, path: string, { headers = {}, file }: Sent = {}): Promise<void> {
    const timeoutMs = file ? silenceMs(file) : ANSWER_MS;
    const request = { method, body: file, timeoutMs, bytesMax: ANSWER_BYTES, schemes: SCHEMES };
    let url = urlOf(path);
    for (let hop = 0; ; hop++) {
      const answer = await outbound
        .request(url, { ...request, headers: { ...ownOf(url), ...headers } })
        .catch((error: unknown) => {
          throw remoteError(error, () => undefined);
        });
      const next = hop < REDIRECTS ? placeOf(answer, url) : undefined;
      if (next === undefined) return requireDone(method, answer.status);
      // Sent again as it was; where to is checked as the first address is.
      url = next;
    }
  }

  return {
    put: async (name, file, marker) => {
      const part = base + partName(name, marker);
      try {
        await send("PUT", part, { file, headers: { "content-type": "application/octet-stream" } });
        await send("MOVE", part, { headers: { destination: urlOf(base + name), overwrite: "T" } });
      } catch (error) {
        await send("DELETE", part).catch(() => undefined);
        throw error;
      }
      return base + name;
    },
    remove: (name) => send("DELETE", base + name),
    close: async () => undefined,
  };
}
