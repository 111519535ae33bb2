import { accessSync, constants, openAsBlob } from "node:fs";
import { basename } from "node:path";
import { CommandRefused } from "../control/control-client.ts";
import { EXIT } from "../exit-codes.ts";

/** A file for a form, whose bytes are read as they are sent. Throws `CommandRefused`. */
export async function openFile(path: string): Promise<File> {
  try {
    // Bun's `openAsBlob` finds out only when the bytes are read.
    accessSync(path, constants.R_OK);
    return new File([await openAsBlob(path)], basename(path));
  } catch (error) {
    throw new CommandRefused(`Cannot read ${path}: ${error instanceof Error ? error.message : error}`, EXIT.noInput);
  }
}
