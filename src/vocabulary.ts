import { enrichmentVocabulary } from "./ai/enrichment/vocabulary.ts";
import { promptsVocabulary } from "./ai/prompts/vocabulary.ts";
import { aiVocabulary } from "./ai/provider/vocabulary.ts";
import { translationVocabulary } from "./ai/translation/vocabulary.ts";
import { webVocabulary } from "./ai/web/vocabulary.ts";
import { backupVocabulary } from "./backup/vocabulary.ts";
import { eanAsinVocabulary } from "./codes/ean-asin/vocabulary.ts";
import { eanLookupVocabulary } from "./codes/ean-lookup/vocabulary.ts";
import { connectorsVocabulary } from "./connectors/vocabulary.ts";
import { contentVocabulary } from "./content/vocabulary.ts";
import { exportPlatformsVocabulary } from "./exports/platforms/vocabulary.ts";
import { exportsVocabulary } from "./exports/vocabulary.ts";
import { apiKeysVocabulary } from "./identity/api-keys/vocabulary.ts";
import { authVocabulary } from "./identity/auth/vocabulary.ts";
import { tenantsVocabulary } from "./identity/tenants/vocabulary.ts";
import { usersVocabulary } from "./identity/users/vocabulary.ts";
import { viewsVocabulary } from "./identity/views/vocabulary.ts";
import { importConfigsVocabulary } from "./imports/configs/vocabulary.ts";
import { mappingTemplatesVocabulary } from "./imports/templates/vocabulary.ts";
import { importsVocabulary } from "./imports/vocabulary.ts";
import { resourceVocabulary } from "./kit/resource/vocabulary.ts";
import { appsyncVocabulary } from "./machine-apis/appsync/vocabulary.ts";
import { mailVocabulary } from "./mail/vocabulary.ts";
import { competitorsVocabulary } from "./prices/competitors/vocabulary.ts";
import { exchangeRatesVocabulary } from "./prices/exchange-rates/vocabulary.ts";
import { priceAlertsVocabulary } from "./prices/price-alerts/vocabulary.ts";
import { priceMonitorVocabulary } from "./prices/price-monitor/vocabulary.ts";
import { pricingVocabulary } from "./prices/pricing/vocabulary.ts";
import { repricingVocabulary } from "./prices/repricing/vocabulary.ts";
import { taxVocabulary } from "./prices/tax/vocabulary.ts";
import { complianceVocabulary } from "./products/compliance/vocabulary.ts";
import { stockVocabulary } from "./products/stock/vocabulary.ts";
import { productsVocabulary } from "./products/vocabulary.ts";
import { workflowVocabulary } from "./products/workflow/vocabulary.ts";
import { brandsVocabulary } from "./reference/brands/vocabulary.ts";
import { categoriesVocabulary } from "./reference/categories/vocabulary.ts";
import { entitiesVocabulary } from "./reference/entities/vocabulary.ts";
import { suppliersVocabulary } from "./reference/suppliers/vocabulary.ts";
import { tagsVocabulary } from "./reference/tags/vocabulary.ts";
import type { DeclaredError, Text, Vocabulary } from "./runtime/vocabulary.ts";
import { schedulesVocabulary } from "./schedules/vocabulary.ts";
import { searchVocabulary } from "./search/vocabulary.ts";
import { secretsVocabulary } from "./secrets/vocabulary.ts";
import { settingsVocabulary } from "./settings/vocabulary.ts";
import { uploadsVocabulary } from "./uploads/vocabulary.ts";
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
  exchangeRatesVocabulary,
  priceAlertsVocabulary,
  tagsVocabulary,
  tenantsVocabulary,
  usersVocabulary,
  viewsVocabulary,
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
  backupVocabulary,
  competitorsVocabulary,
  taxVocabulary,
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
