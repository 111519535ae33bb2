import { aiVocabulary } from "./ai/vocabulary.ts";
import { apiKeysVocabulary } from "./api-keys/vocabulary.ts";
import { appsyncVocabulary } from "./appsync/vocabulary.ts";
import { authVocabulary } from "./auth/vocabulary.ts";
import { brandsVocabulary } from "./brands/vocabulary.ts";
import { categoriesVocabulary } from "./categories/vocabulary.ts";
import { complianceVocabulary } from "./compliance/vocabulary.ts";
import { connectorsVocabulary } from "./connectors/vocabulary.ts";
import { contentVocabulary } from "./content/vocabulary.ts";
import { eanAsinVocabulary } from "./ean-asin/vocabulary.ts";
import { eanLookupVocabulary } from "./ean-lookup/vocabulary.ts";
import { enrichmentVocabulary } from "./enrichment/vocabulary.ts";
import { entitiesVocabulary } from "./entities/vocabulary.ts";
import { exportPlatformsVocabulary } from "./export-platforms/vocabulary.ts";
import { exportsVocabulary } from "./exports/vocabulary.ts";
import { importConfigsVocabulary } from "./import-configs/vocabulary.ts";
import { importsVocabulary } from "./imports/vocabulary.ts";
import { mailVocabulary } from "./mail/vocabulary.ts";
import { mappingTemplatesVocabulary } from "./mapping-templates/vocabulary.ts";
import { priceAlertsVocabulary } from "./price-alerts/vocabulary.ts";
import { priceMonitorVocabulary } from "./price-monitor/vocabulary.ts";
import { pricingVocabulary } from "./pricing/vocabulary.ts";
import { productsVocabulary } from "./products/vocabulary.ts";
import { workflowVocabulary } from "./products/workflow/vocabulary.ts";
import { promptsVocabulary } from "./prompts/vocabulary.ts";
import { repricingVocabulary } from "./repricing/vocabulary.ts";
import { resourceVocabulary } from "./resource/vocabulary.ts";
import type { DeclaredError, Text, Vocabulary } from "./runtime/vocabulary.ts";
import { schedulesVocabulary } from "./schedules/vocabulary.ts";
import { searchVocabulary } from "./search/vocabulary.ts";
import { secretsVocabulary } from "./secrets/vocabulary.ts";
import { settingsVocabulary } from "./settings/vocabulary.ts";
import { stockVocabulary } from "./stock/vocabulary.ts";
import { suppliersVocabulary } from "./suppliers/vocabulary.ts";
import { tagsVocabulary } from "./tags/vocabulary.ts";
import { tenantsVocabulary } from "./tenants/vocabulary.ts";
import { translationVocabulary } from "./translation/vocabulary.ts";
import { uploadsVocabulary } from "./uploads/vocabulary.ts";
import { usersVocabulary } from "./users/vocabulary.ts";
import { webVocabulary } from "./web/vocabulary.ts";
import { webhooksVocabulary } from "./webhooks/vocabulary.ts";

/**
 * What families and other rooms say, one line each: messages, error codes, actions of the audit log, events. They are served in
 * this order: a new one comes last.
 */
const VOCABULARIES = [
  apiKeysVocabulary,
  productsVocabulary,
  importsVocabulary,
  exportsVocabulary,
  workflowVocabulary,
  appsyncVocabulary,
  aiVocabulary,
  translationVocabulary,
  webVocabulary,
  searchVocabulary,
  priceMonitorVocabulary,
  connectorsVocabulary,
  exportPlatformsVocabulary,
  entitiesVocabulary,
  brandsVocabulary,
  categoriesVocabulary,
  secretsVocabulary,
  authVocabulary,
  settingsVocabulary,
  suppliersVocabulary,
  eanLookupVocabulary,
  stockVocabulary,
  pricingVocabulary,
  priceAlertsVocabulary,
  tagsVocabulary,
  tenantsVocabulary,
  usersVocabulary,
  webhooksVocabulary,
  promptsVocabulary,
  enrichmentVocabulary,
  repricingVocabulary,
  complianceVocabulary,
  contentVocabulary,
  eanAsinVocabulary,
  importConfigsVocabulary,
  mailVocabulary,
  mappingTemplatesVocabulary,
  resourceVocabulary,
  schedulesVocabulary,
  uploadsVocabulary,
] as const;

type FamilyVocabulary = (typeof VOCABULARIES)[number];
type PartOf<K extends keyof Vocabulary> = FamilyVocabulary extends infer One
  ? One extends Record<K, infer Part>
    ? Part
    : never
  : never;
type KeyOf<T> = T extends unknown ? keyof T & string : never;
export type FamilyMessage = KeyOf<PartOf<"messages">>;
export type FamilyError = KeyOf<PartOf<"errors">>;

const ALL: readonly Vocabulary[] = VOCABULARIES;

// Each is made of what the types above name.
export const FAMILY_MESSAGES = Object.assign({}, ...ALL.map(({ messages }) => messages)) as Record<FamilyMessage, Text>;
export const FAMILY_ERRORS = Object.assign({}, ...ALL.map(({ errors }) => errors)) as Record<
  FamilyError,
  DeclaredError
>;

/** What the audit log notes. */
export const AUDIT_ACTIONS = ALL.flatMap(({ audit }) => audit?.actions ?? []) as AuditAction[];
export type AuditAction = PartOf<"audit">["actions"][number];

/** What it was done to. */
export const AUDIT_RESOURCES = ALL.flatMap(({ audit }) => audit?.resources ?? []).toSorted() as AuditResource[];
export type AuditResource = PartOf<"audit">["resources"][number];

/** What other systems can receive by webhooks. */
export const EVENT_TYPES = ALL.flatMap(({ events }) => events ?? []) as EventType[];
export type EventType = PartOf<"events">[number];
