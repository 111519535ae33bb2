// The package has no types of its own: what we use of it.
declare module "sanitize-html" {
  function sanitizeHtml(html: string, options: sanitizeHtml.Options): string;
  namespace sanitizeHtml {
    interface Tag {
      tagName: string;
      attribs: Record<string, string>;
    }
    interface Options {
      allowedTags: false;
      allowedAttributes: false;
      allowVulnerableTags: true;
      allowedSchemesAppliedToAttributes: string[];
      parseStyleAttributes: false;
      nonTextTags?: string[];
      exclusiveFilter?: (frame: { tag: string }) => boolean;
      transformTags?: Record<string, (tagName: string, attributes: Record<string, string>) => Tag>;
    }
  }
  export = sanitizeHtml;
}
