import { texts } from "../words/words.ts";

/** The words of the search over everything. */
export const w = texts({
  en: {
    title: "Search",
    enter: "Write what you look for in the field above: a product, a code, a brand, a supplier, a screen.",
    nothing: "Nothing found for “{q}”.",
    screens: "Screens",
    products: "Products",
    all: "All products found",
    brands: "Brands",
    categories: "Categories",
    suppliers: "Suppliers",
  },
  fr: {
    title: "Recherche",
    enter:
      "Écrivez ce que vous cherchez dans le champ ci-dessus : un produit, un code, une marque, un fournisseur, un écran.",
    nothing: "Rien trouvé pour « {q} ».",
    screens: "Écrans",
    products: "Produits",
    all: "Tous les produits trouvés",
    brands: "Marques",
    categories: "Catégories",
    suppliers: "Fournisseurs",
  },
});
