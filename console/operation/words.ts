import { texts } from "../words/words.ts";

/** The words of operation. */
export const w = texts({
  en: {
    title: "Operation",
    version: "version {version}",
    health: "Health",
    part: "Part",
    state: "State",
    figures: "Figures",
    up: "up",
    down: "down",
    free: "{n} GB free",
    search: "Search index",
    searchText: "It follows changes by itself. Build it anew after a restore or a change of its settings.",
    rebuild: "Build anew",
    rebuilding: "The index is built anew",
    smtp: "Mail server",
    vectors: "Similar products",
    erp: "ERP",
  },
  fr: {
    title: "Exploitation",
    version: "version {version}",
    health: "État",
    part: "Partie",
    state: "État",
    figures: "Chiffres",
    up: "en service",
    down: "en panne",
    free: "{n} Go libres",
    search: "Index de recherche",
    searchText:
      "Il suit les modifications de lui-même. Reconstruisez-le après une restauration ou un changement de ses réglages.",
    rebuild: "Reconstruire",
    rebuilding: "L’index est en reconstruction",
    smtp: "Serveur de mail",
    vectors: "Produits similaires",
    erp: "ERP",
  },
});
