/** A webhook as a platform has it. */
export interface ShopWebhook {
  id: string;
  /** As its deliveries name it. */
  topic: string;
  /** Where it sends to. */
  address: string;
}

/** What became of a webhook that was to be registered. */
export type RegisteredWebhook = { topic: string } & ({ id: string } | { error: string });
