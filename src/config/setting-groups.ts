/** Under which heading help shows the settings whose variables begin so, behind `CATALOGD_`. The first that fits. */
const GROUPS: [heading: string, pattern: RegExp][] = [
  ["Network", /^(?:HOST|PORT|TRUST_PROXY|API_URL|PUBLIC_URL|CORS)/],
  ["Backups", /^BACKUP/],
  ["Database and files", /^(?:DATA|S3|SECRET_KEY|MIN_FREE|UPLOAD|EXPORT|TENANT_STORAGE)/],
  ["Search", /^MEILISEARCH/],
  ["Mail", /^(?:SMTP|MAIL)/],
  ["First start", /^BOOTSTRAP/],
  ["Access and limits", /^(?:RATE|LOCKOUT|OPERATOR|METRICS|OUTBOUND|WEBHOOK|SFTP|TENANT|MAINTENANCE|CONSOLE)/],
];

/** The heading of a setting in the help. */
export function headingOf(variable: string): string {
  const name = variable.slice("CATALOGD_".length);
  return `${GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? "Process"}:`;
}
