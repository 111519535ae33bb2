import { Type } from "@sinclair/typebox";
import { idParams, nameOf, orNull, Time, Uuid } from "../http/input/fields.ts";
import { oneOf } from "../http/input/one-of.ts";
import { CONTENT_OPTIONS } from "./content-schema.ts";
import { CAPABILITIES } from "./engine/define-platform.ts";
import { PLATFORM_IDS } from "./engine/platforms.ts";
import { PULL_FIELDS } from "./engine/pull/pull-fields.ts";
import { ScheduledPulls } from "./engine/pull/scheduled-pulls.ts";
import { AUTO_PUSH } from "./engine/push/live.ts";
import { OFFER_OPTIONS } from "./offer-options.ts";
import { SyncJobs } from "./sync-job.ts";

const CATEGORIES = ["e-commerce", "marketplace", "enterprise"] as const;

export const PlatformQuery = Type.Object({
  tier: Type.Optional(Type.Integer({ minimum: 1, maximum: 4, description: "Only platforms of this tier." })),
  category: Type.Optional(
    Type.String({
      maxLength: 50,
      description: "Only platforms of this category: e-commerce, marketplace or enterprise.",
    }),
  ),
});
export const PlatformParams = Type.Object({
  platform_id: Type.String({ maxLength: 50, description: "Id of the platform.", examples: ["shopify"] }),
});
export const GuideQuery = Type.Object({
  format: Type.Optional(oneOf(["markdown", "html"], { description: "Format of the guide.", default: "markdown" })),
});

const PLATFORM = {
  id: Type.String({ examples: ["shopify"] }),
  name: Type.String({ examples: ["Shopify"] }),
  tier: Type.Integer({ description: "1 (high), 2 (medium), 3 (French market), 4 (more)." }),
  category: oneOf(CATEGORIES),
  auth_type: Type.String(),
  capabilities: Type.Array(oneOf(CAPABILITIES)),
  description: Type.String(),
  logo_path: Type.String(),
  webhook_path: Type.String({ description: "Where it sends its webhooks; empty where it sends none." }),
  is_marketplace: Type.Boolean(),
};
export const PlatformList = Type.Array(Type.Object(PLATFORM));
export const PlatformDetail = Type.Object({
  ...PLATFORM,
  config_schema: Type.Record(Type.String(), Type.Unknown(), { description: "JSON Schema of the credentials." }),
});
export const FieldMap = Type.Object({
  platform_id: Type.String(),
  platform_name: Type.String(),
  mappings: Type.Array(
    Type.Object({
      source_field: Type.String(),
      target_field: Type.String(),
      required: Type.Boolean(),
      direction: oneOf(["both", "push", "pull"]),
      transform: orNull(Type.String()),
    }),
  ),
});
export const Guide = Type.Object({
  platform_id: Type.String(),
  format: oneOf(["markdown", "html"]),
  title: Type.String(),
  content: Type.String(),
});

const Free = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown());
const Name = nameOf(100, "Name of the connector; several may have the same.");
const Description = orNull(Type.String({ maxLength: 2_000 }), "What it is for.");
const Credentials = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), {
  description: "As the platform's `config_schema` says. Stored encrypted, never shown.",
  examples: [{ store_url: "https://shop.example.com", consumer_key: "ck_1", consumer_secret: "cs_1" }],
});
const SyncOptions = Type.Object(
  {
    auto_push: Type.Optional(
      Type.Array(oneOf(AUTO_PUSH), { maxItems: AUTO_PUSH.length, description: "What is pushed when it changes." }),
    ),
    existing_products: Type.Optional(
      oneOf(["link", "skip"], {
        description:
          "What becomes of a product whose SKU or EAN the shop has already, in a product that this connector did not make: it is linked and changed, or left alone with an error. Marketplaces know offers by their SKU alone, and always link.",
        default: "link",
      }),
    ),
    ...OFFER_OPTIONS,
    pull_fields: Type.Optional(
      Type.Array(oneOf(PULL_FIELDS), {
        maxItems: PULL_FIELDS.length,
        description: "Names of fields that pulls and webhooks may change; absent: all that they report.",
      }),
    ),
    ...CONTENT_OPTIONS,
    scheduled_pulls: Type.Optional(ScheduledPulls),
    pull_images: Type.Optional(
      Type.Boolean({ description: "Whether a pull fetches the first image of products that have none here." }),
    ),
  },
  {
    additionalProperties: Type.Unknown(),
    description:
      "`auto_push`: what is pushed by itself when it changes. `existing_products`: whether products that the shop has already are linked. `pull_fields`: names of fields that pulls and webhooks may change. `push_fields`: names of fields that pushes send. `field_map`: own rules for fields of the platform. `categories`: whether products are put into its categories. `language`, `languages`, `entity_id`: whose texts are sent, and in which languages. `scheduled_pulls`: pulls that run by themselves. `when_removed`: what becomes of products that are no longer sold here. `pull_images`: a pull fetches the first image of products that have none here. `create_missing`: webhooks may create products.",
    examples: [{ auto_push: ["stock", "prices"], create_missing: false }],
  },
);

export const ConnectorCreate = Type.Object({
  platform_id: Type.String({
    maxLength: 50,
    description: `One of ${PLATFORM_IDS.join(", ")}.`,
    examples: ["woocommerce"],
  }),
  name: Name,
  description: Type.Optional(Description),
  credentials: Type.Optional(Credentials),
  sync_options: Type.Optional(SyncOptions),
});
export const ConnectorPatch = Type.Object({
  name: Type.Optional(Name),
  description: Type.Optional(Description),
  credentials: Type.Optional({ ...Credentials, description: "Replaces all that are stored." }),
  sync_options: Type.Optional({ ...SyncOptions, description: "Replaces all that are stored." }),
  is_active: Type.Optional(Type.Boolean({ description: "Whether it may be synchronised." })),
});
export const ConnectorParams = idParams({ connector_id: "connector" });

export const STATUS = oneOf(["pending", "active", "error"]);
export const ConnectorBody = Type.Object({
  id: Uuid,
  platform_id: Type.String(),
  name: Type.String(),
  description: orNull(Type.String()),
  sync_options: Free,
  is_active: Type.Boolean(),
  status: STATUS,
  status_message: orNull(Type.String()),
  last_tested_at: orNull(Time),
  last_sync_at: orNull(Time),
  created_at: Time,
  api: orNull(
    Type.Object({
      version: Type.String({ description: "Version of the platform's API that the connector speaks." }),
      ends_on: orNull(Type.String({ description: "From when the platform need not serve it; null: not announced." })),
      warning: orNull(Type.String({ description: "Said from 90 days before the end." })),
    }),
  ),
});
export const ConnectorList = Type.Array(ConnectorBody);
export const SyncJobDetail = Type.Object({
  ...SyncJobs.Body.properties,
  products: Type.Array(
    Type.Object({
      product_id: orNull(Type.String()),
      sku: orNull(Type.String()),
      external_id: orNull(Type.String()),
      result: oneOf(["linked", "error", "noted"]),
      message: Type.String(),
    }),
    {
      description:
        "Products that were linked to ones which the platform had, those that failed, and what was sent otherwise than it is here (`noted`): the first 500.",
    },
  ),
});
export const SyncJobList = Type.Array(SyncJobs.Body);
export const SyncJobParams = idParams({ connector_id: "connector", job_id: "synchronisation" });
export const JobsQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: 20, description: "Maximum number to return, newest first." }),
  ),
});
export const StatusQuery = Type.Object({
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: "Maximum number of connectors." }),
  ),
});
export const SyncStatus = Type.Array(
  Type.Object({
    id: Uuid,
    platform_id: Type.String(),
    name: Type.String(),
    is_active: Type.Boolean(),
    status: STATUS,
    last_sync_at: orNull(Time),
    last_job: orNull(Type.Pick(SyncJobs.Body, ["id", "job_type", "status", "total", "pushed", "errors", "skipped"])),
  }),
);

const Since = Type.String({
  format: "date-time",
  maxLength: 40,
  description: "Only products that have changed since.",
  examples: ["2026-11-21T10:00:00Z"],
});
export const PushProducts = Type.Object({
  product_ids: Type.Optional(
    Type.Array(Uuid, { minItems: 1, maxItems: 10_000, description: "Only these products; absent: the whole catalog." }),
  ),
  filters: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), {
      description:
        "Only live products that these filters select, as lists take them; `{}` all. An unknown filter is refused.",
      examples: [{ brand_id: ["019aa5f3-6d2e-7c41-9f0a-3b1c5d7e9f01"], in_stock: true }],
    }),
  ),
  since_timestamp: Type.Optional(Since),
  force: Type.Optional(
    Type.Boolean({ description: "Whether what has not changed since it was sent goes again.", default: false }),
  ),
});
export const PushStock = Type.Object({
  force: Type.Optional(
    Type.Boolean({
      description:
        "Whether each level is replaced by ours, also where nothing has changed here: what was sold there and not reported yet comes back.",
      default: false,
    }),
  ),
});
export const PullProducts = Type.Object({ since_timestamp: Type.Optional(Since) });
export const PullOrders = Type.Object({
  since_timestamp: Type.Optional(
    Type.String({
      format: "date-time",
      description:
        "Only orders that have changed since. Absent: since the last pull of orders, the first time since the connector was made.",
      examples: ["2026-11-24T00:00:00Z"],
    }),
  ),
});
export const SyncAccepted = Type.Object(
  {
    success: Type.Literal(true),
    status: Type.Literal("processing"),
    message: Type.String(),
    job_id: Uuid,
  },
  { title: "SyncAccepted" },
);
export const Received = Type.Object(
  {
    status: oneOf(["accepted", "duplicate", "ignored"]),
    job_id: Type.Optional(Uuid),
  },
  { title: "ReceivedCall" },
);
