import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const PATH = { profile_id: "{createExportProfile.id}" };
const FEED = { feed_id: "{createExportFeed.id}" };
const PROFILE = { name: "Web shop", columns: [{ name: "SKU", field: "reference" }] };

export const exports = testFamily({
  seed: {
    make: async ({ tenant, canary }) => {
      const profile = await tenant.post("/exports/profiles", { ...PROFILE, name: `Profile ${canary}` });
      const feed = await tenant.post("/exports/feeds", { name: `Feed ${canary}`, feed_type: "xml" });
      return { profile_id: profile.body.id, feed_id: feed.body.id, feed_file: `${feed.body.token}.xml` };
    },
    bodies: () => ({
      createExportProfile: PROFILE,
      createExportFeed: {
        name: "Google",
        feed_type: "google_shopping_xml",
        product_url: "https://shop.example/{reference}",
      },
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
      "createExportFeed",
      "putExportFeed",
      "updateExportFeed",
      "deleteExportFeed",
      "rotateExportFeedUrl",
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
    [
      "createExportFeed",
      body({
        name: "Google Shopping France",
        feed_type: "google_shopping_xml",
        product_url: "https://shop.example/p/{url_slug}",
        shop_name: "Our shop",
        shop_url: "https://shop.example",
      }),
    ],
    ["putExportFeed", of(FEED, { refresh_minutes: 240 })],
    ["updateExportFeed", of(FEED, { columns: [{ name: "shipping", value: "FR:::4.90 EUR" }] })],
    ["rotateExportFeedUrl", of(FEED)],
    ["previewUnsavedExportProfile", body({ columns: [{ name: "SKU", field: "reference" }] })],
  ],
  unique: { createExportProfile: ["body/name"], createExportFeed: ["body/name"] },
  sources: {
    profile_id: "{createExportProfile.id}",
    feed_id: "{createExportFeed.id}",
    feed_file: "{rotateExportFeedUrl.token}",
  },
});
