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

/** Parameters that many operations take, by the name that they refer to. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    schema: { type: "string", maxLength: 255 },
    description: "Makes retries safe: for 24 hours a repeated request gets the first response.",
  },
};
