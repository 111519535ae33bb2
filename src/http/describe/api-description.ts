/** What the OpenAPI documents say of the API as a whole. */
export const API_DESCRIPTION = `Product information management over HTTP and JSON.

**Credentials.** A session's access token as \`Authorization: Bearer\`, or an API key as \`X-API-Key\`. Each operation names
the permission a session needs (\`x-permission\`) and the scope a key needs (\`x-scope\`).

**Errors.** Every error has an \`error_code\`, explained with its remedy at [/docs/errors](/docs/errors). Send the
\`request_id\` when you ask for support. Messages are in French or English, by \`Accept-Language\`.

**Limits.** Each operation names its rate-limit tier (\`x-rate-limit-tier\`). Requests over the limit get 429
with \`Retry-After\`; retry with exponential backoff and random jitter.

**Retries and concurrency.** A write with an \`Idempotency-Key\` can be retried safely: for 24 hours a repeat gets the first
response and has no further effect. Single resources have an \`ETag\`: \`If-None-Match\` avoids reading unchanged data, and
\`If-Match\` on a write prevents overwriting changes you have not seen.

**Pagination.** Use \`page\` and \`per_page\`, or send \`next_cursor\` as \`cursor\`: cursors are equally fast on every page.

**Examples.** Every example was a call that worked. Where it has the id of something, \`x-example-from\` names the operation
whose answer had it: \`createBrand#/id\`. In the order of \`x-example-turn\` all of them work on an empty service.

**Versions.** The version is the path segment \`/api/v1\`. Breaking changes are made in new versions only. New versions
and breaking changes are announced at least 90 days ahead, and the previous version stays available for at least 12 months
after the new one is published.`;
