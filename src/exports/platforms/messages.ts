/** What export platforms, their jobs and schedules say. */
export const EXPORT_PLATFORM_MESSAGES = {
  "export_platforms.address": {
    en: "Must be an address that may be reached from here",
    fr: "Doit être une adresse joignable d'ici",
  },
  "export_platforms.folder": {
    en: "Must be a folder without .. and control characters",
    fr: "Doit être un dossier sans .. ni caractère de contrôle",
  },
  "export_platforms.passive": { en: "Only the passive mode is possible", fr: "Seul le mode passif est possible" },
  "export_platforms.remote_credentials": {
    en: "The server does not accept the user name and password or key",
    fr: "Le serveur refuse le nom d'utilisateur et le mot de passe ou la clé",
  },
  "export_platforms.remote_folder": {
    en: "The folder does not exist or may not be written",
    fr: "Le dossier n'existe pas ou n'est pas accessible en écriture",
  },
  "export_platforms.remote_full": {
    en: "The server has no room left",
    fr: "Le serveur n'a plus de place",
  },
  "export_platforms.remote_unreachable": {
    en: "The server cannot be reached or does not answer",
    fr: "Le serveur est injoignable ou ne répond pas",
  },
  "export_platforms.remote_refused": {
    en: "The address may not be reached from here",
    fr: "Cette adresse ne peut pas être jointe d'ici",
  },
  "export_platforms.remote_host_key": {
    en: "The server has another key than `host_fingerprint`",
    fr: "Le serveur a une autre clé que `host_fingerprint`",
  },
  "export_platforms.remote_failed": { en: "The server refused the file", fr: "Le serveur a refusé le fichier" },
  "export_platforms.product_missing": { en: "There is no such product", fr: "Ce produit n'existe pas" },
  "export_platforms.product_inactive": { en: "The product is not active", fr: "Le produit n'est pas actif" },
  "export_platforms.product_unpublished": { en: "The product is not published", fr: "Le produit n'est pas publié" },
  "export_platforms.product_profile": {
    en: "The export profile cannot be used: see its preview",
    fr: "Le profil d'export ne peut pas être utilisé : voir son aperçu",
  },
  "export_platforms.incomplete": {
    en: "The configuration lacks {fields}",
    fr: "Il manque à la configuration : {fields}",
  },
  "export_platforms.platform_inactive": { en: "The platform is inactive", fr: "La plateforme est inactive" },
  "export_platforms.cancelled": { en: "The job was cancelled before", fr: "La tâche a été annulée avant" },
  "export_schedules.done_subject": { en: "Export {name} is done", fr: "L'export {name} est terminé" },
  "export_schedules.done_body": {
    en: "{rows} rows were sent to {platform} as {path}.\n\n{link}",
    fr: "{rows} lignes ont été envoyées à {platform} sous {path}.\n\n{link}",
  },
  "export_schedules.failed_subject": { en: "Export {name} has failed", fr: "L'export {name} a échoué" },
  "export_schedules.failed_body": {
    en: "{file} was not sent to {platform}: {reason}\n\n{link}",
    fr: "{file} n'a pas été envoyé à {platform} : {reason}\n\n{link}",
  },
} as const;
