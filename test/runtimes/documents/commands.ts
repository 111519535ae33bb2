/** The commands in sentences of the documents, and what each shows. */
export const SHOWN: Record<string, RegExp> = {
  "catalogd config": /CATALOGD_PORT +\d+ +file/,
  "catalogd config check": /^All \d+ settings are fine/,
  "catalogd config check --config /etc/catalogd.env": /^All \d+ settings are fine/,
  "catalogd diagnostics": /"version": "catalogd \d/,
  "catalogd healthcheck": /is healthy/,
  "catalogd key create --name new --scopes all": /pm_live_/,
  "catalogd key list": /new/,
  "catalogd key revoke --id …": /revoked|is_active|id/,
  "catalogd secrets rotate": /./,
  "catalogd user list": /admin@localhost\.localdomain/,
  "catalogd user list --data-dir /var/lib/catalogd": /admin@localhost\.localdomain/,
  "catalogd user set-password --user admin@localhost.localdomain": /password +\S{12}/,
};
/** Sentences, and what other tests run. */
export const NOT_RUN: Record<string, string> = {
  "catalogd api": "test/cli/client.process.test.ts",
  "catalogd backup": "test/backup/backup.process.test.ts",
  "catalogd demo": "test/cli/demo.process.test.ts",
  "catalogd doctor": "test/cli/doctor.process.test.ts",
  "catalogd import": "test/cli/client.process.test.ts",
  "catalogd is not running on …": "what is said, see test/cli/console.test.ts",
  "catalogd key revoke": "with its option above",
  "catalogd licenses": "test/cli/release.test.ts",
  "catalogd login": "test/cli/client.process.test.ts",
  "catalogd login --data-dir …": "test/cli/client.process.test.ts",
  "catalogd restore": "test/backup/backup.process.test.ts",
  "catalogd serve": "the unit above, which is the same command",
  "catalogd tenant": "the name of a group; its commands are in the block of docs/operating.md",
  "catalogd user set-password": "with its option above",
  "catalogd webhooks listen": "test/cli/webhook-listen.process.test.ts",
  "catalogd webhooks tail": "test/cli/client.process.test.ts",
};
