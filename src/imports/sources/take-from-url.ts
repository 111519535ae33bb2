import { Buffer } from "node:buffer";
import { isMaskedAddress, MASK } from "../../text/recognise-secrets.ts";
import { cleanFileName, extensionOf } from "../../uploads/upload-name.ts";
import { fileProblem } from "../upload/file-kinds.ts";
import type { SourceContext, SourceFile } from "./open-source.ts";
import { headerSecret, type SourceSecrets, type UrlSource } from "./source.ts";
import { SourceError } from "./source-error.ts";
import type { TakenFile, Taking, Validators } from "./taking.ts";

const TIMEOUT_MS = 60_000;
const REDIRECTS = 5;
/** Of an answer that is no file. */
const ANSWER_BYTES = 1024;
const NOT_MODIFIED = 304;

type Headers = Record<string, string | undefined>;

const ENDINGS: [type: RegExp, ending: string][] = [
  [/spreadsheetml/, ".xlsx"],
  [/opendocument\.spreadsheet/, ".ods"],
  [/json/, ".json"],
  [/xml/, ".xml"],
  [/tab-separated/, ".tsv"],
];

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * What the answer calls the file: `Content-Disposition`, else the end of the address; with an ending that shows its kind.
 */
function fileNameOf(url: string, headers: Headers): string {
  const disposition = headers["content-disposition"] ?? "";
  // Source: https://www.rfc-editor.org/rfc/rfc6266#section-4.1
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const given = extended === undefined ? (plain?.[1] ?? plain?.[2])?.replaceAll(/\\(.)/g, "$1") : decoded(extended);
  const name = cleanFileName(given ?? decoded(new URL(url).pathname)) || "feed";
  if (extensionOf(name) !== "" && fileProblem(name) === undefined) return name;
  const type = headers["content-type"] ?? "";
  return name + (ENDINGS.find(([pattern]) => pattern.test(type))?.[1] ?? ".csv");
}

/** The address with its secrets. Throws `SourceError` when they are gone. */
function wholeAddress(source: UrlSource, { url = source.url }: SourceSecrets): string {
  if (isMaskedAddress(url)) throw new SourceError("forgotten");
  return url;
}

/** What lets in, and the sender's own headers. Throws `SourceError` when a secret of theirs is gone. */
function headersOf({ username, headers }: UrlSource, secrets: SourceSecrets): Record<string, string> {
  const { password, bearer_token: bearer } = secrets;
  const own = Object.entries(headers).map(([name, value]): [string, string] => {
    const whole = value === MASK ? secrets[headerSecret(name)] : value;
    if (whole === undefined) throw new SourceError("forgotten");
    return [name.toLowerCase(), whole];
  });
  return {
    accept: "*/*",
    ...Object.fromEntries(own),
    ...(username !== null && {
      authorization: `Basic ${Buffer.from(`${username}:${password ?? ""}`).toString("base64")}`,
    }),
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  };
}

/** A file that was changed so shortly before it was sent may still be written. */
const FRESH_MS = 60_000;
const SETTLE_MS = 5_000;
const TRIES = 3;

const validatorsIn = (headers: Headers): Validators => ({
  etag: headers["etag"] ?? null,
  lastModified: headers["last-modified"] ?? null,
});
const conditionsOf = ({ etag, lastModified }: Validators): Record<string, string> => ({
  ...(etag !== null && { "if-none-match": etag }),
  ...(lastModified !== null && { "if-modified-since": lastModified }),
});
const timeOf = (text: string | null | undefined): number | null => {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : ms;
};

/** Whether a server says of a file that it was changed just now, by the server's own clock. */
function isFresh(headers: Headers): boolean {
  const [sentAtMs, modifiedAtMs] = [timeOf(headers["date"]), timeOf(headers["last-modified"])];
  return sentAtMs !== null && modifiedAtMs !== null && sentAtMs - modifiedAtMs < FRESH_MS;
}

/** The file at an address, as far as its server says; little of it is read. Throws as `takeFile` does. */
export async function lookAtUrl(
  source: UrlSource,
  secrets: SourceSecrets,
  { outbound, silenceMs }: SourceContext,
): Promise<SourceFile> {
  const url = wholeAddress(source, secrets);
  const { status, headers } = await outbound.request(url, {
    method: "GET",
    headers: headersOf(source, secrets),
    timeoutMs: silenceMs ?? TIMEOUT_MS,
    redirects: REDIRECTS,
    bytesMax: ANSWER_BYTES,
    schemes: ["https:", "http:"],
  });
  if (status !== 200) throw new SourceError("answer", { status });
  const size = headers["content-length"];
  return {
    key: source.url,
    name: fileNameOf(url, headers),
    sizeBytes: size === undefined ? -1 : Number(size),
    modifiedAtMs: timeOf(headers["last-modified"]),
    sender: null,
    subject: null,
  };
}

/**
 * Fetches a file from an address, unless it is the one that is known; redirects are followed and checked as the address is.
 * One that was changed just now is requested again after some seconds, until it stays as it is. Throws as `takeFile` does.
 */
export async function takeFromUrl(
  source: UrlSource,
  secrets: SourceSecrets,
  { outbound, silenceMs, pause }: SourceContext,
  taking: Taking,
): Promise<void> {
  const url = wholeAddress(source, secrets);
  const headers = headersOf(source, secrets);
  let taken: TakenFile | undefined;
  let answered: Headers = {};
  const request = async (known: Validators | undefined): Promise<number> => {
    const answer = await outbound.request(url, {
      method: "GET",
      headers: { ...headers, ...(known && conditionsOf(known)) },
      timeoutMs: silenceMs ?? TIMEOUT_MS,
      redirects: REDIRECTS,
      bytesMax: ANSWER_BYTES,
      schemes: ["https:", "http:"],
      take: async (given, bytes) => {
        if (!taken) await taking.chosen(undefined);
        answered = given;
        const stored = await taking.store(bytes);
        const modifiedAtMs = timeOf(given["last-modified"]);
        const mark = { key: source.url, sizeBytes: stored.sizeBytes, modifiedAtMs, ...validatorsIn(given) };
        taken = { name: fileNameOf(url, given), ...stored, mark, left: 0 };
      },
    });
    return answer.status;
  };
  const status = await request(taking.known);
  if (status === NOT_MODIFIED && taking.known) return taking.nothingNew?.();
  for (let tries = 1; taken && isFresh(answered); tries++) {
    const { sha256, mark }: TakenFile = taken;
    if (tries > TRIES) throw new SourceError("changing", { name: taken.name });
    await pause(SETTLE_MS);
    if ((await request(mark)) === NOT_MODIFIED || taken.sha256 === sha256) break;
  }
  if (!taken) throw new SourceError("answer", { status });
  await taking.accept(taken);
}
