import { LIFECYCLE_STATUSES, STATUSES, WORKFLOW_STATUSES } from "../../../db/products/product-row.ts";
import { isDay } from "../../text/instant.ts";
import { column, elsewhere, extra, parked, stored, text } from "./field.ts";
import { address, addresses, date, flag, json, line, list, object, words } from "./kinds.ts";
import { setDiscontinued, setIsActive, setLifecycleStatus, setStatus } from "./setters.ts";

const isWrittenDay = (text: string) => isDay(text.trim());

/** What a product looks like, its states, and what else belongs to it. */
export const FEATURES = {
  color: extra(line("Colour."), {
    label: ["Colour", "Couleur"],
    in: ["appsync"],
    headers:
      "color, colour, couleur, coloris, farbe, color principal, colore, kleur, kolor, barwa, cor, barva, " +
      "farba, szín, culoare, цвет, колір, цвят, χρώμα, boja, farve, farge, färg, väri, värv, krāsa, spalva, " +
      "renk, " +
      "dath, kulur",
  }),
  color_secondary: extra(line("Secondary colour."), { label: ["Second colour", "Couleur secondaire"] }),
  size: extra(line("Size."), {
    label: ["Size", "Taille"],
    in: ["appsync"],
    headers:
      "size, taille, pointure, grosse, talla, tamano, taglia, misura, maat, rozmiar, tamanho, velikost, " +
      "veľkosť, méret, marime, mărime, размер, розмір, μέγεθος, veličina, størrelse, storlek, koko, suurus, " +
      "izmērs, dydis, beden, boyut, " +
      "dimensiune",
  }),
  material: extra(line("Material."), {
    label: ["Material", "Matière"],
    in: ["appsync"],
    headers:
      "material, matiere, materiau, composition, materiale, materiaal, materialien, composicion, materia, " +
      "materials, material composition, materiais, materiál, složení, zloženie, anyag, материал, матеріал, " +
      "υλικό, materijal, material sammensætning, materiaali, materjal, materiāls, medžiaga, malzeme, kumaş, " +
      "materiali",
  }),
  finish: extra(line("Finish."), { label: ["Finish", "Finition"] }),
  style: extra(line("Style."), { label: ["Style", "Style"] }),
  pattern: extra(line("Pattern."), { label: ["Pattern", "Motif"] }),
  shopping_category: extra(line("Category of the shopping channel."), {
    label: ["Shopping category", "Catégorie Shopping"],
    shown: "",
    behind: { export: "hs_code" },
    headers:
      "shopping category, google product category, google category, google shopping category, categorie google, " +
      "kategoria google",
  }),
  marketplace_category: extra(line("Category of the marketplace."), {
    label: ["Marketplace category", "Catégorie de place de marché"],
    shown: "",
    behind: { export: "hs_code" },
    headers: "marketplace category, categorie marketplace, marktplatz kategorie",
  }),
  erp_category: extra(line("Category name in the ERP; for information only."), { exportAs: false }),
  status: column("status", words(STATUSES, "Takes precedence over `is_active`."), {
    label: ["Status", "Statut"],
    isUnchanged: true,
    set: setStatus,
    shown: "",
    filter: "statuses",
    in: ["catalog-export"],
    behind: { export: "hs_code" },
    headers: "status, statut, estado, stato, state",
  }),
  lifecycle_status: column("lifecycleStatus", words(LIFECYCLE_STATUSES, "Wins over `discontinued`."), {
    label: ["Lifecycle", "Cycle de vie"],
    isUnchanged: true,
    set: setLifecycleStatus,
    shown: "",
    filter: "lifecycleStatuses",
    in: ["catalog-export"],
    behind: { export: "hs_code", "catalog-export": "is_active" },
    headers: "lifecycle status, lifecycle, cycle de vie, lebenszyklus",
  }),
  is_active: column("status", flag("True if and only if the status is active."), {
    label: ["Active", "Actif"],
    means: "status",
    isUnchanged: true,
    set: setIsActive,
    headers:
      "is active, active, enabled, actif, active 0 1, aktiv, activo, activado, attivo, actief, aktywny, " +
      "published, publie, en ligne, online",
  }),
  discontinued: column("lifecycleStatus", flag("True if and only if the lifecycle status is discontinued."), {
    label: ["Discontinued", "Arrêté"],
    means: "lifecycle_status",
    isUnchanged: true,
    set: setDiscontinued,
  }),
  workflow_status: stored("workflowStatus", words(WORKFLOW_STATUSES), {
    isReadOnly: true,
    isUnchanged: true,
    shown: "",
    filter: "workflowStatuses",
    exportAs: false,
  }),
  end_of_life_date: extra(date("End-of-life date, YYYY-MM-DD."), {
    label: ["End of life", "Fin de vie"],
    check: { isRight: isWrittenDay, problem: { type: "invalid_value", key: "validation.date" } },
  }),
  image_url: text("imageUrl", address(), {
    behind: { export: "completeness_grade" },
    isReadOnly: true,
    exportAliases: ["primary_image_url"],
    in: ["catalog-export"],
    completeness: { as: "images", weight: 10, isFilled: (_, facts) => facts.hasImages },
  }),
  image_urls: parked(addresses(), {
    exportAs: false,
    label: ["Image addresses", "Adresses des images"],
    isRepeatable: true,
    isReference: true,
    headers:
      "image urls, image url, images, image, main image, base image, additional images, image link, image src, " +
      "photo, photos, photo url, picture, pictures, picture url, url image, url photo, lien image, image 1, " +
      "bild, bilder, bild url, bildlink, produktbild, hauptbild, imagen, imagenes, url imagen, foto, foto url, " +
      "immagine, immagini, url immagine, afbeelding, afbeeldingen, afbeelding url, zdjecie, zdjecia, " +
      "url zdjecia, additional image link, imgurl, imgurl alternative, product image url, image address, " +
      "imagem, imagens, url da imagem, foto produto, obrázek, obrázky, url obrázku, obrázok, obrázky produktu, " +
      "kép, képek, kép url, imagine, imagini, poza, изображение, изображения, картинка, фото, зображення, " +
      "посилання зображення, снимка, εικόνα, εικόνες, slika, slike, url slike, billede, billeder, billede url, " +
      "bilde, bilder url, bild länk, kuva, kuvat, pilt, attēls, nuotrauka, resim, resimler, ürün resmi, " +
      "ana resim, resim url, url imagen 1, link immagine, linkimmagine, picture link, photo link, all images, " +
      "fotografie, poze, φωτογραφία, pildid, nuotraukos, paveikslėlis, íomhá, stampa, görsel, görsel url, " +
      "ссылка на изображение, фотографії",
  }),
  tags: elsewhere(list("", 100), {
    label: ["Tags", "Étiquettes"],
    isRepeatable: true,
    isReference: true,
    headers:
      "tags, tag, etiquettes, schlagworte, schlagworter, etiquetas, etichette, etykiety, tagi, " +
      "search keywords, etiquetas do produto, štítky, štítok, címkék, etichete, теги, метки, тегове, ετικέτες, " +
      "oznake, tagi produktu, stikkord, taggar, tunnisteet, etiketler, " +
      "етикети, sildid, birkas, žymos",
  }),
  technical_specs: extra(object(), {
    label: ["Technical specifications (JSON)", "Caractéristiques techniques (JSON)"],
  }),
  compatibility: extra(json("Compatible products or systems."), {
    label: ["Compatibility (JSON)", "Compatibilité (JSON)"],
  }),
  attributes: extra(object(), {
    label: ["Attributes (JSON)", "Attributs (JSON)"],
    isTranslated: "own",
    behind: { export: "key_features" },
  }),
};
