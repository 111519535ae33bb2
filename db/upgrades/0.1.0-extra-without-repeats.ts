import type { Upgrade } from "./upgrade.ts";

const ROWS = "row_id > :after and row_id <= :upTo";
const setTrue = (name: string) => `update product set extra = json_set(extra, '$.${name}', json('true'))`;

/**
 * What `extra` holds of other columns is `true` there: lists of images that have only the primary one, and slugs made of the
 * title. Slugs of titles with signs stay as they are until their product changes: both forms are read.
 */
export const extraWithoutRepeats: Upgrade = {
  name: "slugs and single images of products stored once",
  sql: "",
  fill: {
    table: "product",
    key: "row_id",
    run: `${setTrue("image_urls")} where ${ROWS} and extra -> '$.image_urls' = json_array(image_url);
      ${setTrue("url_slug")} where ${ROWS} and extra ->> '$.url_slug' = replace(title_key, ' ', '-')
        and title_key not glob '*[^a-z0-9 ]*' and length(title_key) <= 255
        and title_key not like '%  %' and title_key = trim(title_key)`,
  },
};
