import type { StoredFile } from "../../storage/files.ts";
import type { SourceFile } from "./open-source.ts";

/** What a server knows a version of a file by. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** What a file is known by at its source: one that is known so was taken already. */
export interface FileMark extends Validators {
  key: string;
  sizeBytes: number;
  modifiedAtMs: number | null;
}

export interface TakenFile extends StoredFile {
  name: string;
  mark: FileMark;
  /** How many further files are new. */
  left: number;
}

/** Which of the files is taken, and how many new ones are left then; `none_new`: all that fit were taken before. */
export type Choice = { file: SourceFile; left: number } | "none_fits" | "none_new";

/** What is done with a file on its way. */
export interface Taking {
  /** Of the files that fit. Absent: the newest. */
  choose?: (files: readonly SourceFile[]) => Choice;
  /** Of how many mails it is chosen. Absent: of many. */
  mailsMax?: number;
  /** What an address is known by: a file that has stayed so is not sent again. */
  known?: Validators | undefined;
  /** The source is open and the file is chosen. */
  chosen(choice: Pick<TakenFile, "mark" | "left"> | undefined): Promise<void>;
  /** There is no file that was not taken before. */
  nothingNew?(): Promise<void>;
  /** Stores the bytes, in place of those that were stored before. */
  store(bytes: AsyncIterable<Uint8Array>): Promise<StoredFile>;
  /** Called once, with a file that is whole; when it resolves the source may forget the file. */
  accept(file: TakenFile): Promise<void>;
}
