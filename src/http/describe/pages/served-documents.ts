import { PLATFORM_DOCUMENTS } from "./platform-documents.ts";
import type { ServedDocument } from "./served-document.ts";

/** In the order in which they are listed. Each file is named whole, so that the binary has it. */
const GUIDES: readonly ServedDocument[] = [
  {
    id: "guide",
    file: "integrators-guide.md",
    readers: "integrators",
    title: { en: "Integrators' guide", fr: "Guide de l'intégrateur" },
    about: {
      en: "Keep another system in step with the catalog, command by command.",
      fr: "Garder un autre système en phase avec le catalogue, commande par commande.",
    },
    read: {
      en: () => import("../../../../docs/integrators-guide.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/integrators-guide.md", { with: { type: "text" } }),
    },
  },
  {
    id: "clients",
    file: "clients.md",
    readers: "integrators",
    title: { en: "Clients and recipes", fr: "Clients et recettes" },
    about: {
      en: "Typed clients for TypeScript and Python, and programs to begin with: an ERP, a shop feed, a nightly file.",
      fr: "Clients typés pour TypeScript et Python, et programmes pour commencer : un ERP, un flux, un fichier chaque nuit.",
    },
    read: {
      en: () => import("../../../../docs/clients.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/clients.md", { with: { type: "text" } }),
    },
  },
  {
    id: "mappings",
    file: "mappings.md",
    readers: "integrators",
    title: { en: "Suggested mappings", fr: "Correspondances proposées" },
    about: {
      en: "How columns of real files are recognised, and how often that is right.",
      fr: "Comment les colonnes de vrais fichiers sont reconnues, et combien de fois à raison.",
    },
    read: {
      en: () => import("../../../../docs/mappings.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/mappings.md", { with: { type: "text" } }),
    },
  },
  {
    id: "connectors",
    file: "connectors.md",
    readers: "integrators",
    title: { en: "Shops and marketplaces", fr: "Boutiques et places de marché" },
    about: {
      en: "What is sent to each platform, what is fetched, and what that is proven against.",
      fr: "Ce qui est envoyé à chaque plateforme, ce qui en est lu, et contre quoi cela est prouvé.",
    },
    read: {
      en: () => import("../../../../docs/connectors.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/connectors.md", { with: { type: "text" } }),
    },
  },
  {
    id: "install",
    file: "install.md",
    readers: "operators",
    title: { en: "Install", fr: "Installer" },
    about: {
      en: "With npm, as one binary, with systemd, in a container, behind a proxy.",
      fr: "Avec npm, en un seul binaire, avec systemd, dans un conteneur, derrière un proxy.",
    },
    read: {
      en: () => import("../../../../docs/install.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/install.md", { with: { type: "text" } }),
    },
  },
  {
    id: "settings",
    file: "settings.md",
    readers: "operators",
    title: { en: "Settings", fr: "Réglages" },
    about: { en: "Every setting of the program.", fr: "Tous les réglages du programme." },
    read: {
      en: () => import("../../../../docs/settings.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/settings.md", { with: { type: "text" } }),
    },
  },
  {
    id: "operating",
    file: "operating.md",
    readers: "operators",
    title: { en: "Operate", fr: "Exploiter" },
    about: {
      en: "Health, metrics, the log, what is kept for how long.",
      fr: "Santé, métriques, journal, durées de conservation.",
    },
    read: {
      en: () => import("../../../../docs/operating.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/operating.md", { with: { type: "text" } }),
    },
  },
  {
    id: "backup-upgrade",
    file: "backup-upgrade.md",
    readers: "operators",
    title: { en: "Back up and upgrade", fr: "Sauvegarder et mettre à jour" },
    about: {
      en: "An archive while the service runs, its check and its return; new versions.",
      fr: "Une archive pendant que le service tourne, sa vérification et sa restauration ; nouvelles versions.",
    },
    read: {
      en: () => import("../../../../docs/backup-upgrade.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/backup-upgrade.md", { with: { type: "text" } }),
    },
  },
  {
    id: "sizing",
    file: "sizing.md",
    readers: "operators",
    title: { en: "Sizing", fr: "Dimensionner" },
    about: { en: "Which machine how many products need.", fr: "De quelle machine combien de produits ont besoin." },
    read: {
      en: () => import("../../../../docs/sizing.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/sizing.md", { with: { type: "text" } }),
    },
  },
  {
    id: "security",
    file: "security.md",
    readers: "operators",
    title: { en: "Security", fr: "Sécurité" },
    about: { en: "What is safe and why, and what to mind.", fr: "Ce qui est sûr et pourquoi, et à quoi veiller." },
    read: {
      en: () => import("../../../../docs/security.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/security.md", { with: { type: "text" } }),
    },
  },
  {
    id: "troubleshooting",
    file: "troubleshooting.md",
    readers: "operators",
    title: { en: "Mend something", fr: "Dépanner" },
    about: { en: "Signs, causes and remedies.", fr: "Signes, causes et remèdes." },
    read: {
      en: () => import("../../../../docs/troubleshooting.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/troubleshooting.md", { with: { type: "text" } }),
    },
  },
  {
    id: "speed",
    file: "speed.md",
    readers: "operators",
    title: { en: "Speed", fr: "Vitesse" },
    about: { en: "Measured rates, and how.", fr: "Débits mesurés, et comment." },
    read: {
      en: () => import("../../../../docs/speed.md", { with: { type: "text" } }),
      fr: () => import("../../../../docs/fr/speed.md", { with: { type: "text" } }),
    },
  },
];

/** Every document of `docs/` that is served, the pages of the platforms last. */
export const SERVED_DOCUMENTS: readonly ServedDocument[] = [...GUIDES, ...PLATFORM_DOCUMENTS];

/** Those that the first page lists; the pages of the platforms are found from that of all shops. */
export const LISTED_DOCUMENTS = GUIDES;
