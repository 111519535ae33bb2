/** Why a document cannot be read. */
export const DOCUMENT_MESSAGES = {
  "documents.damaged": {
    en: "The file is damaged or no {kind}: save it again",
    fr: "Le fichier est endommagé ou n'est pas un {kind} : réenregistrez-le",
  },
  "documents.encrypted": {
    en: "The {kind} is encrypted: send it without a password",
    fr: "Le {kind} est chiffré : envoyez-le sans mot de passe",
  },
  "documents.no_text": {
    en: "The file holds no text",
    fr: "Le fichier ne contient pas de texte",
  },
  "documents.no_text_seen": {
    en: "No text was recognised on the pages: scan them again, upright and with 300 dots an inch",
    fr: "Aucun texte n'a été reconnu sur les pages : numérisez-les à nouveau, à l'endroit et à 300 points par pouce",
  },
  "documents.text_too_large": {
    en: "The text of the file is too large",
    fr: "Le texte du fichier est trop volumineux",
  },
  "documents.part_too_large": {
    en: "A part of the PDF is too large",
    fr: "Une partie du PDF est trop volumineuse",
  },
  "documents.picture_too_large": {
    en: "The picture has more than {limit} megapixels: 300 dots an inch are enough",
    fr: "L'image a plus de {limit} mégapixels : 300 points par pouce suffisent",
  },
  "documents.too_many_pages": {
    en: "The PDF has more than {limit} pages",
    fr: "Le PDF a plus de {limit} pages",
  },
  "documents.too_many_scans": {
    en: "The PDF has more than {limit} scanned pages: split it",
    fr: "Le PDF a plus de {limit} pages numérisées : scindez-le",
  },
  "documents.too_long": {
    en: "The file takes too long to read",
    fr: "La lecture du fichier prend trop de temps",
  },
  "documents.too_much_memory": {
    en: "The file takes too much memory to read",
    fr: "La lecture du fichier prend trop de mémoire",
  },
} as const;
