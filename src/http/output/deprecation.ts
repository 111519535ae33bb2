/**
 * Until when at least what is deprecated works: no earlier than this is it taken away, and then with a new version of the API.
 * It may become later. Source: RFC 8594
 */
const SUNSET = "Sat, 01 Jan 2028 00:00:00 GMT";

/** Says that what was asked for has a successor, and until when it works. Source: RFC 9745, RFC 8594. */
export function markDeprecated(headers: Record<string, string | number>): void {
  headers["deprecation"] = "true";
  headers["sunset"] = SUNSET;
}
