import { FAMILY_REMEDIES } from "./family-remedies.ts";

/** What the families that administer a tenant say: users, settings. */
export const ADMINISTRATION_MESSAGES = {
  "users.last_admin": {
    en: "This is the last active admin",
    fr: "C'est le dernier administrateur actif",
  },
  "users.last_admin_fix": {
    en: "Make somebody else an admin first.",
    fr: "Nommez d'abord un autre administrateur.",
  },
  "settings.needed": {
    en: "Needed to switch this on",
    fr: "Nécessaire pour activer ceci",
  },
  "settings.secret_again": {
    en: "Send it again: it is kept only for the address it was given for",
    fr: "Renvoyez-le : il n'est gardé que pour l'adresse pour laquelle il a été donné",
  },
  "settings.sync_key_taken": {
    en: "Choose another key",
    fr: "Choisissez une autre clé",
  },
  "settings.web_address": {
    en: "Must be an http or https address without user name and password",
    fr: "Doit être une adresse http ou https sans nom d'utilisateur ni mot de passe",
  },
  "settings.synonym_one_word": {
    en: "Must be one word, of letters and digits",
    fr: "Doit être un seul mot, fait de lettres et de chiffres",
  },
  "settings.synonym_twice": {
    en: "Stands in this language already; put all words that mean the same into one group",
    fr: "Figure déjà dans cette langue ; mettez tous les mots de même sens dans un seul groupe",
  },
  // What the details of a refusal say is what the documentation of its code says.
  "settings.fix.ai-provider": FAMILY_REMEDIES.AI_PROVIDER_NOT_CONFIGURED,
  "settings.fix.erp": FAMILY_REMEDIES.ERP_NOT_CONFIGURED,
  "settings.fix.scraper-sync-key": FAMILY_REMEDIES.SCRAPER_SYNC_KEY_NOT_CONFIGURED,
  "settings.fix.search-vector": FAMILY_REMEDIES.SEARCH_VECTOR_NOT_CONFIGURED,
  "settings.fix.translator": FAMILY_REMEDIES.TRANSLATOR_NOT_CONFIGURED,
  "settings.fix.web-search": FAMILY_REMEDIES.WEB_SEARCH_NOT_CONFIGURED,
} as const;
