import { type Language, translate } from "../../http/output/messages.ts";
import { OutboundError } from "../../outbound/outbound-error.ts";
import { RemoteError } from "../../remote-files/remote-error.ts";
import { FileTooLarge } from "../../storage/files.ts";

type Reason = "nothing_found" | "no_mail" | "changing" | "forgotten" | "answer" | "cut";

/** A source that brought no file. */
export class SourceError extends Error {
  override readonly name = "SourceError";
  readonly reason: Reason;
  readonly params: Record<string, string | number>;

  constructor(reason: Reason, params: Record<string, string | number> = {}) {
    super(reason);
    this.reason = reason;
    this.params = params;
  }
}

/** What an import says of a source that brought nothing; `undefined` for an error that is not the source's. */
export function sourceFailure(
  error: unknown,
  { language, limitMib }: { language: Language; limitMib: number },
): { code: "SOURCE_UNREACHABLE" | "PAYLOAD_TOO_LARGE"; message: string } | undefined {
  if (error instanceof FileTooLarge) {
    return { code: "PAYLOAD_TOO_LARGE", message: translate(language, "imports.source.too_large", { limit: limitMib }) };
  }
  const code = "SOURCE_UNREACHABLE";
  if (error instanceof SourceError) {
    return { code, message: translate(language, `imports.source.${error.reason}`, error.params) };
  }
  if (error instanceof RemoteError) {
    const message = translate(language, `imports.source.${error.reason}`);
    return { code, message: `${message}: ${error.message}` };
  }
  if (!(error instanceof OutboundError)) return undefined;
  return { code, message: `${translate(language, "imports.source.unreachable")}: ${error.message}` };
}
