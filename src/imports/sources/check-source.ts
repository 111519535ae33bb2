import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { FieldProblem } from "../../http/output/errors.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import { isMetadataTarget } from "../../outbound/target.ts";
import { isFolder } from "../../remote-files/remote-folder.ts";
import type { Services } from "../../runtime/services.ts";
import { fieldChecks } from "../../webhooks/field-problems.ts";
import type { FtpSource, SftpSource, Source, SourceSecrets, UrlSource } from "./source.ts";

/** A name and nothing else: no folder, and nothing hidden. */
const KEY_NAME = /^[\w][\w.-]{0,254}$/;

/** What no schema says of a source: an address that cannot be used, a missing key. */
export async function sourceProblems(
  { outbound, config }: Pick<Services, "outbound" | "config">,
  source: Source,
  secrets: SourceSecrets,
): Promise<FieldProblem[]> {
  if (source.type === "url") {
    return [
      ...urlProblems(outbound, source.url),
      ...fieldChecks({ outbound }).headers(source.headers),
      ...loginProblems(source, secrets),
    ];
  }
  const host = source.type === "email" ? source.imap_host : source.host;
  const problems: FieldProblem[] = isMetadataTarget(host)
    ? [{ field: source.type === "email" ? "imap_host" : "host", type: "invalid_value", key: "settings.link_local" }]
    : [];
  if (source.type !== "email" && source.directory_path !== null && !isFolder(source.directory_path)) {
    problems.push({ field: "directory_path", type: "invalid_value", key: "imports.source.folder_name" });
  }
  if (source.type !== "email") problems.push(...markerProblems(source));
  if (source.type !== "sftp") return problems;
  if (source.key_file_path !== null)
    return [...problems, ...(await keyProblems(config.sftpKeysDir, source.key_file_path))];
  if (secrets.password === undefined)
    problems.push({ field: "password", type: "missing", key: "imports.source.key_or_password" });
  return problems;
}

/** One way to let in at a time, and a whole one. */
function* loginProblems({ username, headers }: UrlSource, secrets: SourceSecrets): Generator<FieldProblem> {
  const isOwn = Object.keys(headers).some((name) => /^authorization$/i.test(name));
  const isBearer = secrets.bearer_token !== undefined;
  if (username !== null && secrets.password === undefined) yield { field: "password", type: "missing" };
  if (username === null && secrets.password !== undefined) yield { field: "username", type: "missing" };
  if ([username !== null, isBearer, isOwn].filter(Boolean).length > 1) {
    const field = isBearer ? "bearer_token" : "username";
    yield { field, type: "invalid_value", key: "imports.source.one_login" };
  }
}

function* markerProblems({ marker }: FtpSource | SftpSource): Generator<FieldProblem> {
  if (marker === null) return;
  if (marker.includes("/") || !isFolder(marker) || ["{name}", "{stem}"].includes(marker)) {
    yield { field: "marker", type: "invalid_value", key: "imports.source.marker" };
  }
}

function urlProblems(outbound: Services["outbound"], url: string): FieldProblem[] {
  try {
    outbound.readUrl(url, ["https:", "http:"]);
    return [];
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return [{ field: "url", type: "invalid_format", key: "imports.source.url", params: { reason: error.message } }];
  }
}

async function keyProblems(folder: string | undefined, name: string): Promise<FieldProblem[]> {
  const isThere =
    folder !== undefined &&
    KEY_NAME.test(name) &&
    (await stat(join(folder, name)).then(
      (found) => found.isFile(),
      () => false,
    ));
  return isThere ? [] : [{ field: "key_file_path", type: "invalid_value", key: "imports.source.key_file" }];
}
