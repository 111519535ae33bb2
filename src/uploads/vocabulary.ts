import { vocabulary } from "../runtime/vocabulary.ts";

/** What is said of files that come in. */
const UPLOAD_MESSAGES = {
  "uploads.file_missing": { en: "Send a file in this field", fr: "Envoyez un fichier dans ce champ" },
  "uploads.file_empty": { en: "The file is empty", fr: "Le fichier est vide" },
  "uploads.no_boundary": {
    en: "Name the boundary of the form: multipart/form-data; boundary=…",
    fr: "Indiquez le séparateur du formulaire : multipart/form-data; boundary=…",
  },
  "uploads.form_unreadable": {
    en: "The form is malformed: each part must begin with the boundary, its headers and a blank line",
    fr: "Le formulaire est mal formé : chaque partie doit commencer par le séparateur, ses en-têtes et une ligne vide",
  },
  "media.not_an_image": {
    en: "The content of the file must be a JPEG, PNG, WebP or GIF image",
    fr: "Le contenu du fichier doit être une image JPEG, PNG, WebP ou GIF",
  },
  "media.not_only_an_image": {
    en: "The file contains other data besides the image: save it again as an image",
    fr: "Le fichier contient autre chose qu'une image : enregistrez-le de nouveau comme image",
  },
  "media.too_many_pixels": {
    en: "The image has {pixels} million pixels; the maximum is {limit}",
    fr: "L'image compte {pixels} millions de pixels ; le maximum est de {limit}",
  },
  "media.too_many_images": {
    en: "The product already has {limit} images, the maximum",
    fr: "Le produit a déjà {limit} images, le maximum",
  },
  "media.all_ids_once": {
    en: "List every image of the product exactly once",
    fr: "Citez chaque image du produit exactement une fois",
  },
  "media.only_true": {
    en: "To unset the primary image, make another image primary",
    fr: "Pour changer d'image principale, désignez-en une autre",
  },
} as const;

export const uploadsVocabulary = vocabulary({
  messages: UPLOAD_MESSAGES,
});
