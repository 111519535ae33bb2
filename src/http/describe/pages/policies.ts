const NO_FRAMES = "base-uri 'none'; frame-ancestors 'none'";
const NOTHING_ELSE = `${NO_FRAMES}; form-action 'none'`;
/** For the search at the top of each page. */
const OWN_FORMS = `${NO_FRAMES}; form-action 'self'`;

/** Our own pages run no script, load nothing from elsewhere, and have one form, the search. */
export const PAGE_POLICY = `default-src 'none'; style-src 'self'; img-src 'self'; ${OWN_FORMS}`;

/** The console runs its own files, calls this service, and shows images of it and those it has just read from a file. */
export const CONSOLE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; " +
  `font-src 'self'; ${NOTHING_ELSE}`;

/** The policy of a page with Swagger UI, which sets styles on elements, and shows icons of data URLs and images it has fetched. */
export const swaggerPolicy = (scripts: string): string =>
  `default-src 'none'; script-src ${scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; ` +
  `connect-src 'self'; font-src 'self' data:; ${OWN_FORMS}`;
