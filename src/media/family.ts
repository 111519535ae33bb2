import { family } from "../runtime/family.ts";

export const media = family({
  routes: async () => {
    const { mediaRoutes, publicMediaRoutes } = await import("./routes.ts");
    return [mediaRoutes, publicMediaRoutes];
  },
  mutations: () => Promise.all([import("./add-image.ts"), import("./change-images.ts")]),
});
