// Long enough for a trace id, and nothing that could break a log line or a header.
const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** The id a request is known by in answers and logs: the caller's own when it is well-formed. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get("x-request-id");
  return given !== null && ACCEPTED.test(given) ? given : crypto.randomUUID();
}
