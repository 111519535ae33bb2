import { Type } from "@sinclair/typebox";
import { textField } from "../../kit/resource/fields.ts";

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: "\\S", examples: ["Web shop, France"] });

/** Which texts are languages is checked by `requireLanguages`. */
export const Language = Type.String({ minLength: 2, maxLength: 2, examples: ["fr"] });

export function codeField(description: string) {
  const Code = Type.String({ minLength: 1, maxLength: 50, pattern: "\\S", description, examples: ["web-fr"] });
  return textField(Code, { shown: Code });
}

export const nameField = () => textField(Name, { shown: Name });
