const NOTHING_ELSE = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Our own pages run no script and load nothing from elsewhere. */
export const PAGE_POLICY = `default-src 'none'; style-src 'self'; img-src 'self'; ${NOTHING_ELSE}`;

/** The console runs its own files, calls this service, and shows images of it and those it has just read from a file. */
export const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  `font-src 'self'; ${NOTHING_ELSE}`;

/** The policy of a page with Swagger UI, which sets styles on elements, and shows icons of data URLs and images it has fetched. */
export const swaggerPolicy = (scripts: string): string =>
  `default-src 'none'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ` +
  `connect-src 'self'; font-src 'self' data:; ${NOTHING_ELSE}`;

export const SWAGGER_POLICY = swaggerPolicy("'self'");
