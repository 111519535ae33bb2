import type { Reader } from "../../db/ports.ts";
import type { Config } from "../config/config.ts";
import { DEPENDENCIES } from "../settings/dependencies.ts";
import { findDependency, isConfigured } from "../settings/stored-dependency.ts";

/** Whether a tenant's mails are sent at all: by its own server or by the instance's. */
export const hasMailServer = async (db: Reader, { smtpUrl }: Pick<Config, "smtpUrl">): Promise<boolean> =>
  smtpUrl !== undefined || isConfigured(DEPENDENCIES.smtp, await findDependency(db, "smtp"));
