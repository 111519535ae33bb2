import type { Receiver } from "../../../db/connectors/receivers.ts";
import type { Services } from "../../runtime/services.ts";
import { publicKeyCall } from "../calls.ts";
import type { PublicKey } from "../engine/shop/shop-webhook.ts";

/** As long as platforms ask for; one that was not found is looked for again soon. */
const KEPT_MS = 60 * 60_000;
const MISSED_MS = 60_000;
const KEYS_MAX = 100;

interface Known {
  key: Promise<PublicKey | undefined>;
  endsAtMs: number;
}

/** Keys of platforms that sign their webhooks, each fetched once an hour with the credentials of a connector that got one. */
export class PublicKeys {
  readonly #services: Services;
  /** By platform and id; what one connector did not get by the connector, too. The latest last. */
  readonly #known = new Map<string, Known>();

  constructor(services: Services) {
    this.#services = services;
  }

  async of(platformId: string, receiver: Receiver, keyId: string): Promise<PublicKey | undefined> {
    const name = `${platformId} ${keyId}`;
    const own = `${name} ${receiver.id}`;
    const known = this.#find(name) ?? this.#find(own);
    if (known) return known.key;
    const fetched = this.#fetch(receiver, keyId);
    this.#keep(own, fetched, MISSED_MS);
    const key = await fetched;
    if (key) this.#keep(name, fetched, KEPT_MS);
    return key;
  }

  #find(name: string): Known | undefined {
    const known = this.#known.get(name);
    return known && known.endsAtMs > this.#services.now() ? known : undefined;
  }

  #keep(name: string, key: Known["key"], forMs: number): void {
    this.#known.delete(name);
    this.#known.set(name, { key, endsAtMs: this.#services.now() + forMs });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEYS_MAX) return;
      this.#known.delete(oldest);
    }
  }

  async #fetch({ tenantId, id }: Receiver, keyId: string): Promise<PublicKey | undefined> {
    return (await this.#services.call(publicKeyCall, tenantId, { id, keyId })).key ?? undefined;
  }
}
