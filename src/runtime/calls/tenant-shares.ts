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

/** Places of which a caller takes one for as long as it has something open. */
export interface Places {
  /** Takes one; the result gives it back. Throws when none is free, or the tenant has as many as it may. */
  enter(tenantId: string): () => void;
}

/** Counts the places that are taken. `refusal`: what is thrown; `isOwn`: the tenant's own limit is reached. */
export function countPlaces(
  { ofTenant, ofAll }: { ofTenant: number; ofAll: number },
  refusal: (isOwn: boolean) => Error,
): Places {
  const ofTenants = new TenantCounts();
  let all = 0;
  return {
    enter: (tenantId) => {
      const isOwn = ofTenants.of(tenantId) >= ofTenant;
      if (isOwn || all >= ofAll) throw refusal(isOwn);
      all++;
      ofTenants.add(tenantId, 1);
      let isTaken = true;
      return () => {
        if (!isTaken) return;
        isTaken = false;
        all--;
        ofTenants.add(tenantId, -1);
      };
    },
  };
}
