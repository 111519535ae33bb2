import type { Language } from "../../http/output/messages.ts";

/** What a reader says of a file it cannot go on with: the fault, and how to mend it. */
const UNREADABLE = {
  empty_file: {
    en: "The file is empty",
    fr: "Le fichier est vide",
  },
  no_rows: {
    en: "The file has a header but no rows; check the number of lines to skip",
    fr: "Le fichier a un en-tête mais aucune ligne ; vérifiez le nombre de lignes à ignorer",
  },
  not_text: {
    en: "The file is {kind}, not text; save it as CSV",
    fr: "Le fichier est {kind} et non du texte ; enregistrez-le en CSV",
  },
  nul_byte: {
    en: "Line {line} holds a NUL character; the file is damaged or is no text: save it again as CSV in UTF-8",
    fr: "La ligne {line} contient un caractère NUL ; le fichier est endommagé ou n'est pas du texte : réenregistrez-le en CSV UTF-8",
  },
  invalid_bytes: {
    en: "Line {line} holds bytes that are not {encoding}; save the file again as UTF-8",
    fr: "La ligne {line} contient des octets qui ne sont pas de l'{encoding} ; réenregistrez le fichier en UTF-8",
  },
  quote_not_closed: {
    en: "The quote opened in the record at line {line} is never closed; close it, or double the quotes inside a text",
    fr: "Le guillemet ouvert dans l'enregistrement de la ligne {line} n'est jamais fermé ; fermez-le, ou doublez les guillemets dans un texte",
  },
  record_too_long: {
    en: "The record at line {line} is longer than {limit} bytes; most often a quote is not closed there",
    fr: "L'enregistrement de la ligne {line} dépasse {limit} octets ; le plus souvent, un guillemet n'y est pas fermé",
  },
  too_many_columns: {
    en: "The record at line {line} has {columns} columns, more than {limit}; check the delimiter or remove columns",
    fr: "L'enregistrement de la ligne {line} a {columns} colonnes, plus de {limit} ; vérifiez le séparateur ou retirez des colonnes",
  },
} as const satisfies Record<string, Record<Language, string>>;

export type UnreadableCode = keyof typeof UNREADABLE;

const fill = (text: string, params: Record<string, string | number>) =>
  text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole));

/** The file's content cannot be read. `empty_file` and `no_rows` are faults of the sender, the rest of the content. */
export class FileUnreadable extends Error {
  override readonly name = "FileUnreadable";
  readonly code: UnreadableCode;
  readonly params: Record<string, string | number>;

  constructor(code: UnreadableCode, params: Record<string, string | number> = {}) {
    super(fill(UNREADABLE[code].en, params));
    this.code = code;
    this.params = params;
  }
}

/** The fault and how to mend it, in the reader's language. */
export const unreadableMessage = ({ code, params }: FileUnreadable, language: Language): string =>
  fill(UNREADABLE[code][language], params);
