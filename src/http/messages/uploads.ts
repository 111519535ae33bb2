import type { Language } from "../messages.ts";

/** What is said of files that come in. */
export const UPLOAD_MESSAGES = {
  "uploads.file_missing": { en: "Send a file in this field", fr: "Envoyez un fichier dans ce champ" },
  "uploads.file_empty": { en: "The file is empty", fr: "Le fichier est vide" },
  "media.not_an_image": {
    en: "The file must be a JPEG, PNG, WebP or GIF image, whatever it is called",
    fr: "Le fichier doit être une image JPEG, PNG, WebP ou GIF, quel que soit son nom",
  },
  "media.not_only_an_image": {
    en: "The file is an image and something else besides: save it again as an image",
    fr: "Le fichier est une image et autre chose à la fois : enregistrez-le de nouveau comme image",
  },
  "media.too_many_pixels": {
    en: "The image has {pixels} million pixels; {limit} are the most",
    fr: "L'image compte {pixels} millions de pixels ; le maximum est de {limit}",
  },
  "media.too_many_images": {
    en: "The product has {limit} images, which is the most",
    fr: "Le produit a {limit} images, ce qui est le maximum",
  },
  "media.all_ids_once": {
    en: "Name every image of the product exactly once",
    fr: "Citez chaque image du produit exactement une fois",
  },
  "media.only_true": {
    en: "Make another image the primary one instead",
    fr: "Choisissez plutôt une autre image comme image principale",
  },
} as const satisfies Record<string, Record<Language, string>>;
