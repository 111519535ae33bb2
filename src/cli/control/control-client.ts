import { request } from "node:http";
import { join, resolve } from "node:path";
import { EXIT } from "../exit-codes.ts";

/** Where the service of a data folder takes commands. */
export const controlPath = ({ dataDir }: { dataDir: string }): string => resolve(join(dataDir, "control.sock"));

/** Why a command was not done, in words for the person at the keyboard. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.refused) {
    super(message);
    this.exitCode = exitCode;
  }
}

interface Reply {
  status: number;
  text: string;
}

/** Sends one command over the socket. Rejects when no process listens there. */
function post(socketPath: string, path: string, body: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": new TextEncoder().encode(body).length };
    const sent = request({ socketPath, path, method: "POST", headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
      response.on("error", reject);
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

/** Whether a service listens on a socket. */
export const isAnswered = (path: string): Promise<boolean> =>
  post(path, "/", "{}").then(
    () => true,
    () => false,
  );

interface Refusal {
  message: string;
  details: unknown;
}

const isProblem = (value: unknown): value is { field: string; message: string } =>
  typeof value === "object" && value !== null && "field" in value && "message" in value;

/** A refusal as lines of text: what is wrong, then each option that is. */
function inWords({ message, details }: Refusal): string {
  if (!Array.isArray(details)) {
    const facts = Object.entries(Object(details)).filter(([, value]) => typeof value === "string");
    return facts.length === 0
      ? message
      : `${message} (${facts.map(([name, value]) => `${name}: ${value}`).join(", ")})`;
  }
  return [message, ...details.filter(isProblem).map((problem) => `  --${problem.field}: ${problem.message}`)].join(
    "\n",
  );
}

/** The value of an option is not allowed. */
const INVALID = 422;
const NO_LISTENER: ReadonlySet<unknown> = new Set([
  "ENOENT",
  "ECONNREFUSED",
  "FailedToOpenSocket",
  "ConnectionRefused",
]);

/** Asks the service where it listens: it may have been started with settings that this terminal does not have. */
export const ADDRESS = { group: "service", verb: "address" };

/** Has the running service do a command and returns its result. Throws `CommandRefused`. */
export async function callService(
  config: { dataDir: string },
  { group, verb }: { group: string; verb: string },
  input: Record<string, unknown>,
): Promise<unknown> {
  const path = controlPath(config);
  const { status, text } = await post(path, `/${group}/${verb}`, JSON.stringify(input)).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EACCES")
      throw new CommandRefused(`Permission denied: ${path} is only for the user that runs catalogd`);
    if (!NO_LISTENER.has(code)) throw error;
    throw new CommandRefused(
      `catalogd is not running on ${resolve(config.dataDir)}: start it with "catalogd serve", or set its folder with --data-dir`,
      EXIT.unavailable,
    );
  });
  const reply = JSON.parse(text) as { result: unknown } & Refusal; // what the service sends
  if (status !== 200) throw new CommandRefused(inWords(reply), status === INVALID ? EXIT.usage : EXIT.refused);
  return reply.result;
}
