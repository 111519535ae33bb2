import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const PATH = { profile_id: "{createExportProfile.id}" };
const PROFILE = { name: "Web shop", columns: [{ name: "SKU", field: "reference" }] };

export const exports = testFamily({
  seed: {
    make: async ({ tenant, canary }) => {
      const profile = await tenant.post("/exports/profiles", { ...PROFILE, name: `Profile ${canary}` });
      return { profile_id: profile.body.id };
    },
    bodies: () => ({
      createExportProfile: PROFILE,
      previewUnsavedExportProfile: { columns: PROFILE.columns },
    }),
  },
  silent: {
    because: "S36: exports tell of nothing",
    operations: [
      "createExportProfile",
      "putExportProfile",
      "updateExportProfile",
      "deleteExportProfile",
      "previewUnsavedExportProfile",
    ],
  },
  examples: [
    [
      "createExportProfile",
      body({
        name: "Web shop, English",
        columns: [
          { name: "SKU", field: "reference" },
          { name: "Title", template: "{brand} {title@en}[ - {color}]", max_length: 150 },
          { name: "Price", field: "price", channel: "web" },
          { name: "image", field: "images", count: 3 },
        ],
        filters: { is_active: true },
        variants: "flat",
      }),
    ],
    ["putExportProfile", of(PATH, { sort_by: "title" })],
    ["updateExportProfile", of(PATH, { description: "For the web shop" })],
    ["previewUnsavedExportProfile", body({ columns: [{ name: "SKU", field: "reference" }] })],
  ],
  sources: { profile_id: "{createExportProfile.id}" },
});
