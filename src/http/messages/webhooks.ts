/** What the webhooks say. */
export const WEBHOOK_MESSAGES = {
  "webhooks.url.not_a_url": { en: "Must be a web address", fr: "Doit être une adresse web" },
  "webhooks.url.scheme": { en: "Must begin with https://", fr: "Doit commencer par https://" },
  "webhooks.url.credentials": {
    en: "Must not hold a user name or password",
    fr: "Ne doit contenir ni nom d'utilisateur ni mot de passe",
  },
  "webhooks.url.port": {
    en: "Must have one of the ports 80, 443, 8080 and 8443",
    fr: "Doit avoir l'un des ports 80, 443, 8080 et 8443",
  },
  "webhooks.url.local_name": {
    en: "Must be reachable from the internet: this is a name of a local network",
    fr: "Doit être joignable depuis Internet : ceci est un nom de réseau local",
  },
  "webhooks.url.address": {
    en: "Must be reachable from the internet: this does not lead to a public address",
    fr: "Doit être joignable depuis Internet : ceci ne mène pas à une adresse publique",
  },
  "webhooks.header_name": {
    en: "A header's name is made of letters, digits and hyphens, 100 at most",
    fr: "Le nom d'un en-tête se compose de lettres, de chiffres et de traits d'union, 100 au plus",
  },
  "webhooks.header_reserved": {
    en: "This header is set by the service",
    fr: "Cet en-tête est défini par le service",
  },
  "webhooks.header_value": {
    en: "A header's value is one line of at most 2000 ASCII characters",
    fr: "La valeur d'un en-tête tient en une ligne de 2000 caractères ASCII au plus",
  },
  "webhooks.headers_many": { en: "At most {limit} headers", fr: "{limit} en-têtes au plus" },
  "webhooks.test": { en: "This is a test", fr: "Ceci est un test" },
} as const;
