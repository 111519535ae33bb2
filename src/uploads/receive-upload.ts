import { type TProperties, Type } from "@sinclair/typebox";
import { ApiError, type FieldProblem, invalidBody } from "../http/output/errors.ts";
import type { Services } from "../runtime/services.ts";
import { FileTooLarge } from "../storage/files.ts";
import { requireSpace } from "../storage/free-space.ts";
import { requireStorage } from "../storage/tenant-quota.ts";
import { readForm } from "./read-form.ts";

const MIB = 1024 * 1024;
/** What a multipart body may have around the file it brings. */
const FORM_BYTES = 256 * 1024;

/** The body of a route that takes a form with a file and these fields, for its policy. */
export const uploadBody = ({ config }: Pick<Services, "config">, fields: TProperties = {}) =>
  ({
    type: "upload",
    maxBytes: config.uploadLimitMib * MIB + FORM_BYTES,
    form: Type.Object({ file: Type.String({ contentMediaType: "application/octet-stream" }), ...fields }),
  }) as const;

/** A form with a file, which is stored. */
export interface Upload {
  fields: ReadonlyMap<string, string>;
  /** As it can be shown. */
  fileName: string;
  sizeBytes: number;
  sha256: string;
}

interface Reception {
  /** Whose quota the file counts against. */
  tenantId: string;
  /** Where the field `file` is stored. */
  fileKey: string;
  /** Says which of the form's fields the route does not know: that of the handler's context. */
  checkForm: (names: Iterable<string>) => void;
  /** What is wrong with a file of this name; it is not stored then. */
  nameProblem?: (name: string) => FieldProblem | undefined;
  /** Looks at the bytes on their way; what it throws refuses the file. */
  inspect?: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

const refused = (problem: Omit<FieldProblem, "field">) => invalidBody([{ field: "file", ...problem }]);

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<undefined> {
  for await (const _ of bytes);
  return undefined;
}

/**
 * Stores the field `file` of a multipart form as it comes in, without holding it in memory, and hands the form to `use`.
 * When anything throws, `use` included, nothing of the file is stored. Throws PAYLOAD_TOO_LARGE, INSUFFICIENT_STORAGE when
 * the disk or the tenant has no room for it, and VALIDATION_FAILED for a form without a file, with an empty one, or one
 * that is refused, and what `checkForm` throws.
 */
export async function receiveUpload<T>(
  { files, config, reader }: Pick<Services, "files" | "config" | "reader">,
  request: Request,
  { tenantId, fileKey, checkForm, nameProblem = () => undefined, inspect = (bytes) => bytes }: Reception,
  use: (upload: Upload) => Promise<T>,
): Promise<T> {
  const limitBytes = config.uploadLimitMib * MIB;
  const db = reader(tenantId);
  await requireSpace(config);
  const formBytes = Number(request.headers.get("content-length") ?? 0);
  await requireStorage(db, config, Math.min(limitBytes, Math.max(0, formBytes - FORM_BYTES)));
  try {
    const { fields, names, file } = await readForm(request, async (name, bytes) =>
      nameProblem(name) ? drain(bytes) : files.put(fileKey, inspect(bytes), { limitBytes }),
    );
    checkForm(names);
    if (!file || file.name === "") throw refused({ type: "missing", key: "uploads.file_missing" });
    const problem = nameProblem(file.name);
    if (problem) throw invalidBody([problem]);
    if (!file.content?.sizeBytes) throw refused({ type: "invalid_value", key: "uploads.file_empty" });
    // Others may have stored files meanwhile.
    await requireStorage(db, config, file.content.sizeBytes);
    return await use({ fields, fileName: file.name, ...file.content });
  } catch (error) {
    await files.delete(fileKey);
    if (!(error instanceof FileTooLarge)) throw error;
    throw new ApiError("PAYLOAD_TOO_LARGE", { params: { limit: limitBytes }, details: { limit: limitBytes } });
  }
}
