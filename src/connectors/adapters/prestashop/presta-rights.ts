import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, basicAuth } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";

/** Where an owner gives a key its rights. */
export const WHERE = "Advanced Parameters, Webservice, the key, Permissions";

/** Methods in lower case, by resource. */
export type Rights = ReadonlyMap<string, ReadonlySet<string>>;

/** What the key may do, as the first page of the webservice says. */
function rightsIn(xml: string): Rights {
  const resources = xml.matchAll(/<([a-z_]+) [^>]*?\bget="(?:true|false)"[^>]*>/g);
  const rights = new Map<string, ReadonlySet<string>>();
  for (const [tag, name = ""] of resources) {
    if (name === "description" || rights.has(name)) continue;
    rights.set(name, new Set([...tag.matchAll(/\b([a-z]+)="true"/g)].map(([, method = ""]) => method)));
  }
  return rights;
}

/** What a key lacks of a resource, as an owner ticks it; `undefined`: nothing. */
export function lacking(rights: Rights, resource: string, methods: readonly string[]): string | undefined {
  const missing = methods.filter((method) => !rights.get(resource)?.has(method));
  return missing.length === 0 ? undefined : `${missing.join(", ").toUpperCase()} of ${resource}`;
}

/** The same, read once in a run. */
export const rightsOf = (api: Api): Promise<Rights> => api.once("prestashop rights", () => readRights(api));

export async function readRights(api: Api): Promise<Rights> {
  const { shop_url: shop, api_key: key = "" } = api.credentials;
  const answer = await api.request(
    { method: "GET", url: `${baseOf(shop)}/api/`, headers: { authorization: basicAuth(key, "") } },
    (status) => status < 500 && status !== 429,
  );
  if (answer.status === 401) {
    throw new PlatformError(
      "credentials",
      "The shop refuses the key (401): it is copied whole (32 characters), its Status is Enabled, and Enable PrestaShop's webservice is Yes.",
    );
  }
  if (answer.text.includes("<prestashop")) return rightsIn(answer.text);
  throw new PlatformError(
    "credentials",
    `There is no webservice at ${baseOf(shop)}/api/ (${answer.status}): give the address of the shop itself, without the folder of the back office, and set Enable PrestaShop's webservice to Yes.`,
  );
}
