import { createWriteStream } from "node:fs";
import { stdout } from "node:process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";

/** Writes what was answered into a file, or to standard output, as it comes. Throws `CommandRefused`. */
export async function saveAnswer(response: Response, path: string | undefined): Promise<void> {
  if (response.body === null) return;
  // The stream of the web and that of Node are one; only their types differ.
  const body = Readable.fromWeb(response.body as unknown as Parameters<typeof Readable.fromWeb>[0]);
  if (path === undefined) {
    await pipeline(body, stdout, { end: false });
    return;
  }
  await pipeline(body, createWriteStream(path)).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandRefused(`Cannot write ${path}: ${reason}`, EXIT.notEmpty);
  });
}
