import { Type } from "@sinclair/typebox";
import { type ColumnType, jsonColumn, TEXT, TEXT_OR_NULL } from "../../../db/table.ts";
import { orNull } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flagField, hiddenField, jsonField, nameField, numberField, sentOnce } from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { nameKey } from "../../text/name-key.ts";
import { FieldMappings, type Mappings } from "./mappings.ts";
import { PLATFORM_TYPES, type PlatformType, TYPE_ALIASES } from "./platform-types.ts";

const TypeName = oneOf([...PLATFORM_TYPES, ...Object.keys(TYPE_ALIASES)] as readonly PlatformType[], {
  description:
    "`cloud_drive` (WebDAV), `object_store_a` (S3), `object_store_b` (Google Cloud Storage), `ftp` or `sftp`. `webdav`, `nextcloud`, `s3`, `minio` and `gcs` are other names for them.",
  examples: ["sftp"],
});
const whole = (minimum: number, maximum: number, description: string) =>
  Type.Integer({ minimum, maximum, description });

const PROFILE = "Export profile that decides what is sent of a product, in place of `field_mappings`; null: none.";

/** A folder on somebody's server to which products are sent. Its configuration is stored separately, encrypted. */
export const Platform = record({
  table: "export_platform",
  noun: "export_platform",
  key: "platform",
  fields: {
    name: nameField(200, "Name of the platform.", { example: "Partner's folder" }),
    platform_type: sentOnce({
      input: TypeName,
      output: oneOf(PLATFORM_TYPES),
      // The table's check leaves no other word in this column.
      column: TEXT as ColumnType<PlatformType>,
      normalize: (type: PlatformType) => TYPE_ALIASES[type] ?? type,
    }),
    field_mappings: jsonField<Mappings>(FieldMappings, {}),
    profile_id: {
      input: orNull(Type.String({ format: "uuid" }), PROFILE),
      output: orNull(Type.String(), PROFILE),
      column: TEXT_OR_NULL,
      initial: null,
    },
    is_active: flagField(false, "Whether products are sent to it. Default false."),
    rate_limit_per_second: numberField(whole(1, 100, "Files a second at most, over all jobs. Default 2."), 2),
    retry_on_error: flagField(true, "Whether a file that failed is sent again. Default true."),
    max_retries: numberField(whole(0, 10, "How often, after 1, 2, 4, … seconds. Default 3."), 3),
    missing: hiddenField(jsonColumn<string[]>(), []),
  },
  expands: { profile: "export_profile" },
  derived: { name_key: TEXT },
  derive: ({ name }) => ({ name_key: nameKey(name) }),
});
export type PlatformRow = ReturnType<typeof Platform.blank>;

/** Where the configuration of a platform is stored. */
export const placeOf = (platformId: string): string => `export-platforms/${platformId}`;
export const CONFIG_FIELD = "config";
