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
  wrong_extension: {
    en: "{file} ends with {extension} but holds {kind}; give it the ending of what it is",
    fr: "{file} se termine par {extension} mais contient {kind} ; donnez-lui l'extension de son contenu",
  },
  old_workbook: {
    en: "{file} is a workbook of the old .xls format; save it as .xlsx",
    fr: "{file} est un classeur à l'ancien format .xls ; enregistrez-le en .xlsx",
  },
  workbook_protected: {
    en: "{file} is protected by a password; save it without one",
    fr: "{file} est protégé par un mot de passe ; enregistrez-le sans mot de passe",
  },
  workbook_broken: {
    en: "{file} is no whole workbook: {part} is missing or says nothing; save it again",
    fr: "{file} n'est pas un classeur complet : {part} manque ou ne dit rien ; réenregistrez-le",
  },
  no_such_sheet: {
    en: "{file} has no sheet {sheet}; it has: {sheets}",
    fr: "{file} n'a pas de feuille {sheet} ; il a : {sheets}",
  },
  empty_sheet: {
    en: "The sheet {sheet} is empty; choose another with sheet_name",
    fr: "La feuille {sheet} est vide ; choisissez-en une autre avec sheet_name",
  },
  empty_workbook: {
    en: "No visible sheet of {file} holds anything",
    fr: "Aucune feuille visible de {file} ne contient quoi que ce soit",
  },
  cell_out_of_sheet: {
    en: "Cell {cell} of sheet {sheet} lies outside of what a sheet can hold; save the workbook again",
    fr: "La cellule {cell} de la feuille {sheet} est hors des limites d'une feuille ; réenregistrez le classeur",
  },
  cell_without_text: {
    en: "Cell {cell} of sheet {sheet} refers to a text that the workbook does not hold; save the workbook again",
    fr: "La cellule {cell} de la feuille {sheet} renvoie à un texte absent du classeur ; réenregistrez le classeur",
  },
  too_many_cells: {
    en: "Cell {cell} of sheet {sheet} is beyond column {limit}; remove columns",
    fr: "La cellule {cell} de la feuille {sheet} est au-delà de la colonne {limit} ; retirez des colonnes",
  },
  too_many_merges: {
    en: "{file} has more than {limit} merged cells; unmerge them",
    fr: "{file} a plus de {limit} cellules fusionnées ; défusionnez-les",
  },
  row_too_long: {
    en: "Row {row} of {file} holds more than {limit} characters; shorten its texts",
    fr: "La ligne {row} de {file} contient plus de {limit} caractères ; raccourcissez ses textes",
  },
  too_many_fields: {
    en: "Row {row} of {file} names a field beyond the first {limit} of the file; remove fields",
    fr: "La ligne {row} de {file} nomme un champ au-delà des {limit} premiers du fichier ; retirez des champs",
  },
  archive_broken: {
    en: "{file} is cut off or damaged; send it again",
    fr: "{file} est tronqué ou endommagé ; renvoyez-le",
  },
  archive_bomb: {
    en: "{file} would unpack to more than {times} times its size, which no list does; send it unpacked",
    fr: "{file} donnerait plus de {times} fois sa taille une fois décompressé, ce qu'aucune liste ne fait ; envoyez-le décompressé",
  },
  archive_overlapping: {
    en: "The files in {file} lie over each other; pack it again",
    fr: "Les fichiers de {file} se chevauchent ; recompressez-le",
  },
  archive_too_many_entries: {
    en: "{file} holds {entries} files, more than {limit}; send the list alone",
    fr: "{file} contient {entries} fichiers, plus de {limit} ; envoyez la liste seule",
  },
  archive_many_files: {
    en: "{file} holds several lists ({names}); send one at a time",
    fr: "{file} contient plusieurs listes ({names}) ; envoyez-les une par une",
  },
  archive_other_form: {
    en: "{file} holds files of one product each, and {entry} is of another form; leave it out",
    fr: "{file} contient des fichiers d'un produit chacun, et {entry} a une autre forme ; retirez-le",
  },
  archive_no_file: {
    en: "{file} holds no .csv, .tsv, .txt, .json, .xml, .xlsx or .ods file",
    fr: "{file} ne contient pas de fichier .csv, .tsv, .txt, .json, .xml, .xlsx ou .ods",
  },
  archive_nested: {
    en: "{file} holds another archive; send the list itself, packed once at most",
    fr: "{file} contient une autre archive ; envoyez la liste elle-même, compressée une fois au plus",
  },
  archive_protected: {
    en: "{file} is protected by a password; pack it without one",
    fr: "{file} est protégé par un mot de passe ; recompressez-le sans mot de passe",
  },
  archive_method: {
    en: "{file} is packed by method {method}, which is not read; pack it the usual way (deflate)",
    fr: "{file} est compressé par la méthode {method}, qui n'est pas lue ; recompressez-le de façon usuelle (deflate)",
  },
  encoding_unknown: {
    en: "{file} declares the encoding {encoding}, which is not known; save it as UTF-8",
    fr: "{file} déclare l'encodage {encoding}, qui n'est pas connu ; enregistrez-le en UTF-8",
  },
  xml_broken: {
    en: "{file} is no well-formed XML at line {line}, column {column}: {detail}",
    fr: "{file} n'est pas du XML bien formé, ligne {line}, colonne {column} : {detail}",
  },
  xml_doctype: {
    en: "Line {line} of {file} declares entities in its DOCTYPE, which is refused; remove the DOCTYPE",
    fr: "La ligne {line} de {file} déclare des entités dans son DOCTYPE, ce qui est refusé ; retirez le DOCTYPE",
  },
  xml_entity: {
    en: "Line {line} of {file} uses an entity that XML does not know ({detail}); write the character itself",
    fr: "La ligne {line} de {file} utilise une entité que XML ne connaît pas ({detail}) ; écrivez le caractère lui-même",
  },
  json_broken: {
    en: "Line {line} of {file} is no valid JSON: {detail}",
    fr: "La ligne {line} de {file} n'est pas du JSON valide : {detail}",
  },
  line_no_object: {
    en: "Line {line} of {file} is no object; write one product as a JSON object on each line",
    fr: "La ligne {line} de {file} n'est pas un objet ; écrivez un produit en objet JSON par ligne",
  },
  no_list: {
    en: "{file} holds no list of products: no objects or elements with fields were found",
    fr: "{file} ne contient pas de liste de produits : aucun objet ou élément avec des champs",
  },
  no_such_path: {
    en: "{file} has nothing at {path}; it has: {paths}",
    fr: "{file} n'a rien à {path} ; il a : {paths}",
  },
  too_deep: {
    en: "Line {line} of {file} is nested more than {limit} levels deep",
    fr: "La ligne {line} de {file} est imbriquée sur plus de {limit} niveaux",
  },
  value_too_long: {
    en: "A value at line {line} of {file} is longer than {limit} characters",
    fr: "Une valeur à la ligne {line} de {file} dépasse {limit} caractères",
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
