interface Node {
  id: string;
  parent: string;
  name: string;
}

const IDS: Readonly<Record<string, "id" | "parent" | "name">> = {
  id: "id",
  parentid: "parent",
  parent_id: "parent",
  name: "name",
};
const DEPTH_MAX = 20;
const NODES_MAX = 100_000;
/** What products say of their category. */
const ID_OF_PRODUCT = /^category_?id$/i;

/**
 * The categories that a feed lists beside its products, as YML does: `<category id="2" parentId="1">Pens</category>`, or with
 * elements for the three.
 */
export class CategoryTree {
  readonly #nodes = new Map<string, Node>();
  /** The elements that are open, in small letters. */
  readonly #open: string[] = [];
  #node: Node | undefined;

  open(name: string, attributes: Record<string, string>): void {
    const outer = this.#open.at(-1);
    const plain = name.toLowerCase();
    this.#open.push(plain);
    if (plain !== "category" || outer !== "categories") return;
    this.#node = { id: "", parent: "", name: "" };
    for (const [attribute, value] of Object.entries(attributes)) {
      const part = IDS[attribute.toLowerCase()];
      if (part) this.#node[part] = value.trim();
    }
  }

  text(found: string): void {
    const last = this.#open.at(-1) ?? "";
    const part = last === "category" ? "name" : IDS[last];
    if (this.#node && part) this.#node[part] += found;
  }

  close(): void {
    const name = this.#open.pop();
    if (!this.#node || name !== "category") return;
    const node = { id: this.#node.id.trim(), parent: this.#node.parent.trim(), name: this.#node.name.trim() };
    this.#node = undefined;
    if (node.id !== "" && node.name !== "" && this.#nodes.size < NODES_MAX) this.#nodes.set(node.id, node);
  }

  /** The path of names to the category that an element of a product names by its id; `undefined` where the tree has none. */
  pathOf(element: string, id: string): string | undefined {
    if (this.#nodes.size === 0 || !ID_OF_PRODUCT.test(element)) return undefined;
    const names: string[] = [];
    for (let at = this.#nodes.get(id.trim()); at && names.length < DEPTH_MAX; at = this.#nodes.get(at.parent)) {
      names.unshift(at.name.replaceAll(">", "›"));
    }
    // A slash would part one name alone.
    return names.length === 1 && names[0]?.includes("/") ? `${names[0]} >` : names.join(" > ") || undefined;
  }
}
