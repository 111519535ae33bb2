import { FAMILY_ERRORS } from "../../../vocabulary.ts";

/** What the families that administer a tenant say: users, settings. */
export const ADMINISTRATION_MESSAGES = {
  "users.last_admin": {
    en: "This is the last active admin",
    fr: "C'est le dernier administrateur actif",
  },
  "users.last_admin_fix": {
    en: "Make another user an admin first.",
    fr: "Nommez d'abord un autre administrateur.",
  },
  "metrics.closed": {
    en: "Only available on loopback or with the bearer token set in CATALOGD_METRICS_TOKEN",
    fr: "Accessible uniquement en local ou avec le jeton Bearer défini dans CATALOGD_METRICS_TOKEN",
  },
  "settings.needed": {
    en: "Required when enabled is true",
    fr: "Obligatoire lorsque enabled vaut true",
  },
  "settings.other_provider": {
    en: "Must be the provider that is configured: only that one has a key",
    fr: "Doit être le fournisseur configuré : lui seul a une clé",
  },
  "settings.link_local": {
    en: "Must not be a link-local address or a cloud metadata service",
    fr: "Ne doit pas être une adresse de lien local ni le service de métadonnées d'un cloud",
  },
  "settings.secret_again": {
    en: "Send the secret again: the stored one is only used with the previous address",
    fr: "Renvoyez le secret : celui enregistré ne sert que pour l'adresse précédente",
  },
  "settings.sync_key_taken": {
    en: "This key is already in use; choose another one",
    fr: "Cette clé est déjà utilisée ; choisissez-en une autre",
  },
  "settings.web_address": {
    en: "Must be an http or https URL without a user name or password",
    fr: "Doit être une URL http ou https sans nom d'utilisateur ni mot de passe",
  },
  "settings.synonym_one_word": {
    en: "Must be a single word of letters and digits",
    fr: "Doit être un seul mot composé de lettres et de chiffres",
  },
  "settings.synonym_twice": {
    en: '"{word}" is already in another group of this language. Merge the two groups',
    fr: "« {word} » figure déjà dans un autre groupe de cette langue. Réunissez les deux groupes",
  },
  // What the details of a refusal say is what the documentation of its code says.
  "settings.fix.ai-provider": FAMILY_ERRORS.AI_PROVIDER_NOT_CONFIGURED.fix,
  "settings.fix.erp": FAMILY_ERRORS.ERP_NOT_CONFIGURED.fix,
  "settings.fix.scraper-sync-key": FAMILY_ERRORS.SCRAPER_SYNC_KEY_NOT_CONFIGURED.fix,
  "settings.fix.search-vector": FAMILY_ERRORS.SEARCH_VECTOR_NOT_CONFIGURED.fix,
  "settings.fix.translator": FAMILY_ERRORS.TRANSLATOR_NOT_CONFIGURED.fix,
  "settings.fix.web-search": FAMILY_ERRORS.WEB_SEARCH_NOT_CONFIGURED.fix,
} as const;
