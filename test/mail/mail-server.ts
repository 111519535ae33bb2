import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A mail as the server was handed it. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers and body, as sent. */
  raw: string;
  /** The body as text, its lines joined again. */
  body: string;
}

/** Undoes quoted-printable, as far as our mails use it. */
const decoded = (body: string) =>
  Buffer.from(
    body
      .replaceAll(/=\r\n/g, "")
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    "latin1",
  ).toString("utf8");

const addressOf = (address: { address: string } | false) => (address ? address.address : "");

/** A real SMTP server on a free port of this machine. */
export async function openMailServer(options: SMTPServerOptions = {}) {
  const mails: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    onConnect: (_session, done) => {
      connections++;
      done();
    },
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        const { mailFrom, rcptTo } = session.envelope;
        const body = raw.slice(raw.indexOf("\r\n\r\n") + 4);
        mails.push({ from: addressOf(mailFrom), to: rcptTo.map(({ address }) => address), raw, body: decoded(body) });
        done();
      }, done);
    },
    ...options,
  });
  // One connection that breaks is not the end of the server.
  server.on("error", () => undefined);
  const port = await new Promise<number>((resolve) => {
    const listener = server.listen(0, "127.0.0.1", () => {
      const address = listener.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  return {
    mails,
    /** How many there were. */
    connections: () => connections,
    port,
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
