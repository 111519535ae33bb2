import type { Scope } from "../../../http/gate/credentials/principal.ts";
import type { Language } from "../../../http/output/messages.ts";

/** What each scope lets an API key do. */
export const SCOPE_DESCRIPTIONS: Record<Scope, Record<Language, string>> = {
  "products:read": {
    en: "Read products with their cost prices and suppliers' prices, brands, categories, suppliers, tags and compliance, search, and look up EANs",
    fr: "Lire les produits avec leurs prix de revient et ceux des fournisseurs, marques, catégories, fournisseurs, étiquettes et la conformité, chercher, consulter les EAN",
  },
  "products:write": {
    en: "Create, change and delete products, brands, categories, suppliers and tags",
    fr: "Créer, modifier et supprimer produits, marques, catégories, fournisseurs et étiquettes",
  },
  "prices:read": {
    en: "Read price lists, prices, competitor prices and repricing",
    fr: "Lire les listes de prix, les prix, les prix concurrents et la re-tarification",
  },
  "prices:write": {
    en: "Change price lists, prices, competitor prices and repricing",
    fr: "Modifier les listes de prix, les prix, les prix concurrents et la re-tarification",
  },
  "imports:manage": {
    en: "Run imports; read and change their mapping templates and configurations",
    fr: "Lancer des imports ; lire et modifier leurs modèles de correspondance et configurations",
  },
  "exports:manage": {
    en: "Run exports; read and change export platforms and schedules",
    fr: "Lancer des exports ; lire et modifier les plateformes et planifications d'export",
  },
  "enrichment:manage": {
    en: "Enrich, rewrite and translate content; read and change its prompts",
    fr: "Enrichir, réécrire et traduire les contenus ; lire et modifier leurs prompts",
  },
  "connectors:manage": {
    en: "Read, change and run connectors to commerce platforms",
    fr: "Lire, modifier et lancer les connecteurs vers les plateformes de commerce",
  },
  "webhooks:manage": { en: "Read and change outbound webhooks", fr: "Lire et modifier les webhooks sortants" },
  "ext:products:read": {
    en: "Read products through the external API",
    fr: "Lire les produits par l'API externe",
  },
  "ext:products:write": {
    en: "Create and change products through the external API",
    fr: "Créer et modifier les produits par l'API externe",
  },
  "appsync:read": { en: "Read through the ERP-sync API", fr: "Lire par l'API de synchronisation ERP" },
  "appsync:write": { en: "Write through the ERP-sync API", fr: "Écrire par l'API de synchronisation ERP" },
  "appsync:sync": {
    en: "Run synchronisations through the ERP-sync API",
    fr: "Lancer les synchronisations par l'API de synchronisation ERP",
  },
};
