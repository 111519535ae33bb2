import { SaxesParser, type SaxesTagPlain } from "saxes";
import { FileUnreadable } from "../file-unreadable.ts";
import { ONIX_NAMES } from "./onix-names.ts";

/** What comes by in an XML text, in its order. Names keep their prefixes; the short ones of ONIX come as its long ones. */
export interface XmlEvents {
  /** `written`: the name as it stands. */
  open(name: string, attributes: Record<string, string>, written: string): void;
  text(text: string): void;
  close(name: string): void;
  /** An instruction for programs: `<?target body?>`. */
  instruction?(target: string, body: string): void;
}

const DEPTH_MAX = 100;
/** Characters without an end of a tag or of a text. */
const QUIET_MAX = 4 * 1024 * 1024;
/** What is handed to the parser at a time, so that it cannot gather much before we look. */
const PIECE_LENGTH = 64 * 1024;
/** An entity other than a part of the declarations themselves: those are read by none. */
const DECLARED_ENTITY = /<!ENTITY(?!\s+%\s+[\w.:-]+\s+(?:"[^"]*"|'[^']*')\s*>)/i;
const ENTITY = /undefined entity|entity/i;
/** The outermost element of ONIX with short names. */
const ONIX_SHORT = "ONIXmessage";

/** Reads an XML text piece by piece. */
export interface XmlFeed {
  write(text: string): void;
  end(): void;
  /** Characters so far. */
  readonly position: number;
}

/**
 * Opens a strict reader of XML that takes nothing from outside: entities may not be declared, what a document type names is
 * not fetched. Throws FileUnreadable: xml_broken, xml_doctype for one that declares entities, xml_entity, too_deep,
 * value_too_long.
 */
export function openXml(file: string, events: XmlEvents): XmlFeed {
  const parser = new SaxesParser({ xmlns: false, position: true });
  let depth = 0;
  let quiet = 0;
  let isOnix = false;
  const nameOf = ({ name }: SaxesTagPlain) => (isOnix ? (ONIX_NAMES.get(name) ?? name) : name);
  const heard = () => {
    quiet = 0;
  };
  parser.on("error", ({ message }) => {
    // `12:5: text` is how the parser says where.
    const detail = message.replace(/^(?:[^ ]*:)?\d+:\d+: /, "").slice(0, 200);
    const place = { file, line: parser.line, column: parser.column };
    if (ENTITY.test(detail)) throw new FileUnreadable("xml_entity", { ...place, detail });
    throw new FileUnreadable("xml_broken", { ...place, detail });
  });
  parser.on("doctype", (doctype) => {
    heard();
    // What is named before the brackets is not fetched. Between them stand declarations: of elements, as BMEcat 1.2 extends
    // its own with, and of entities, which a text could be blown up or filled from outside by.
    if (DECLARED_ENTITY.test(doctype)) throw new FileUnreadable("xml_doctype", { file, line: parser.line });
  });
  parser.on("opentag", (tag: SaxesTagPlain) => {
    heard();
    if (++depth > DEPTH_MAX) throw new FileUnreadable("too_deep", { file, line: parser.line, limit: DEPTH_MAX });
    if (depth === 1) isOnix = tag.name === ONIX_SHORT;
    events.open(nameOf(tag), tag.attributes, tag.name);
  });
  parser.on("text", (found) => {
    heard();
    if (depth > 0) events.text(found);
  });
  parser.on("cdata", (found) => {
    heard();
    events.text(found);
  });
  parser.on("comment", heard);
  parser.on("processinginstruction", ({ target, body }) => {
    heard();
    events.instruction?.(target, body);
  });
  parser.on("closetag", (tag: SaxesTagPlain) => {
    heard();
    depth--;
    events.close(nameOf(tag));
  });
  return {
    write: (given) => {
      for (let at = 0; at < given.length; at += PIECE_LENGTH) {
        const piece = given.slice(at, at + PIECE_LENGTH);
        quiet += piece.length;
        parser.write(piece);
        if (quiet > QUIET_MAX) {
          throw new FileUnreadable("value_too_long", { file, line: parser.line, limit: QUIET_MAX });
        }
      }
    },
    end: () => void parser.close(),
    get position() {
      return parser.position;
    },
  };
}

/** A name without the prefix of its namespace. */
export function localName(name: string): string {
  const colon = name.indexOf(":");
  return colon === -1 ? name : name.slice(colon + 1);
}
