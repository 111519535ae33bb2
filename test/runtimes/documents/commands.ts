/** The commands in sentences of the documents, and what each shows. */
export const SHOWN: Record<string, RegExp> = {
  "catalogd backup": /\/backups\/catalogd-\S+\.tar\.zst\n\d+ rows/,
  "catalogd config": /CATALOGD_PORT +\d+ +file/,
  "catalogd config check": /^All \d+ settings are fine/,
  "catalogd config check --config /etc/catalogd.env": /^All \d+ settings are fine/,
  "catalogd diagnostics": /"version": "catalogd \d/,
  "catalogd doctor": /^ok +database +It is whole/m,
  "catalogd healthcheck": /is healthy/,
  "catalogd key create --name erp --scopes all": /pm_live_/,
  "catalogd key create --name new --scopes all": /pm_live_/,
  "catalogd key list": /new/,
  "catalogd key revoke --id …": /revoked|is_active|id/,
  "catalogd licenses": /MIT/,
  "catalogd login --data-dir …": /^default: http.*profiles\.json/,
  "catalogd secrets rotate": /./,
  "catalogd user list": /admin@localhost\.localdomain/,
  "catalogd user list --data-dir /var/lib/catalogd": /admin@localhost\.localdomain/,
  "catalogd user set-password --user admin@localhost.localdomain": /password +\S{12}/,
};

const CLIENT = "test/cli/client.process.test.ts";
const WITH_OPTIONS = "test/runtimes/documents/commands.ts";
const BLOCKS = "test/runtimes/documents.test.ts";
/** The others: names of commands, which do nothing without more words, and one that does not end by itself; and the test that runs each. */
export const NOT_RUN: Record<string, { test: string; because: string }> = {
  "catalogd api": { test: CLIENT, because: "a name; the block of docs/operating.md has it with its words" },
  "catalogd demo": { test: "test/cli/demo.process.test.ts", because: "it goes on until it is stopped" },
  "catalogd import": { test: CLIENT, because: "a name; the block of docs/operating.md has it with its file" },
  "catalogd is not running on …": { test: "test/cli/console.test.ts", because: "what is said, and no command" },
  "catalogd key revoke": { test: WITH_OPTIONS, because: "a name; above it has its option" },
  "catalogd login": { test: WITH_OPTIONS, because: "a name; above it has its option" },
  "catalogd restore": { test: BLOCKS, because: "a name; the block of docs/backup-upgrade.md has it with its archive" },
  "catalogd serve": { test: BLOCKS, because: "it goes on until it is stopped; the unit runs it, as the default" },
  "catalogd tenant": { test: BLOCKS, because: "the name of a group; the block of docs/operating.md has its commands" },
  "catalogd user set-password": { test: WITH_OPTIONS, because: "a name; above it has its option" },
  "catalogd webhooks listen": {
    test: "test/cli/webhook-listen.process.test.ts",
    because: "it goes on until it is stopped",
  },
  "catalogd webhooks tail": { test: CLIENT, because: "it goes on until it is stopped, and needs a webhook" },
};

/** Blocks that other tests run, and why not this one. */
export const ELSEWHERE: Record<string, { test: string; because: string }> = {
  "README.md 1": { test: "test/runtimes/readme.test.ts", because: "it needs a folder of its own" },
  "README.md 2": { test: ".ci/run", because: "it is all tests, of which this is one" },
  "README.md 4": { test: "test/runtimes/readme.test.ts", because: "it needs an empty catalog" },
  "CONTRIBUTING.md 1": {
    test: ".ci/run",
    because: "it is all tests; `npm run dev` runs here, new-family-and-run.test.ts has the two that write a family",
  },
  "docs/backup-upgrade.md 6": { test: "test/runtimes/server-backup.test.ts", because: "it needs a libSQL server" },
  "docs/backup-upgrade.md 7": { test: "test/runtimes/server-backup.test.ts", because: "it needs a libSQL server" },
  "docs/clients.md 2": { test: "docs/clients.md", because: "by hand, as it says: CI has no packages of Python" },
};
