import { isIPv4 } from "node:net";
import { createTransport } from "nodemailer";
import type { Mail } from "../../db/mail/outbox.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { ANSWER_SILENCES, within } from "../remote-files/within.ts";
import type { ReadyDependency } from "../settings/read-dependency.ts";
import { redactSecrets } from "../text/redact.ts";

const TIMEOUT_MS = 30_000;

/** A mail server, and who writes through it. */
export interface MailServer {
  connection: {
    url?: string;
    host?: string;
    port?: number;
    /** Encrypted from the first byte. */
    secure?: boolean;
    /** Nothing is said, least of all the password, before STARTTLS has succeeded. */
    requireTLS?: boolean;
    ignoreTLS?: boolean;
    /** The name in its certificate. */
    tls?: { servername: string };
    auth?: { user: string; pass: string };
  };
  /** An address, or a mailbox as headers show it. */
  from: string;
  /** Of `from`; empty: none, or it is there already. */
  fromName: string;
}

/** The instance's own, from its settings. */
export const instanceMailServer = (url: string, from: string): MailServer => ({
  connection: { url },
  from,
  fromName: "",
});

/**
 * A tenant's own, from its setting `smtp`. The connection goes to an address that was checked, not to the name. Throws
 * `OutboundError` where connections may not be made.
 */
export async function tenantMailServer({ value, secret }: ReadyDependency, outbound: Outbound): Promise<MailServer> {
  const { port, security, username, from_address: from, from_name: name } = value;
  const host = String(value["host"]);
  const addresses = await outbound.resolve(host);
  // One is tried each time; the older kind works from more networks.
  const address = addresses.find((each) => isIPv4(each)) ?? addresses[0] ?? host;
  return {
    connection: {
      host: address,
      port: Number(port),
      secure: security === "tls",
      requireTLS: security === "starttls",
      ignoreTLS: security === "none",
      ...(address !== host && { tls: { servername: host } }),
      ...(username !== undefined && { auth: { user: String(username), pass: secret ?? "" } }),
    },
    from: String(from),
    fromName: String(name ?? ""),
  };
}

/** The mail server refuses this very mail: trying again will not mend it. */
export class MailRefused extends Error {
  override readonly name = "MailRefused";
}

// What nodemailer calls a refused address or text; a refused login or TLS is the server's state, and may be mended.
const ABOUT_THE_MAIL: ReadonlySet<unknown> = new Set(["EENVELOPE", "EMESSAGE"]);

function isRefusal(error: unknown): boolean {
  const { code, responseCode }: { code?: unknown; responseCode?: unknown } = Object(error);
  return ABOUT_THE_MAIL.has(code) && Number(responseCode) >= 500 && Number(responseCode) < 600;
}

/** What a server is sent to be let in, also as SASL's PLAIN writes it: some repeat it when they refuse. */
function sentSecrets({ auth, url }: MailServer["connection"]): string[] {
  const { username = "", password = "" } = url !== undefined && URL.canParse(url) ? new URL(url) : {};
  const { user, pass } = auth ?? { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return [pass, `\u0000${user}\u0000${pass}`, `${user}:${pass}`];
}

/** Hands a mail to a mail server. Throws `MailRefused` when it says no for good; any other error may pass. */
export async function sendBySmtp(
  { connection, from, fromName }: MailServer,
  { id, recipient, subject, body, createdAtMs }: Mail,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<void> {
  const domain = from.replace(/^.*@/, "").replace(/>.*$/, "");
  const transport = createTransport({
    ...connection,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    const sent = transport.sendMail({
      from: fromName === "" ? from : { name: fromName, address: from },
      // Not parsed: it is one address, with any content.
      to: { name: "", address: recipient },
      subject,
      text: body,
      date: new Date(createdAtMs),
      // The same at every try, so that a mail that was sent twice is shown once.
      messageId: `<${id}@${domain}>`,
      headers: { "auto-submitted": "auto-generated" },
    });
    // The transport's own clocks restart with each byte.
    await within(sent, timeoutMs * ANSWER_SILENCES);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const shown = redactSecrets(message, sentSecrets(connection));
    if (isRefusal(error)) throw new MailRefused(shown);
    throw shown === message ? error : new Error(shown);
  } finally {
    transport.close();
  }
}

/** Logs in to a mail server and sends nothing. Throws what the server or the network says. */
export async function greetMailServer(url: string, timeoutMs: number): Promise<void> {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
  } catch (error) {
    throw new Error(redactSecrets(error instanceof Error ? error.message : String(error), sentSecrets({ url })));
  } finally {
    transport.close();
  }
}
