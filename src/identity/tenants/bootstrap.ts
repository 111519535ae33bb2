import { isInhabited } from "../../../db/auth/lookup.ts";
import { EVERY_TENANT } from "../../../db/ports.ts";
import { type Config, ConfigError } from "../../config/config.ts";
import { variableOf } from "../../config/settings.ts";
import { SCOPES } from "../../http/gate/credentials/principal.ts";
import { translate } from "../../http/output/messages.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { newRawKey } from "../api-keys/raw-key.ts";
import { isEmail, normalEmail } from "../auth/accounts/normal-email.ts";
import { hashPassword, passwordProblem } from "../auth/accounts/passwords.ts";
import { newBearerSecret } from "../auth/callers/bearer-secret.ts";
import { newTenantId, randomPassword } from "../auth/random-text.ts";
import { createFirstTenant } from "./create-first-tenant.ts";

/** What the first start made: the only time that the password and the key can be read. */
export interface Bootstrapped {
  tenantId: string;
  email: string;
  /** `undefined` when the settings gave it. */
  password: string | undefined;
  apiKey: string;
  /** What the link holds that signs the admin in, once; `undefined` when the settings gave the password. */
  linkToken: string | undefined;
}

/** Throws `ConfigError` for settings that make no account. */
function checkSettings(email: string, password: string | undefined): void {
  if (!isEmail(email))
    throw new ConfigError(`${variableOf("bootstrapAdminEmail")} is not an e-mail address: "${email}"`);
  const problem = password === undefined ? undefined : passwordProblem(password, email);
  if (!problem?.key) return;
  const reason = translate("en", problem.key, problem.params);
  throw new ConfigError(`${variableOf("bootstrapAdminPassword")} is not a safe password: ${reason}`);
}

/**
 * On the first start of an instance makes a tenant, its admin and an API key; on every later one nothing. It prepares them
 * at once and writes them after `canStart`: to hash a password takes as long as half of a start, in a thread of its own.
 */
export async function bootstrap(
  services: ThreadServices,
  canStart: Promise<void> = Promise.resolve(),
): Promise<Bootstrapped | undefined> {
  if (await isInhabited(services.reader(EVERY_TENANT))) return undefined;
  const { bootstrapTenant, bootstrapAdminEmail, bootstrapAdminPassword, defaultLocale }: Config = services.config;
  const email = normalEmail(bootstrapAdminEmail);
  checkSettings(email, bootstrapAdminPassword);
  const password = bootstrapAdminPassword ?? randomPassword(email);
  const { key, stored } = newRawKey(false);
  const tenantId = newTenantId();
  const link = bootstrapAdminPassword === undefined ? newBearerSecret(tenantId) : undefined;
  const passwordHash = await hashPassword(password);
  await canStart;
  const isFirst = await services.write(createFirstTenant, tenantId, {
    name: bootstrapTenant,
    user: { email, passwordHash, role: "admin", locale: defaultLocale },
    linkHash: link?.hash ?? null,
    apiKey: { name: "First key", scopes: [...SCOPES], isTest: false, kept: stored },
  });
  if (!isFirst) return undefined;
  const shown = bootstrapAdminPassword === undefined ? password : undefined;
  return { tenantId, email, password: shown, apiKey: key, linkToken: link?.secret };
}
