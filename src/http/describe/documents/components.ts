/** Credentials, by the name that operations refer to. */
export const SECURITY_SCHEMES = {
  bearerAuth: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A session's access token" },
  apiKeyAuth: { type: "apiKey", in: "header", name: "X-API-Key" },
  syncKeyAuth: { type: "apiKey", in: "header", name: "X-Sync-Key" },
  operatorKey: { type: "apiKey", in: "header", name: "X-Operator-Key" },
  cookieAuth: {
    type: "apiKey",
    in: "cookie",
    name: "access_token",
    description: "Set by login. Writes also need the header X-CSRF-Token: see /auth/csrf-token.",
  },
};

const sent = (name: string, maxLength: number, description: string) => ({
  name,
  in: "header",
  description,
  schema: { type: "string", maxLength },
});

/** Headers of requests that many operations take, by the name that they refer to. */
export const PARAMETERS = {
  IdempotencyKey: sent(
    "Idempotency-Key",
    255,
    "Makes retries safe: for 24 hours a repeated request gets the first response.",
  ),
  IfMatch: sent("If-Match", 1_000, "The `ETag` that you have read: 412 if somebody else has changed it since."),
  IfNoneMatch: sent("If-None-Match", 1_000, "The `ETag` that you have: 304 without a body if it is still the same."),
  AcceptLanguage: sent(
    "Accept-Language",
    500,
    "Language of messages, `en` or `fr`, and of texts where they have several.",
  ),
};

const given = (description: string, type = "string") => ({ description, schema: { type } });

/** Headers of answers, by the name that operations refer to. */
export const HEADERS = {
  ETag: given("The version of what is answered: send it back as `If-None-Match` or `If-Match`."),
  Location: given("The address of what was made."),
  Link: given("The first, previous, next and last page, as RFC 8288 has it."),
  Deprecation: given("`true` if you sent `skip` or `limit`, which `page` and `per_page` replace."),
  Sunset: given("Beside `Deprecation`: until when at least these work, as RFC 8594 has it."),
  RateLimitLimit: given("Requests that the key may make in a window. For API keys only, like the next two.", "integer"),
  RateLimitRemaining: given("How many of them are left.", "integer"),
  RateLimitReset: given("When the window ends, in Unix seconds.", "integer"),
};
