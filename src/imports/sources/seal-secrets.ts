import type { SealedSecret } from "../../../db/secrets/secrets.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { SECRET_FIELDS, type SourceSecrets } from "./source.ts";

/** What lets in, encrypted for its place, before it goes any further. */
export const sealSecrets = (
  secrets: SecretBox,
  { tenantId, place }: { tenantId: string; place: string },
  given: SourceSecrets,
): SealedSecret[] =>
  SECRET_FIELDS.flatMap((field) => {
    const secret = given[field];
    return secret === undefined ? [] : [{ field, hint: null, ...secrets.seal({ tenantId, place, field }, secret) }];
  });
