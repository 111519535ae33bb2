import type { Api } from "../requests/platform-api.ts";

/** A webhook as a platform has it. */
export interface ShopWebhook {
  id: string;
  /** As its deliveries name it. */
  topic: string;
  /** Where it sends to. */
  address: string;
}

/** A key of a platform's own by which its webhooks are signed. */
export interface PublicKey {
  pem: string;
  /** As the platform names it. */
  digest: string;
}

/** What became of a webhook that was to be registered. */
export type RegisteredWebhook = { topic: string } & ({ id: string } | { error: string });

/** How webhooks of a platform are registered. */
export interface WebhookRegistry {
  list(api: Api): Promise<ShopWebhook[]>;
  /** Makes a webhook for each topic; one with an id is changed, and sends again where it was switched off. */
  put(
    api: Api,
    wanted: readonly { topic: string; id: string | null }[],
    to: { address: string; secret: string },
  ): Promise<RegisteredWebhook[]>;
  remove(api: Api, ids: readonly string[]): Promise<void>;
}

const isWebAddress = (url: string) => /^https?:\/\//.test(url) && URL.canParse(url);

/** The address at which platforms reach this service, without a slash at its end; `null`: none is set. */
export function publicOrigin({ apiUrl, publicUrl }: { apiUrl: string | undefined; publicUrl: string | undefined }) {
  const address = [apiUrl, publicUrl].find((each) => each !== undefined && isWebAddress(each));
  return address?.replace(/\/+$/, "") ?? null;
}
