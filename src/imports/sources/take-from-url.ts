import { cleanFileName, extensionOf } from "../../uploads/file-name.ts";
import { fileProblem } from "../upload/file-kinds.ts";
import type { SourceContext, TakenFile, Taking, UrlSource } from "./source.ts";
import { SourceError } from "./source-error.ts";

const TIMEOUT_MS = 60_000;
const REDIRECTS = 5;
/** Of an answer that is no file. */
const ANSWER_BYTES = 1024;

type Headers = Record<string, string | undefined>;

const ENDINGS: [type: RegExp, ending: string][] = [
  [/spreadsheetml/, ".xlsx"],
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

/** What the answer calls the file: `Content-Disposition`, else the end of the address; with an ending that tells its kind. */
function fileNameOf(url: string, headers: Headers): string {
  const disposition = headers["content-disposition"] ?? "";
  // Source: https://www.rfc-editor.org/rfc/rfc6266#section-4.1
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;\s]+)/i.exec(disposition)?.[1];
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition);
  const told = extended === undefined ? (plain?.[1] ?? plain?.[2])?.replaceAll(/\\(.)/g, "$1") : decoded(extended);
  const name = cleanFileName(told ?? decoded(new URL(url).pathname)) || "feed";
  if (extensionOf(name) !== "" && fileProblem(name) === undefined) return name;
  const type = headers["content-type"] ?? "";
  return name + (ENDINGS.find(([pattern]) => pattern.test(type))?.[1] ?? ".csv");
}

/** Fetches a file from an address; redirects are followed and checked as the address is. Throws as `takeFile` does. */
export async function takeFromUrl(
  { url }: UrlSource,
  { outbound, silenceMs }: SourceContext,
  taking: Taking,
): Promise<void> {
  let taken: TakenFile | undefined;
  const answer = await outbound.request(url, {
    method: "GET",
    headers: { accept: "*/*" },
    timeoutMs: silenceMs ?? TIMEOUT_MS,
    redirects: REDIRECTS,
    bytesMax: ANSWER_BYTES,
    schemes: ["https:", "http:"],
    take: async (headers, bytes) => {
      await taking.chosen();
      taken = { name: fileNameOf(url, headers), ...(await taking.store(bytes)) };
    },
  });
  if (!taken) throw new SourceError("answer", { status: answer.status });
  await taking.keep(taken);
}
