import { providerSetting } from "../doubles/chat-provider.ts";

/** Sends JSON or a form; answers with the status and what was said. */
export async function send(url: string, headers: Record<string, string>, method: string, path: string, body?: object) {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { "content-type": "application/json" }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  return { status: response.status, text, json: (text.startsWith("{") ? JSON.parse(text) : undefined) as any };
}

export type Api = (method: string, path: string, body?: object) => ReturnType<typeof send>;
/** What a tenant that names hostile servers has. */
export interface Named {
  api: Api;
  product: string;
  /** A web server that treats everybody so. */
  url: string;
  host: { host: string; port: number; username: string; password: string };
}

export const made = async (api: Api, path: string, body: object): Promise<string> => {
  const { status, text, json } = await api("POST", path, body);
  if (status !== 201) throw new Error(`${path} answered ${status}: ${text}`);
  return json.id;
};
const shop = ({ api, url }: Named) =>
  made(api, "/connectors", {
    platform_id: "woocommerce",
    name: `Shop at ${url}`,
    credentials: { store_url: url, consumer_key: "k", consumer_secret: "s" },
  });
const synchronise = (operation: string) => async (named: Named) =>
  named.api("POST", `/connectors/${await shop(named)}/sync/${operation}`, {});
const platform = (platform_type: string, config: (named: Named) => object) => (named: Named) =>
  named.api("POST", "/exports/platforms/test", { platform_type, config: config(named) });
const setting = (name: string, value: (named: Named) => object) => async (named: Named) => {
  const { status, text } = await named.api("PUT", `/settings/${name}`, { enabled: true, ...value(named) });
  if (status > 299) throw new Error(`${name} answered ${status}: ${text}`);
};

/** What a request waits for. */
export const CALLS: Record<string, (named: Named) => Promise<{ status: number; text: string }>> = {
  ai: async (named) => {
    await setting("ai-provider", ({ url }) => providerSetting(`${url}/v1`, { timeout_seconds: 2 }))(named);
    return named.api("POST", "/enrichment/prompts/builtin-seo-en/execute", { product_id: named.product });
  },
  webhook: async ({ api, url }) => {
    const id = await made(api, "/webhooks", {
      name: "W",
      url,
      events: ["product.deleted"],
      secret: "s",
      timeout_seconds: 2,
    });
    return api("POST", `/webhooks/${id}/test`);
  },
  shop: async (named) => named.api("POST", `/connectors/${await shop(named)}/test`),
  webdav: platform("webdav", ({ url }) => ({ base_url: url, username: "u", password: "p" })),
  s3: platform("s3", ({ url }) => ({
    endpoint: url,
    bucket: "partner",
    region: "us-east-1",
    access_key: "k",
    secret_key: "s",
  })),
  ftp: platform("ftp", ({ host }) => ({ ...host, secure: false })),
  sftp: platform("sftp", ({ host }) => host),
  "web search": async (named) => {
    await setting("web-search", ({ url }) => ({ provider: "searxng", base_url: url }))(named);
    return named.api("POST", `/enrichment/web/products/${named.product}/run`, { skip_phase_b: false });
  },
  "price page": ({ api, product }) => api("POST", `/prices/check/${product}`),
};

/** What is answered at once, and done by jobs: see `KINDS`. */
export const JOBS: Record<string, (named: Named) => Promise<{ status: number; text: string }>> = {
  push: synchronise("push-products"),
  pull: synchronise("pull-products"),
  "import from an address": ({ api, url }) => api("POST", "/imports/upload-from-url", { url: `${url}/list.csv` }),
  "import over FTP": ({ api, host }) => api("POST", "/imports/import/ftp", host),
  "import over SFTP": ({ api, host }) => api("POST", "/imports/import/sftp", host),
  "import of a mail": ({ api, host: { host, port } }) =>
    api("POST", "/imports/import/email", {
      imap_host: host,
      imap_port: port,
      email: "u",
      password: "p",
      security: "none",
    }),
  brands: async (named) => {
    await setting("erp", ({ url }) => ({ base_url: url, api_key: "erp-key-123" }))(named);
    return named.api("POST", "/brands/import-from-erp");
  },
  translations: async (named) => {
    await setting("translator", ({ url }) => ({ provider: "libretranslate", base_url: url }))(named);
    const request = { languages: ["es"], provider: "translator", fields: ["title"] };
    return named.api("POST", "/enrichment/translate/batch", request);
  },
  vectors: async (named) => {
    await setting("search-vector", ({ url }) => ({ base_url: url, model: "m", dimensions: 7, api_key: "k" }))(named);
    return named.api("POST", "/products", { name: `Lamp at ${named.url}` });
  },
  mail: async (named) => {
    const { host, port, username, password } = named.host;
    const from = { from_address: "a@example.com" };
    await setting("smtp", () => ({ host, port, username, password, security: "none", ...from }))(named);
    return named.api("POST", "/settings/users/invite", { email: `p${port}@example.com`, role: "viewer" });
  },
  images: async ({ api, url }) => {
    const file = new FormData();
    file.set("file", new Blob([`sku,name,image_url\nI${url.slice(-5)},Lamp,${url}/lamp.png\n`]), "images.csv");
    const { json } = await api("POST", "/imports/upload", file);
    await api("POST", `/imports/${json.id}/save-mapping`, {
      column_mapping: { sku: "sku", name: "name", image_url: "image_urls" },
      import_options: { fetch_images: true },
    });
    return api("POST", `/imports/${json.id}/start-processing`);
  },
};

/** The kinds of these jobs, each as often as it is begun. */
export const KINDS = [
  "brands.import-from-erp",
  "connectors.sync",
  "connectors.sync",
  "imports.fetch",
  "imports.fetch",
  "imports.fetch",
  "imports.fetch",
  "imports.fetch-images",
  "mail.send",
  "search.embed",
  "translation.batch",
];
