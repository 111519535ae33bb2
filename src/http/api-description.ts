/** What the OpenAPI documents say of the API as a whole. */
export const API_DESCRIPTION = `Product information management over HTTP and JSON.

**Credentials.** A session's access token as \`Authorization: Bearer\`, or an API key as \`X-API-Key\`. Each operation names
the permission a session needs (\`x-permission\`) and the scope a key needs (\`x-scope\`).

**Errors.** Every error has an \`error_code\`, explained with its remedy at [/docs/errors](/docs/errors). Send the
\`request_id\` with a question about one. Messages are in French or English, by \`Accept-Language\`.

**Limits.** Each operation names its rate-limit tier (\`x-rate-limit-tier\`). A call that is one too many is answered 429
with \`Retry-After\`; wait with exponential backoff and random jitter.

**Repeats.** A write with an \`Idempotency-Key\` can be sent again after a lost answer: for 24 hours it is answered as the
first time, and happens once. Single resources carry an \`ETag\`: \`If-None-Match\` saves reading, and \`If-Match\` on a
write refuses to overwrite a change you have not seen.

**Pages.** \`page\` and \`per_page\`; \`next_cursor\` sent as \`cursor\` goes on as fast on the last page as on the first.

**Versions.** The version is the path segment \`/api/v1\`. A breaking change is made in a new version only. New versions
and breaking changes are announced at least 90 days ahead, and the version before stays available for at least 12 months
after the new one is published.`;
