import { withoutSecrets } from "../../remote-files/remote-error.ts";
import { newestOf } from "../../remote-files/remote-reading.ts";
import { type OpenSource, openSource, type SourceContext, type SourceFile } from "./open-source.ts";
import type { EmailSource, FtpSource, SftpSource, Source, SourceSecrets } from "./source.ts";
import { SourceError } from "./source-error.ts";
import { takeFromUrl } from "./take-from-url.ts";
import type { Choice, FileMark, TakenFile, Taking } from "./taking.ts";

const TRIES = 3;

/** What a server is sent to be let in, also as SASL's PLAIN writes it. */
export function sentSecrets(source: Source, secrets: SourceSecrets): string[] {
  const user = (source.type === "email" ? source.email : source.username) ?? "";
  const { password = "" } = secrets;
  const sent = Object.values(secrets).filter((secret) => secret !== undefined);
  return [...sent, `\u0000${user}\u0000${password}`, `${user}:${password}`];
}

/** Fetches a file from a source. Throws `SourceError`, `RemoteError`, `OutboundError`, and what `taking` throws. */
export const takeFile = (source: Source, secrets: SourceSecrets, context: SourceContext, taking: Taking) =>
  takeFrom(source, secrets, context, taking).catch((error: unknown) => {
    throw withoutSecrets(error, sentSecrets(source, secrets));
  });

async function takeFrom(source: Source, secrets: SourceSecrets, context: SourceContext, taking: Taking) {
  if (source.type === "url") return takeFromUrl(source, secrets, context, taking);
  const opened = await openSource(source, secrets, context);
  try {
    const taken = await takeChosen(opened, source, context, taking);
    if (!taken) return await taking.nothingNew?.();
    const { file, ...rest } = taken;
    await taking.accept(rest);
    // Not before the import is stored: a mail that is fetched twice does less harm than one that is lost.
    await opened.noteTaken(file);
  } finally {
    await opened.close();
  }
}

const newest = (files: readonly SourceFile[]): Choice => {
  const file = newestOf(files);
  return file ? { file, left: files.length - 1 } : "none_fits";
};

const nothingIn = (source: FtpSource | SftpSource | EmailSource): SourceError =>
  source.type === "email"
    ? new SourceError("no_mail")
    : new SourceError("nothing_found", { pattern: source.file_pattern });

const isSame = (one: SourceFile, other: SourceFile | undefined): boolean =>
  other !== undefined && one.sizeBytes === other.sizeBytes && one.modifiedAtMs === other.modifiedAtMs;

const markOf = ({ key, sizeBytes, modifiedAtMs }: SourceFile): FileMark => ({
  ...{ key, sizeBytes, modifiedAtMs },
  etag: null,
  lastModified: null,
});

type Chosen = Exclude<Choice, string>;

/**
 * The file to take: one that has not changed between two looks some seconds apart, unless its sender says by a marker that
 * it is whole, or it is in a mail. `undefined`: nothing is new. Throws `SourceError` when nothing fits, or it goes on changing.
 */
async function chooseSettled(
  opened: OpenSource,
  source: FtpSource | SftpSource | EmailSource,
  { pause }: SourceContext,
  { choose = newest, mailsMax }: Pick<Taking, "choose" | "mailsMax">,
): Promise<Chosen | undefined> {
  let files = await opened.list(mailsMax);
  let choice = choose(files);
  for (let tries = 0; tries <= TRIES && typeof choice === "object"; tries++) {
    if (source.type === "email" || source.marker !== null) return choice;
    await pause(source.settle_seconds * 1000);
    const before = new Map(files.map((file) => [file.key, file]));
    files = await opened.list();
    choice = choose(files);
    if (typeof choice === "object" && isSame(choice.file, before.get(choice.file.key))) return choice;
  }
  if (typeof choice === "object") throw new SourceError("changing", { name: choice.file.name });
  if (choice === "none_fits") throw nothingIn(source);
  return undefined;
}

/**
 * Stores the chosen file. It is looked at again behind its last byte: one that has changed meanwhile is read again, and one
 * that was taken away is good when all of it had come.
 */
async function takeChosen(
  opened: OpenSource,
  source: FtpSource | SftpSource | EmailSource,
  context: SourceContext,
  taking: Taking,
): Promise<(TakenFile & { file: SourceFile }) | undefined> {
  let name = "";
  for (let tries = 0; tries < TRIES; tries++) {
    const choice = await chooseSettled(opened, source, context, taking);
    if (!choice) return undefined;
    const { file, left } = choice;
    const mark = markOf(file);
    if (tries === 0) await taking.chosen({ mark, left });
    const stored = await taking.store(opened.read(file));
    const taken = { ...stored, name: file.name, mark, left, file };
    if (source.type === "email") return taken;
    const after = (await opened.list()).find(({ key }) => key === file.key);
    if ((after === undefined || isSame(file, after)) && stored.sizeBytes === file.sizeBytes) return taken;
    name = file.name;
  }
  throw new SourceError("changing", { name });
}
