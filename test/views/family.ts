import { of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const VIEW = { query: { has_images: "false", sort_by: "updated_at" }, columns: ["name", "price"] };

export const views = testFamily({
  seed: {
    make: async ({ tenant }) => {
      // Each tenant has another view.
      const name = `View ${tenant.id}`;
      await tenant.admin.put(`/views/${encodeURIComponent(name)}`, VIEW);
      return { view_name: name };
    },
  },
  examples: [["putSavedView", of({ view_name: "Without a picture" }, VIEW)]],
  sources: { view_name: "{putSavedView.name}" },
  silent: {
    because: "what a user sees of the catalog; nothing of it changes",
    operations: ["putSavedView", "deleteSavedView"],
  },
  lasting: { because: "a user's own, of which there are few", tables: ["saved_view"] },
});
