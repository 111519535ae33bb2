/** The column of an export that says what language its texts are in, where that is not the pivot. The import reads it. */
export const LANGUAGE_COLUMN = "content_language";
