import { family, runs } from "../../runtime/family.ts";

export const brands = family({
  tags: [{ name: "Brands", description: "Who makes products." }],
  routes: async () => [(await import("./routes.ts")).erpRoutes, (await import("./routes.ts")).brandRoutes],
  mutations: () => Promise.all([import("./brand.ts"), import("./import-from-erp.ts"), import("./merge-brands.ts")]),
  expansions: { brand: async () => (await import("./brand.ts")).brandsById },
  jobs: {
    "brands.import-from-erp": runs(
      async () => (await import("../../../workers/brands/import-from-erp.ts")).importFromErp,
    ),
  },
});

declare module "../../../db/jobs/kinds.ts" {
  interface JobKinds {
    "brands.import-from-erp": { payload: Record<string, never>; checkpoint: never };
  }
}
