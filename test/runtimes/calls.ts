import products from "../../src/cli/demo-products-fr.csv" with { type: "text" };
import { ADMIN } from "../servers/service.ts";
import { sheetIsRead } from "./document-calls.ts";
import { wrongPages } from "./documentation-calls.ts";
import { changeIsReported, strangerIsRefused } from "./webhook-calls.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
type Json = any;

/** What the calls of one run hand on to the next. */
interface Session {
  url: string;
  token: string;
  apiKey: string;
  importId: string;
  mapping: Json;
  productId: string;
}

/** A PNG of 300 × 1 red pixels. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAASwAAAABCAIAAADrWgR+AAAAE0lEQVR42mP4z8AwikbRKBpABAArTCrk3xH1cQAAAABJRU5ErkJggg==",
  "base64",
);
const POLL_MS = 20;
const DEADLINE_MS = 30_000;
const ROWS = products.trimEnd().split("\n").length - 1;
const FIRST_EAN = "2100000013012";

function expect(what: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${what} is ${JSON.stringify(actual)} and not ${JSON.stringify(expected)}`);
}

async function send(session: Session, method: string, path: string, body?: unknown, headers = {}): Promise<Response> {
  const json = body !== undefined && !(body instanceof FormData);
  return fetch(`${session.url}/api/v1${path}`, {
    method,
    headers: {
      ...(session.apiKey !== "" && { "x-api-key": session.apiKey }),
      ...(json && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
  });
}

/** Sends, checks the status and reads the answer's JSON. */
async function call(session: Session, status: number, method: string, path: string, body?: unknown, headers = {}) {
  const response = await send(session, method, path, body, headers);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === "" ? undefined : JSON.parse(text)) as Json;
}

/** The cookies of an answer, as a browser sends them back. */
const cookiesOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries(
    headers.getSetCookie().map((line): [string, string] => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      return [name, value];
    }),
  );
const cookieHeader = (cookies: Record<string, string>) => ({
  cookie: Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join("; "),
});

const callOf = (session: Session) => (status: number, method: string, path: string, body?: unknown) =>
  call(session, status, method, path, body);

async function until(request: () => Promise<Json>, done: (state: Json) => boolean): Promise<Json> {
  const givesUpAtMs = performance.now() + DEADLINE_MS;
  for (;;) {
    const state = await request();
    if (done(state)) return state;
    if (performance.now() > givesUpAtMs) throw new Error(`it stays ${JSON.stringify(state)}`);
    await Bun.sleep(POLL_MS);
  }
}

/** The main job, call by call; each one throws when the answer is not the right one. */
const CALLS: Record<string, (session: Session) => Promise<void>> = {
  "health answers": async (session) => {
    expect("status", (await call(session, 200, "GET", "/health")).status, "ok");
  },
  "a stranger is refused": async (session) => {
    expect("code", (await call(session, 401, "GET", "/products")).error.error_code, "AUTHENTICATION_REQUIRED");
  },
  "the admin logs in": async (session) => {
    await call(session, 401, "POST", "/auth/login/json", { ...ADMIN, password: "wrong-password-1" });
    session.token = (await call(session, 200, "POST", "/auth/login/json", ADMIN)).access_token;
    const bearer = { authorization: `Bearer ${session.token}` };
    expect("e-mail", (await call(session, 200, "GET", "/auth/me", undefined, bearer)).email, ADMIN.email);
  },
  "a browser keeps its session in cookies": async ({ url }) => {
    const browser = { url, token: "", apiKey: "", importId: "", mapping: {}, productId: "" };
    const login = await send(browser, "POST", "/auth/login/json", ADMIN);
    const cookies = cookiesOf(login);
    expect("HttpOnly", login.headers.getSetCookie().filter((line) => /httponly/i.test(line)).length >= 2, true);
    await call(browser, 200, "GET", "/auth/me", undefined, cookieHeader(cookies));
    // Writing takes the CSRF token besides.
    const refused = await call(browser, 403, "POST", "/auth/logout", undefined, cookieHeader(cookies));
    expect("refusal", refused.error_type, "csrf_validation_error");
    const requests = await send(browser, "GET", "/auth/csrf-token", undefined, cookieHeader(cookies));
    const { csrf_token: csrf } = (await requests.json()) as Json;
    // A refresh token is good once: presented again it ends the session.
    const renewed = await send(browser, "POST", "/auth/refresh", undefined, cookieHeader(cookies));
    expect("refresh", renewed.status, 200);
    const fresh = { ...cookies, ...cookiesOf(requests), ...cookiesOf(renewed) };
    await call(browser, 200, "GET", "/auth/me", undefined, cookieHeader(fresh));
    await call(browser, 401, "POST", "/auth/refresh", undefined, cookieHeader(cookies));
    await call(browser, 401, "GET", "/auth/me", undefined, cookieHeader(fresh));
    const again = cookiesOf(await send(browser, "POST", "/auth/login/json", ADMIN));
    const token = (await call(browser, 200, "GET", "/auth/csrf-token", undefined, cookieHeader(again))).csrf_token;
    expect("another session's token", csrf === token, false);
    const headers = { ...cookieHeader({ ...again, csrf_token: token }), "x-csrf-token": token };
    await call(browser, 200, "POST", "/auth/logout", undefined, headers);
    await call(browser, 401, "GET", "/auth/me", undefined, cookieHeader(again));
  },
  "an API key is made": async (session) => {
    const scopes = ["products:read", "products:write", "imports:manage", "exports:manage", "webhooks:manage"];
    const bearer = { authorization: `Bearer ${session.token}` };
    session.apiKey = (await call(session, 201, "POST", "/api-keys", { name: "smoke", scopes }, bearer)).key;
  },
  "a file is uploaded": async (session) => {
    const form = new FormData();
    form.set("file", new File([products], "products.csv", { type: "text/csv" }));
    const { id, status, data } = await call(session, 202, "POST", "/imports/upload", form);
    expect("status", status, "awaiting_mapping");
    expect("rows", data.file_analysis.row_count, ROWS);
    session.importId = id;
    session.mapping = data.file_analysis.suggested_mapping;
  },
  "its mapping is saved": async (session) => {
    const body = { column_mapping: session.mapping, import_options: { create_categories: true } };
    const { status } = await call(session, 200, "POST", `/imports/${session.importId}/save-mapping`, body);
    expect("status", status, "ready");
  },
  "a dry run counts and writes nothing": async (session) => {
    const forecast = await call(session, 200, "POST", `/imports/${session.importId}/dry-run`);
    expect("products to create", forecast.products_to_create, ROWS);
    expect("rows with errors", forecast.rows_with_errors, 0);
    expect("total", (await call(session, 200, "GET", "/products")).meta.total, 0);
  },
  "the import completes": async (session) => {
    const path = `/imports/${session.importId}`;
    await call(session, 202, "POST", `${path}/start-processing`);
    const ended = await until(
      () => call(session, 200, "GET", path),
      ({ status }) => /^(completed|failed|cancelled)/.test(status),
    );
    expect("status", ended.status, "completed");
    expect("products created", ended.products_created, ROWS);
  },
  "the products are listed": async (session) => {
    const page = await call(session, 200, "GET", "/products?per_page=7&page=2");
    expect("total", page.meta.total, ROWS);
    expect("items", page.items.length, 7);
    const [found] = (await call(session, 200, "GET", `/products?ean=${FIRST_EAN}`)).items;
    expect("title", found.title, "Couteau de chef 20 cm");
    session.productId = found.id;
  },
  "a product is read": async (session) => {
    const product = await call(session, 200, "GET", `/products/${session.productId}`);
    expect("ean", product.ean, FIRST_EAN);
    expect("price", product.price, 42.9);
  },
  "the products are searched": async (session) => {
    const { items } = await until(
      () => call(session, 200, "GET", "/products?search=couteau"),
      ({ meta }) => meta.total >= 3,
    );
    expect("first word", items[0].title.split(" ")[0], "Couteau");
  },
  "a synonym finds what the word finds": async (session) => {
    const admin = { ...session, apiKey: "" };
    const bearer = { authorization: `Bearer ${session.token}` };
    const found = () => call(session, 200, "GET", "/search/products?q=eustache");
    expect("before", (await found()).meta.total, 0);
    await call(admin, 200, "PUT", "/settings/search-synonyms", { fr: [["eustache", "couteau"]] }, bearer);
    expect("first word", (await found()).items[0].title.split(" ")[0], "Couteau");
    await call(admin, 200, "PUT", "/settings/search-synonyms", {}, bearer);
  },
  "an export is downloaded": async (session) => {
    const { task_id: id } = await call(session, 202, "POST", "/exports/csv/products", { utf8_bom: false });
    const { state } = await until(
      () => call(session, 200, "GET", `/exports/progress/${id}`),
      (task) => /^(SUCCESS|FAILURE)$/.test(task.state),
    );
    expect("state", state, "SUCCESS");
    const file = await (await send(session, "GET", `/exports/download/${id}`)).text();
    expect("lines", file.trimEnd().split("\r\n").length, ROWS + 1);
  },
  "an export is streamed": async (session) => {
    const response = await send(session, "GET", "/exports/stream/csv/products?include_fields=ean,title&limit=5");
    expect("lines", (await response.text()).trimEnd().split("\r\n").length, 6);
  },
  "a data sheet is recognised on its picture": ({ url, token }) => sheetIsRead(url, token),
  "an image is uploaded, made smaller and served": async (session) => {
    const form = new FormData();
    form.set("file", new File([PICTURE], "red.png"));
    const media = await call(session, 201, "POST", `/products/${session.productId}/media/upload`, form);
    expect("size", [media.width, media.height], [300, 1]);
    expect("thumbnail", media.thumbnail_url, `${media.url}?size=thumb`);
    const thumbnail = new DataView(await (await fetch(session.url + media.thumbnail_url)).arrayBuffer());
    // WebP without loss has its width there, less one. Source: RFC 9649, section 3.4
    expect("width", (thumbnail.getUint16(21, true) & 0x3fff) + 1, 200);
    const served = await (await fetch(session.url + media.url)).arrayBuffer();
    expect("bytes", Buffer.from(served).equals(Buffer.from(PICTURE)), true);
  },
  "a workbook with pictures is made": async (session) => {
    const response = await send(session, "GET", "/products/export/excel?include_images=true&include_stats=true");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect("status", response.status, 200);
    // A ZIP archive, whole: its list of contents names the picture.
    expect("beginning", String.fromCharCode(...bytes.subarray(0, 2)), "PK");
    expect("picture", Buffer.from(bytes).includes("xl/media/image1.png"), true);
  },
  "a change is told to a webhook": (session) => changeIsReported(callOf(session), session.productId),
  "a receiver nobody vouches for gets nothing": (session) => strangerIsRefused(callOf(session)),
  "bad input is refused": async (session) => {
    expect("page", (await call(session, 400, "GET", "/products?page=0")).error.error_code, "INVALID_PARAMETER");
    const { error } = await call(session, 422, "POST", "/products", { price: "x" });
    expect("body", error.error_code, "VALIDATION_FAILED");
    expect("unknown", (await call(session, 404, "GET", "/nowhere")).error.error_code, "NOT_FOUND");
  },
  "the API is described": async (session) => {
    expect("paths", "/api/v1/products" in (await call(session, 200, "GET", "/openapi-public.json")).paths, true);
    expect("documentation", await wrongPages(session.url), "");
  },
};

/** What a service needs for these calls: the receivers of its webhooks are on this machine. */
export const CALLS_ENV = { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };

/** Makes every call against a fresh service; says for each whether it went well. */
export async function* makeCalls(url: string): AsyncGenerator<{ name: string; error: string | undefined }> {
  const session: Session = { url, token: "", apiKey: "", importId: "", mapping: {}, productId: "" };
  for (const [name, make] of Object.entries(CALLS)) {
    const error = await make(session).then(
      () => undefined,
      (reason: unknown) => String(reason),
    );
    yield { name, error };
  }
}
