/**
 * An error for the log: its name and message, then where it was thrown. The stack of some errors, the database driver's
 * among them, begins without the message.
 */
export function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = "", message } = error;
  return stack.includes(message) ? stack : `${error.name}: ${message}\n${stack}`;
}
