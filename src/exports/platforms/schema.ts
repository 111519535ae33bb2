import { Type } from "@sinclair/typebox";
import { ITEM_STATUSES } from "../../../db/export-platforms/items.ts";
import { idParams, orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPageOf, PageQuery } from "../../http/input/page.ts";
import { JOB_STATUSES } from "./export-job.ts";
import { ExportItems } from "./job-body.ts";
import { Platform } from "./platform.ts";
import { PLATFORM_TYPES } from "./platform-types.ts";

const IDS_MAX = 10_000;

const Config = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  maxProperties: 50,
  description:
    "`cloud_drive`: base_url, username, password, folder. `object_store_a`: bucket, access_key, secret_key, endpoint, region, folder, path_style; `object_store_b` the same. `ftp`: host, port, username, password, secure, folder. `sftp`: host, port, username, password or private_key with passphrase, host_fingerprint, folder. Encrypted; secrets read back as `********`, which keeps them when it is sent.",
  examples: [{ host: "sftp.example.com", username: "shop", password: "8f2kd-secret", folder: "in" }],
});
const ConfigShown = Type.Record(Type.String(), Type.Unknown(), { description: "Secrets are `********`." });

/** What a platform is made of, and what of it can be changed. */
export const PlatformCreate = Type.Object({ ...Platform.Create.properties, config: Type.Optional(Config) });
export const PlatformUpdate = Type.Object({ ...Platform.Update.properties, config: Type.Optional(Config) });

const figures = {
  total_exports: Type.Integer({ minimum: 0, description: "Finished jobs." }),
  success_rate: orNull(Type.Number(), "Percentage of the products that arrived; null before the first job."),
};
/** A platform without its configuration. */
export const PlatformSummary = Type.Object({ ...Platform.Body.properties, ...figures });
export const PlatformBody = Type.Object({ ...Platform.Body.properties, config: ConfigShown, ...figures });
export const PlatformPage = flatPageOf(PlatformSummary);
export const PlatformParams = idParams({ platform_id: "export platform" });
export const PlatformQuery = Type.Object({
  ...PageQuery.properties,
  platform_type: Type.Optional(oneOf(PLATFORM_TYPES, { description: "Only this type." })),
  is_active: Type.Optional(Type.Boolean({ description: "Only active or only inactive ones." })),
  search: Type.Optional(Type.String({ maxLength: 200, description: "Part of the name, ignoring case and accents." })),
});

export const Switch = Type.Object({ is_active: Type.Boolean({ description: "Whether products are sent to it." }) });
export const UnsavedTest = Type.Object({
  platform_type: Platform.Create.properties["platform_type"] ?? Type.Never(),
  config: Config,
});
export const TestResult = Type.Object({
  success: Type.Boolean(),
  error_message: orNull(Type.String(), "Null on success."),
});
export const OneProduct = Type.Object({ product_id: Uuid }, { title: "OneProduct" });
export const SingleSent = Type.Object({
  success: Type.Boolean(),
  job_id: Uuid,
  platform_id: Uuid,
  product_id: Uuid,
  external_id: orNull(Type.String(), "Path of the file on the server; null if it did not arrive."),
  error_message: orNull(Type.String(), "Null on success."),
});
export const BulkCreate = Type.Object({
  product_ids: Type.Array(Uuid, { minItems: 1, maxItems: IDS_MAX, description: "Duplicates count once." }),
  job_metadata: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description: "Anything; the job shows it.",
      examples: [{ campaign: "spring" }],
    }),
  ),
});
export const Preview = Type.Object({
  platform_id: Uuid,
  product_id: Uuid,
  payload: Type.Record(Type.String(), Type.Unknown(), { description: "What would be sent." }),
  target: Type.String({ description: "Path of the file on the server.", examples: ["in/3760012345678.json"] }),
});

/** What restricts the list of jobs. */
export const JOB_FILTERS = {
  platform_id: Type.String({ format: "uuid", description: "Only jobs of this platform." }),
  status: oneOf(JOB_STATUSES, { description: "Only jobs of this status." }),
};
export const JobStats = Type.Object({
  total: Type.Integer({ minimum: 0 }),
  by_status: Type.Object(Object.fromEntries(JOB_STATUSES.map((status) => [status, Type.Integer({ minimum: 0 })]))),
  total_items: Type.Integer({ minimum: 0 }),
  success_items: Type.Integer({ minimum: 0 }),
  failed_items: Type.Integer({ minimum: 0 }),
  success_rate: Type.Number({ description: "Percentage of the products that arrived; 0 before the first." }),
});

const Item = ExportItems.expanding({ product: "product" });
export const ItemPage = flatPageOf(Item);
export const ItemQuery = Type.Object({
  ...PageQuery.properties,
  status: Type.Optional(oneOf(ITEM_STATUSES, { description: "Only items of this status." })),
});
