/** The share of slots that a tenant may have: half, so that the others always have some; at least one. */
export const shareOf = (slots: number): number => Math.max(1, Math.ceil(slots / 2));

/** Counts by tenant; a tenant without work takes no room. */
export class TenantCounts {
  readonly #counts = new Map<string, number>();

  of(tenantId: string): number {
    return this.#counts.get(tenantId) ?? 0;
  }

  /** Whether there is nothing of any other tenant. */
  isOnly(tenantId: string): boolean {
    return this.#counts.size === (this.#counts.has(tenantId) ? 1 : 0);
  }

  add(tenantId: string, count: number): void {
    const sum = this.of(tenantId) + count;
    if (sum > 0) this.#counts.set(tenantId, sum);
    else this.#counts.delete(tenantId);
  }
}
