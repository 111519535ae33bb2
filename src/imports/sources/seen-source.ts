import { type Static, Type } from "@sinclair/typebox";
import { orNull, Time } from "../../http/input/fields.ts";
import type { Source, SourceSecrets } from "./source.ts";

/** A source to look at, and what lets in. It crosses threads. */
export interface LookRequest {
  source: Source;
  secrets: SourceSecrets;
  /** The configuration that is asked about: its memory says what is new, and its secrets are taken where none was sent. */
  configId: string | null;
  language: "en" | "fr";
}

/** How many files are shown. */
export const SEEN_MAX = 100;

/** What was found at a source. */
export const SeenSource = Type.Object({
  success: Type.Boolean({ description: "Whether the source could be opened and listed." }),
  error_message: orNull(Type.String(), "What went wrong; null on success."),
  total: Type.Integer({ minimum: 0, description: "How many files fit." }),
  files: Type.Array(
    Type.Object({
      name: Type.String({ examples: ["prices-2026-11-24.csv"] }),
      size_bytes: orNull(Type.Integer({ minimum: 0 }), "Null when the server does not say."),
      modified_at: orNull(Time, "Null when the server does not say."),
      sender: orNull(Type.String(), "Of a mail."),
      subject: orNull(Type.String(), "Of a mail."),
      is_new: Type.Boolean({ description: "Whether the configuration has not taken it before." }),
      is_next: Type.Boolean({ description: "Whether the next run takes it, if it stays as it is." }),
    }),
    { description: "Those that fit, the newest first, at most 100." },
  ),
});
export type SeenSource = Static<typeof SeenSource>;
