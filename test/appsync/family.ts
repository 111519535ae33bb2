import { newEan } from "../products/given.ts";
import { testFamily } from "../sweeps/test-families.ts";

export const appsync = testFamily({
  behind: ["products"],
  /** A product that an ERP has synchronised. */
  seed: {
    shared: { timestamp: "1" },
    make: async ({ tenant, canary }) => {
      const reference = `ERP-${newEan()}`;
      const item = { reference, ean: newEan(), name: `Synced ${canary}`, brand: `Synced brand ${canary}` };
      await tenant.post("/appsync/products/sync", [item]);
      return { ref: reference };
    },
    bodies: () => ({
      // The EAN of a body must be that of the path.
      putExtProduct: { name: "Replaced" },
      updateExtProduct: { name: "Changed" },
      // No two products share a reference or code.
      updateSyncProduct: { name: "Changed" },
    }),
  },
});
