import { createServer, type Socket } from "node:net";
import { freePort } from "../../servers/process.ts";

export const MAIL_USER = "imports@shop.example";
export const MAIL_PASSWORD = "m4il-pass";

export interface Mail {
  from: string;
  subject: string;
  fileName: string | null;
  content: string;
  isSeen: boolean;
  movedTo?: string;
}

const crlf = (...lines: string[]) => lines.map((line) => `${line}\r\n`).join("");
const quoted = (text: string) => `"${text.replaceAll('"', "'")}"`;

function structureOf({ fileName, content }: Mail): string {
  const text = '("TEXT" "PLAIN" NIL NIL NIL "7BIT" 2 1)';
  if (fileName === null) return text;
  const bytes = Buffer.from(content).toString("base64").length;
  const file = `("TEXT" "CSV" ("NAME" ${quoted(fileName)}) NIL NIL "BASE64" ${bytes} 1 NIL ("ATTACHMENT" ("FILENAME" ${quoted(fileName)})))`;
  return `(${text}${file} "MIXED")`;
}

const CUT = "cut";

interface Received {
  socket: Socket;
  mails: Mail[];
  cut: boolean;
  verb: string;
  args: string;
  uid: number;
}
type Verb = (requests: Received) => string | undefined;

const report =
  (linesOf: (requests: Received) => string[]): Verb =>
  (requests) => {
    requests.socket.write(crlf(...linesOf(requests)));
    return undefined;
  };
const open: Verb = ({ socket, mails, args }) => {
  if (!/INBOX/i.test(args)) return "NO [NONEXISTENT] no such mailbox";
  const next = `* OK [UIDNEXT ${mails.length + 1}] n`;
  socket.write(crlf("* FLAGS (\\Seen)", `* ${mails.length} EXISTS`, "* OK [UIDVALIDITY 1] v", next));
  return "OK [READ-WRITE] done";
};
const list = report(({ verb, args }) => (/INBOX|\*/i.test(args) ? [`* ${verb} () "/" INBOX`] : []));

/** What each command does, and what ends its answer when it is not OK. */
const VERBS: Record<string, Verb> = {
  CAPABILITY: report(() => ["* CAPABILITY IMAP4rev1 MOVE"]),
  LOGIN: ({ args }) => (args.includes(MAIL_PASSWORD) ? undefined : "NO [AUTHENTICATIONFAILED] no"),
  LIST: list,
  LSUB: list,
  SELECT: open,
  EXAMINE: open,
  LOGOUT: report(() => ["* BYE"]),
  "UID SEARCH": report(({ mails, args }) => [`* SEARCH ${found(mails, args).join(" ")}`.trim()]),
  "UID STORE": ({ mails, uid }) => {
    const mail = mails[uid - 1];
    if (mail) mail.isSeen = true;
    return undefined;
  },
  "UID MOVE": ({ mails, uid, args }) => {
    const mail = mails[uid - 1];
    if (mail) mail.movedTo = args.split(" ").at(-1)?.replaceAll('"', "") ?? "";
    return undefined;
  },
  "UID FETCH": ({ socket, mails, uid, args, cut }) => {
    const mail = mails[uid - 1];
    return mail && fetchFrom(socket, uid, mail, args, cut) ? CUT : undefined;
  },
};

/** A mailbox that speaks as much of IMAP as reading attachments needs. `cut`: it ends the connection within one. */
export async function startMailbox(mails: Mail[], { cut = false }: { cut?: boolean } = {}) {
  const sockets = new Set<Socket>();
  const answer = (socket: Socket, line: string): void => {
    const [tag = "", command = "", ...rest] = line.split(" ");
    const isUid = command.toUpperCase() === "UID";
    const verb = isUid ? `UID ${rest[0]?.toUpperCase()}` : command.toUpperCase();
    const requests = { socket, mails, cut, args: rest.join(" "), uid: Number(rest[1]), verb };
    const reported = VERBS[verb]?.(requests) ?? "OK done";
    if (reported !== CUT) socket.write(crlf(`${tag} ${reported}`));
    if (verb === "LOGOUT") socket.end();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.write(crlf("* OK IMAP4rev1 ready"));
    let waiting = "";
    socket.on("data", (chunk) => {
      waiting += chunk.toString("latin1");
      for (let end = waiting.indexOf("\r\n"); end >= 0; end = waiting.indexOf("\r\n")) {
        answer(socket, waiting.slice(0, end));
        waiting = waiting.slice(end + 2);
      }
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function found(mails: readonly Mail[], args: string): number[] {
  const wanted = (word: string) => new RegExp(`${word} "?([^" ]+)"?`, "i").exec(args)?.[1]?.toLowerCase();
  const [from, subject] = [wanted("FROM"), wanted("SUBJECT")];
  return mails.flatMap((mail, index) => {
    if (/UNSEEN|NOT SEEN/i.test(args) && mail.isSeen) return [];
    if (from !== undefined && !mail.from.toLowerCase().includes(from)) return [];
    return subject === undefined || mail.subject.toLowerCase().includes(subject) ? [index + 1] : [];
  });
}

/** Whether the connection was ended. */
function fetchFrom(socket: Socket, uid: number, mail: Mail, args: string, cut: boolean): boolean {
  if (/BODYSTRUCTURE/i.test(args)) {
    socket.write(crlf(`* ${uid} FETCH (UID ${uid} BODYSTRUCTURE ${structureOf(mail)})`));
    return false;
  }
  const items: string[] = [`UID ${uid}`];
  for (const [, part = "", start = "", length = ""] of args.matchAll(/BODY\.PEEK\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/gi)) {
    const isHead = /MIME|HEADER/i.test(part);
    const head =
      "Content-Type: text/csv\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment\r\n\r\n";
    const whole = isHead ? head : Buffer.from(mail.content).toString("base64");
    const from = Number(start || 0);
    const text = length === "" ? whole : whole.slice(from, from + Number(length));
    const name = `BODY[${part}]${start === "" ? "" : `<${start}>`}`;
    if (cut && !isHead) {
      socket.write(`* ${uid} FETCH (${items.join(" ")} ${name} {${text.length}}\r\n${text.slice(0, text.length / 2)}`);
      socket.destroySoon();
      return true;
    }
    items.push(`${name} {${text.length}}\r\n${text}`);
  }
  socket.write(crlf(`* ${uid} FETCH (${items.join(" ")})`));
  return false;
}
