import type { SealedSecret } from "../../../db/secrets/secrets.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { SourceSecrets } from "./source.ts";

/** What lets in, encrypted for its place, before it goes any further. */
export const sealSecrets = (
  secrets: SecretBox,
  { tenantId, place }: { tenantId: string; place: string },
  given: SourceSecrets,
): SealedSecret[] =>
  Object.entries(given).flatMap(([field, secret]) =>
    secret === undefined ? [] : [{ field, hint: null, ...secrets.seal({ tenantId, place, field }, secret) }],
  );
