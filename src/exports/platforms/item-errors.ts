import { type Language, type MessageKey, translate } from "../../http/output/messages.ts";
import type { RemoteError } from "../../remote-files/remote-error.ts";

/** Why a product was not sent, as it is stored: it is shown in the reader's language. */
interface StoredError {
  key: MessageKey;
  /** What the server said. */
  detail?: string;
  params?: Record<string, string>;
}

const DETAIL_MAX = 500;

export const storedError = (key: MessageKey, params?: Record<string, string>): string =>
  JSON.stringify({ key, ...(params && { params }) } satisfies StoredError);

/** Of items that a cancelled job has not sent. */
export const CANCELLED = storedError("export_platforms.cancelled");

export const storedRemoteError = ({ reason, message }: RemoteError): string =>
  JSON.stringify({
    key: `export_platforms.remote_${reason}`,
    detail: message.slice(0, DETAIL_MAX),
  } satisfies StoredError);

/** The message of a stored error; `null` of none. */
export function shownError(error: string | null, language: Language): string | null {
  if (error === null) return null;
  // Written above.
  const { key, detail, params } = JSON.parse(error) as StoredError;
  const text = translate(language, key, params);
  return detail === undefined ? text : `${text} (${detail})`;
}
