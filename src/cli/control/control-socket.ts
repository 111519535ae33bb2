import { Buffer } from "node:buffer";
import { chmodSync, existsSync, unlinkSync } from "node:fs";
import { reasonOfCode } from "../../../db/local/disk-refusal.ts";
import { ApiError } from "../../http/output/errors.ts";
import { ERRORS } from "../../http/output/faults/error-codes.ts";
import { toErrorResponse } from "../../http/output/faults/error-response.ts";
import { CannotStart } from "../../runtime/cannot-start.ts";
import type { Services } from "../../runtime/services.ts";
import { serviceUrl } from "../commands/healthcheck.ts";
import { readInput } from "./console-command.ts";
import { CONSOLE_COMMANDS } from "./console-commands.ts";
import { ADDRESS, controlPath, isAnswered } from "./control-client.ts";

/** Only the requests it receives here; Deno has no types in a Bun project. */
declare const Deno: {
  serve(
    options: { path: string; transport: "unix"; onListen: () => void },
    fetch: (request: Request) => Promise<Response>,
  ): { shutdown(): Promise<void> };
};

const ORIGIN = "http://localhost";
// What the address of a Unix socket can hold, on the system that allows least.
const PATH_BYTES_MAX = 103;
const OWNER_ONLY = 0o600;

/** An error as the command line shows it; an unforeseen one is logged and not shown. */
function refusal(error: unknown, { log, now }: Services): Response {
  if (!(error instanceof ApiError)) {
    log.error({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, "command failed");
  }
  const known = error instanceof ApiError ? error : new ApiError("SYSTEM_INTERNAL_ERROR");
  const { message, details } = toErrorResponse(known, { language: "en", path: "", requestId: "", nowMs: now() });
  return Response.json({ message, details }, { status: ERRORS[known.code].status });
}

/** Runs the command a request names: `POST /tenant/list`. */
async function answer(request: Request, services: Services): Promise<Response> {
  const [, group, verb] = new URL(request.url, ORIGIN).pathname.split("/");
  const command = CONSOLE_COMMANDS.find((each) => each.group === group && each.verb === verb);
  try {
    if (group === ADDRESS.group && verb === ADDRESS.verb) {
      return Response.json({ result: { url: serviceUrl(services.config) } });
    }
    if (!command || request.method !== "POST") throw new ApiError("NOT_FOUND");
    const result = await command.run(services, readInput(command, await request.json()));
    services.log.info({ command: `${group} ${verb}` }, "command");
    return Response.json({ result });
  } catch (error) {
    return refusal(error, services);
  }
}

function serveOn(path: string, fetch: (request: Request) => Promise<Response>): () => Promise<void> {
  if (globalThis.Bun) {
    const server = Bun.serve({ unix: path, fetch, development: false });
    return () => server.stop();
  }
  const server = Deno.serve({ path, transport: "unix", onListen: () => undefined }, fetch);
  return () => server.shutdown();
}

export interface ControlSocket {
  /** Answers the requests it has begun, then removes the socket. */
  close(): Promise<void>;
}

/**
 * Opens the way in for the command line: HTTP on a Unix socket in the data folder that only its owner can use. Throws
 * `CannotStart` when another process answers there.
 */
export async function openControlSocket(services: Services): Promise<ControlSocket> {
  const path = controlPath(services.config);
  if (Buffer.byteLength(path) > PATH_BYTES_MAX) {
    services.log.warn({ path }, "the data folder's path is too long for commands such as tenant list");
    return { close: () => Promise.resolve() };
  }
  if (existsSync(path) && (await isAnswered(path))) throw new CannotStart(`Another catalogd answers on ${path}`);
  try {
    // Left behind by a process that was killed.
    if (existsSync(path)) unlinkSync(path);
    const stop = serveOn(path, (request) => answer(request, services));
    chmodSync(path, OWNER_ONLY);
    return { close: stop };
  } catch (error) {
    if (!reasonOfCode(error)) throw error;
    services.log.warn({ path, error: String(error) }, "the disk takes no socket for commands such as tenant list");
    return { close: () => Promise.resolve() };
  }
}
