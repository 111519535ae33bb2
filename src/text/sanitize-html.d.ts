// The package has no types of its own: what we use of it.
declare module "sanitize-html" {
  function sanitizeHtml(html: string, options: sanitizeHtml.Options): string;
  namespace sanitizeHtml {
    interface Tag {
      tagName: string;
      attribs: Record<string, string>;
    }
    interface Options {
      allowedTags: readonly string[];
      allowedAttributes: Readonly<Record<string, readonly string[]>>;
      /** Dropped with what is in them, where they are not allowed. */
      nonTextTags: readonly string[];
      allowedSchemes: readonly string[];
      allowedSchemesByTag: Readonly<Record<string, readonly string[]>>;
      allowedSchemesAppliedToAttributes: readonly string[];
      parseStyleAttributes: false;
      transformTags: Record<string, (tagName: string, attributes: Record<string, string>) => Tag>;
      onOpenTag?: () => void;
      onCloseTag?: () => void;
    }
  }
  export = sanitizeHtml;
}
