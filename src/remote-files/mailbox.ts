import { type FetchMessageObject, ImapFlow, type MessageStructureObject, type SearchObject } from "imapflow";
import { isAddress } from "../outbound/addresses.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { RemoteError, remoteError } from "./remote-error.ts";
import { ANSWER_SILENCES, paced, within } from "./within.ts";

export interface MailboxTarget {
  host: string;
  port: number;
  username: string;
  password: string;
  folder: string;
  /** TLS from the beginning, begun by the client, or none at all. */
  security: "tls" | "starttls" | "none";
  /** An authority of the server's certificate besides those everybody knows, PEM. */
  caCertificate?: string | undefined;
}

export interface MailQuery {
  sender: string | null;
  subject: string | null;
  unseenOnly: boolean;
  /** Whether an attachment of this name is wanted. */
  accepts(fileName: string): boolean;
}

/** A file in a mail. */
export interface ListedMail {
  /** Its place in the folder, which no other file of it ever has. */
  id: string;
  fileName: string;
  /** As it is packed in the mail. */
  sizeBytes: number;
  receivedAtMs: number | null;
  sender: string | null;
  subject: string | null;
}

/** A mail's attachment that is wanted. */
export interface Attachment extends ListedMail {
  read(): AsyncIterable<Uint8Array>;
  markSeen(): Promise<void>;
}

export interface Mailbox {
  /** The newest mails with such an attachment, at most this many, the newest first. Throws `RemoteError`. */
  list(query: MailQuery, max: number): Promise<Attachment[]>;
  /** The newest mail with such an attachment; `undefined` when there is none. Throws `RemoteError`. */
  newest(query: MailQuery): Promise<Attachment | undefined>;
  /** Puts the mail of a file into another folder. Throws `RemoteError`. */
  move(id: string, folder: string): Promise<void>;
  /** Deletes the mail of a file. Throws `RemoteError`. */
  remove(id: string): Promise<void>;
  /** Never throws. */
  close(): Promise<void>;
}

const SILENCE_MS = 30_000;
/** Of a line, and of all of an answer: the numbers of a million mails. Files are fetched in pieces of less. */
const ANSWER_BYTES_MAX = 16 * 1024 * 1024;
/**
 * Of a session: a search, some for each mail that is looked at, and four for each 64 KiB of a file. The client works through
 * what a server pours without letting anything else happen in its thread.
 */
const ANSWERS_MAX = 50_000;
/** How many of the newest mails are looked at. */
const LOOKED_AT_MAX = 200;

const reported = (error: unknown): RemoteError =>
  remoteError(error, ({ message }) => {
    if (Object(error).authenticationFailed === true) return "credentials";
    return /mailbox|NONEXISTENT|doesn't exist|no such/i.test(`${message} ${Object(error).responseText}`)
      ? "folder"
      : undefined;
  });

async function reporting<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw reported(error);
  }
}

/** The parts of a mail that are files, in their order. */
function* filesOf(
  part: MessageStructureObject | undefined,
): Generator<{ part: string; fileName: string; sizeBytes: number }> {
  if (!part) return;
  const fileName = part.dispositionParameters?.["filename"] ?? part.parameters?.["name"];
  if (fileName) yield { part: part.part ?? "1", fileName, sizeBytes: part.size ?? 0 };
  for (const child of part.childNodes ?? []) yield* filesOf(child);
}

/** Counts what the client logs of a session, some of it for each answer, and keeps nothing. */
function countingLogger(max: number, exceeded: () => void) {
  let count = 0;
  const note = () => {
    if (++count === max) exceeded();
  };
  return { trace: note, debug: note, info: note, warn: note, error: note };
}

/** Logs in at a mailbox, at an address that was checked, and opens a folder of it. Throws `RemoteError`. */
export async function openMailbox(
  { host, port, username, password, folder, security, caCertificate }: MailboxTarget,
  outbound: Pick<Outbound, "resolve">,
  { silenceMs = SILENCE_MS }: { silenceMs?: number | undefined } = {},
): Promise<Mailbox> {
  const client: ImapFlow = await reporting(
    (async () => {
      const [address = host] = await outbound.resolve(host);
      return new ImapFlow({
        host: address,
        port,
        secure: security === "tls",
        ...(security !== "tls" && { doSTARTTLS: security === "starttls" }),
        auth: { user: username, pass: password },
        logger: countingLogger(ANSWERS_MAX, () => client.close()),
        disableAutoIdle: true,
        connectionTimeout: silenceMs,
        greetingTimeout: silenceMs,
        socketTimeout: silenceMs,
        maxLineLength: ANSWER_BYTES_MAX,
        maxLiteralSize: ANSWER_BYTES_MAX,
        maxResponseSize: ANSWER_BYTES_MAX,
        // The certificate is that of the name, at any address. Bun needs a text even for an address.
        tls: { servername: isAddress(host) ? "" : host, ...(caCertificate !== undefined && { ca: caCertificate }) },
      });
    })(),
  );
  // The pending operation reports it; unheard it would end the process.
  client.on("error", () => undefined);
  // The client's own clocks restart with each byte.
  const answered = <T>(work: Promise<T>): Promise<T> =>
    reporting(within(work, silenceMs * ANSWER_SILENCES, () => client.close()));
  try {
    await answered(client.connect());
    await answered(client.mailboxOpen(folder));
  } catch (error) {
    client.close();
    throw reported(error);
  }
  const session = { client, answered, silenceMs };
  return {
    list: (query, max) => findMails(session, query, max),
    newest: async (query) => (await findMails(session, query, 1))[0],
    move: async (id, target) => {
      // One that is there is refused, which is as good.
      await answered(client.mailboxCreate(target)).catch(() => undefined);
      requireDone(await answered(client.messageMove(uidOf(client, id), target, { uid: true })));
    },
    remove: async (id) => requireDone(await answered(client.messageDelete(uidOf(client, id), { uid: true }))),
    close: async () => {
      await within(client.logout(), silenceMs).catch(() => client.close());
    },
  };
}

/** A mailbox that is open. */
interface Session {
  client: ImapFlow;
  /** What the server answers, in time. Throws `RemoteError`. */
  answered<T>(work: Promise<T>): Promise<T>;
  silenceMs: number;
}

/** The client says no more than that it was not done. */
function requireDone(done: unknown): void {
  if (!done) throw new RemoteError("folder", "The mail could not be moved or deleted");
}

/** What mails are numbered by; a mailbox that was rebuilt numbers them again. */
const validityOf = ({ mailbox }: ImapFlow): string => (mailbox ? String(mailbox.uidValidity) : "");

/** The number of the mail that a file is in. Throws `RemoteError` for one of a mailbox that was rebuilt since. */
function uidOf(client: ImapFlow, id: string): string {
  const [validity, uid = ""] = id.split(".");
  if (validity !== validityOf(client)) throw new RemoteError("failed", "The mail is gone");
  return uid;
}

async function findMails(session: Session, query: MailQuery, max: number): Promise<Attachment[]> {
  const wanted: SearchObject = {
    ...(query.unseenOnly && { seen: false }),
    ...(query.sender !== null && { from: query.sender }),
    ...(query.subject !== null && { subject: query.subject }),
  };
  const { client, answered } = session;
  const found = await answered(client.search(Object.keys(wanted).length === 0 ? { all: true } : wanted, { uid: true }));
  const newestFirst = (found || []).toSorted((one, other) => other - one).slice(0, LOOKED_AT_MAX);
  const mails: Attachment[] = [];
  for (const uid of newestFirst) {
    const mail: FetchMessageObject | false | undefined = await answered(
      client.fetchOne(String(uid), { bodyStructure: true, envelope: true, internalDate: true }, { uid: true }),
    );
    const file = mail && [...filesOf(mail.bodyStructure)].find(({ fileName }) => query.accepts(fileName));
    if (file) mails.push(attachmentOf(session, mail, file));
    if (mails.length === max) break;
  }
  return mails;
}

function attachmentOf(
  { client, answered, silenceMs }: Session,
  { uid: number, envelope, internalDate }: FetchMessageObject,
  { part, ...file }: { part: string; fileName: string; sizeBytes: number },
): Attachment {
  const uid = String(number);
  return {
    ...file,
    id: `${validityOf(client)}.${uid}.${part}`,
    receivedAtMs: internalDate === undefined ? null : new Date(internalDate).getTime(),
    sender: envelope?.from?.[0]?.address ?? null,
    subject: envelope?.subject ?? null,
    read: async function* () {
      try {
        const { content } = await answered(client.download(uid, part, { uid: true }));
        if (!content) throw new RemoteError("failed", "The mail is gone");
        yield* paced(content, silenceMs);
        // What a cut connection leaves unread ends like a whole file.
        if (!client.usable) throw new RemoteError("unreachable", "The connection was cut");
      } catch (error) {
        throw reported(error);
      }
    },
    markSeen: async () => {
      await answered(client.messageFlagsAdd(uid, ["\\Seen"], { uid: true }));
    },
  };
}
