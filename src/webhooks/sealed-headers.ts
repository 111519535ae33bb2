import type { Reader, Tx } from "../../db/ports.ts";
import { deleteSecret, listSecrets, putSecret } from "../../db/secrets/secrets.ts";
import type { FieldProblem } from "../http/output/errors.ts";
import type { SecretBox } from "../secrets/secret-box.ts";
import { isSecretHeader, MASK } from "../text/recognise-secrets.ts";
import type { SealedSecret } from "./sealed-secret.ts";
import type { WebhookRow } from "./webhook.ts";

type Headers = Readonly<Record<string, string>>;

/** Where the secret values of headers are stored. */
export const headersPlaceOf = (webhookId: string): string => `webhooks/${webhookId}/headers`;

/** The headers of a webhook as they are stored and shown, and their secrets, encrypted. */
export interface SealedHeaders {
  fields: Pick<WebhookRow, "headers" | "sealed_headers">;
  secrets: SealedSecret[];
}

/** Takes the secrets out of headers. A masked value has none: it means the stored one. */
export function sealHeaders(
  { secrets, newId }: { secrets: SecretBox; newId: () => string },
  { tenantId, webhookId }: { tenantId: string; webhookId: string },
  headers: Headers,
): SealedHeaders {
  const place = headersPlaceOf(webhookId);
  const found = Object.entries(headers).filter(([name, value]) => value !== MASK && isSecretHeader(name, value));
  const sealed = found.map(([name, value]) => {
    const field = `header-${newId()}`;
    return { name, field, ...secrets.seal({ tenantId, place, field }, value) };
  });
  const masked = Object.fromEntries(sealed.map(({ name }) => [name, MASK]));
  return {
    fields: {
      headers: { ...headers, ...masked },
      sealed_headers: Object.fromEntries(sealed.map(({ name, field }) => [name, field])),
    },
    secrets: sealed.map(({ name: _, ...secret }) => secret),
  };
}

/**
 * A webhook after a change of its headers: which secrets are newly given, and which stay because a masked value was sent.
 * `problems` names the masked values that nothing stands behind.
 */
export function joinHeaders(
  row: WebhookRow,
  before: Pick<WebhookRow, "sealed_headers"> | undefined,
): { row: WebhookRow; unchanged: string[]; problems: FieldProblem[] } {
  const stored = new Map(
    Object.entries(before?.sealed_headers ?? {}).map(([name, field]) => [name.toLowerCase(), field]),
  );
  const masked = Object.keys(row.headers).filter((name) => row.headers[name] === MASK && !(name in row.sealed_headers));
  const unchanged = masked.filter((name) => stored.has(name.toLowerCase()));
  const joined = Object.fromEntries(unchanged.map((name) => [name, stored.get(name.toLowerCase()) ?? ""]));
  return {
    row: { ...row, sealed_headers: { ...row.sealed_headers, ...joined } },
    unchanged,
    problems: masked
      .filter((name) => !unchanged.includes(name))
      .map((name) => ({ field: `headers.${name}`, type: "missing", key: "settings.secret_again" })),
  };
}

/** Stores the secrets of headers, and forgets those that no header has any more. */
export async function storeHeaders(
  tx: Tx,
  { id, sealed_headers: fields }: Pick<WebhookRow, "id" | "sealed_headers">,
  secrets: readonly SealedSecret[],
): Promise<void> {
  const place = headersPlaceOf(id);
  const wanted = new Set(Object.values(fields));
  for (const { field } of await listSecrets(tx, place)) if (!wanted.has(field)) await deleteSecret(tx, place, field);
  for (const { field, keyId, sealed } of secrets) await putSecret(tx, place, { field, keyId, sealed, hint: null });
}

/** The headers as they are sent. Throws `SecretUnreadable`. */
export async function openHeaders(
  db: Reader & { tenantId: string },
  box: SecretBox,
  { id, headers, sealed_headers: fields }: WebhookRow,
): Promise<Record<string, string>> {
  if (Object.keys(fields).length === 0) return headers;
  const place = headersPlaceOf(id);
  const stored = new Map((await listSecrets(db, place)).map((secret) => [secret.field, secret]));
  const opened = Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    const sealed = stored.get(field);
    return sealed ? [[name, box.open({ tenantId: db.tenantId, place, field }, sealed)]] : [];
  });
  return { ...headers, ...Object.fromEntries(opened) };
}
