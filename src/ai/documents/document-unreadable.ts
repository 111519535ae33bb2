import { type Language, type MessageKey, translate } from "../../http/output/messages.ts";

/** Why the text of a file cannot be read: a key of the messages. */
export type UnreadableReason = Extract<MessageKey, `documents.${string}`>;
type Params = Record<string, string | number>;

/** A file whose text cannot be read, for its sender; in English as its message. */
export class DocumentUnreadable extends Error {
  override readonly name = "DocumentUnreadable";

  readonly reason: UnreadableReason;
  readonly params: Params;

  constructor(reason: UnreadableReason, params: Params = {}) {
    super(translate("en", reason, params));
    this.reason = reason;
    this.params = params;
  }
}

/** The reason as it is stored. */
export const storedReason = ({ reason, params }: Pick<DocumentUnreadable, "reason" | "params">): string =>
  JSON.stringify({ reason, params });

/** A stored reason in the reader's language; what a job that failed has left as it is. */
export function shownReason(stored: string | null, language: Language): string | null {
  if (!stored?.startsWith('{"reason":')) return stored;
  // Written above.
  const { reason, params } = JSON.parse(stored) as Pick<DocumentUnreadable, "reason" | "params">;
  return translate(language, reason, params);
}
