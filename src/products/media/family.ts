import { answers, family } from "../../runtime/family.ts";
import { makeThumbnailsCall } from "./calls.ts";

export const media = family({
  tags: [{ name: "Product Media", description: "Images of products, and the files themselves." }],
  routes: async () => {
    const { mediaRoutes, publicMediaRoutes } = await import("./routes.ts");
    return [mediaRoutes, publicMediaRoutes];
  },
  mutations: () => Promise.all([import("./change-images.ts")]),
  calls: [
    answers(makeThumbnailsCall, async () => (await import("../../../workers/media/make-thumbnails.ts")).makeThumbnails),
  ],
});
