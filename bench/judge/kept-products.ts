/** A product with all that is known of it: what a text may say, and no more. */
export interface KeptProduct {
  title: string;
  brand: string;
  category: string;
  /** Fields of the catalog. */
  fields: Record<string, string | number>;
  attributes: Record<string, unknown>;
  /** Lines of a data sheet. */
  sheet: readonly string[];
}

type Row = [
  title: string,
  brand: string,
  category: string,
  fields: KeptProduct["fields"],
  attributes?: KeptProduct["attributes"],
  sheet?: readonly string[],
];

const HOME = "Maison";
const GARDEN = "Jardin";
const TOOLS = "Outillage";
const SPORT = "Sport";
const FOOD = "Épicerie";
const kg = (value: number) => ({ value, unit: "kg" });
const litres = (value: number) => ({ value, unit: "l" });
const watts = (value: number) => ({ value, unit: "W" });

/** Forty products, all invented for this, from one that has a name alone to some with data sheets. In French. */
const ROWS: readonly Row[] = [
  ["Chaise Nordlys", "Fjellheim", HOME, { color: "Bleu", material: "Chêne", weight: 4.2, height: 80 }],
  ["Table Fjord 180", "Fjellheim", HOME, { material: "Frêne", width: 180, depth: 90, height: 75 }, { Places: 6 }],
  ["Banc Skog", "Fjellheim", GARDEN, { material: "Pin", width: 120, height: 46 }, { Charge: kg(220) }],
  ["Étagère Linje", "Fjellheim", HOME, { material: "Acier", color: "Noir", height: 190 }, { Tablettes: 5 }],
  ["Tabouret Stubb", "Fjellheim", HOME, {}],
  ["Lampe Halo 40", "Lumenor", HOME, { color: "Blanc", weight: 1.1 }, { Puissance: watts(9), Culot: "E27" }],
  ["Lampadaire Arc", "Lumenor", HOME, { color: "Laiton", height: 172 }, { Puissance: watts(14) }],
  ["Applique Duo", "Lumenor", HOME, { material: "Aluminium" }, { Faisceaux: 2 }, ["Montage mural, deux vis fournies."]],
  ["Guirlande Perle", "Lumenor", GARDEN, {}, { Ampoules: 20 }, ["Longueur du câble : 8 m."]],
  ["Lampe de bureau Clip", "Lumenor", HOME, {}],
  [
    "Tondeuse Verda 36",
    "Verda",
    GARDEN,
    { weight: 16.5, color: "Vert" },
    { Largeur_de_coupe: "36 cm", Bac: litres(40) },
  ],
  ["Taille-haie Verda 55", "Verda", GARDEN, { weight: 3.4 }, { Lame: "55 cm", Puissance: watts(600) }],
  ["Arrosoir Rosée", "Verda", GARDEN, { color: "Gris", material: "Zinc" }, { Contenance: litres(9) }],
  ["Tuyau Rosée 25", "Verda", GARDEN, {}, { Longueur: "25 m" }, ["Diamètre intérieur : 13 mm."]],
  ["Sécateur Rosée", "Verda", GARDEN, {}],
  ["Perceuse Torka 750", "Torka", TOOLS, { weight: 1.9 }, { Puissance: watts(750), Mandrin: "13 mm" }],
  ["Visseuse Torka 12", "Torka", TOOLS, { weight: 1.1 }, { Tension: "12 V", Couple: "30 Nm" }],
  ["Scie Torka 1200", "Torka", TOOLS, { weight: 4.1 }, { Puissance: watts(1200) }, ["Lame de 165 mm de diamètre."]],
  ["Ponceuse Torka 280", "Torka", TOOLS, {}, { Puissance: watts(280) }, ["Plateau de 187 x 90 mm."]],
  ["Coffret de forets Torka", "Torka", TOOLS, { material: "Acier" }, { Pièces: 19 }],
  ["Marteau Rivet", "Torka", TOOLS, { weight: 0.6 }, { Manche: "Hickory" }],
  ["Niveau Rivet 60", "Torka", TOOLS, { width: 60, material: "Aluminium" }, { Fioles: 3 }],
  ["Vélo Cima 28", "Cima", SPORT, { weight: 13.8, color: "Rouge" }, { Vitesses: 21, Cadre: "Aluminium" }],
  ["Casque Cima", "Cima", SPORT, { weight: 0.3, color: "Jaune" }, { Tour_de_tête: "54-58 cm" }],
  ["Sac à dos Cima 22", "Cima", SPORT, { color: "Vert", material: "Polyester" }, { Volume: litres(22) }],
  ["Tente Bivouac 2", "Cima", SPORT, { weight: 2.4 }, { Places: 2 }, ["Colonne d'eau : 3000 mm.", "Deux entrées."]],
  ["Matelas Bivouac", "Cima", SPORT, { width: 55, weight: 0.5 }, {}, ["Longueur : 183 cm. Gonflage par valve."]],
  ["Gourde Cima", "Cima", SPORT, { material: "Inox" }, { Contenance: "750 ml" }],
  ["Haltères Cima", "Cima", SPORT, {}],
  ["Casserole Braisa 20", "Braisa", HOME, { material: "Inox" }, { Diamètre: "20 cm", Contenance: litres(2.7) }],
  ["Poêle Braisa 28", "Braisa", HOME, { material: "Fonte", weight: 2.6 }, { Diamètre: "28 cm" }],
  ["Couteau Braisa", "Braisa", HOME, { material: "Acier" }, { Lame: "20 cm" }, ["Manche en hêtre."]],
  ["Bouilloire Vapo", "Braisa", HOME, { color: "Noir" }, { Puissance: watts(2200), Contenance: litres(1.7) }],
  ["Grille-pain Vapo", "Braisa", HOME, { color: "Rouge" }, { Fentes: 2, Puissance: watts(850) }],
  ["Bol Terre", "Braisa", HOME, { material: "Grès", color: "Ocre" }],
  ["Café en grains Alba", "Alba", FOOD, { country_of_origin: "ET" }, { Poids_net: "500 g" }],
  ["Huile d'olive Alba", "Alba", FOOD, { country_of_origin: "GR" }, { Contenance: "750 ml" }],
  ["Miel de tilleul Alba", "Alba", FOOD, { country_of_origin: "HU" }, { Poids_net: "250 g" }],
  ["Pâtes Alba", "Alba", FOOD, { country_of_origin: "IT" }, { Poids_net: "500 g", Cuisson: "9 min" }],
  ["Confiture d'abricots Alba", "Alba", FOOD, {}, {}, ["Ingrédients : abricots, sucre de canne.", "Pot de 340 g."]],
];

export const KEPT_PRODUCTS: readonly KeptProduct[] = ROWS.map(
  ([title, brand, category, fields, attributes = {}, sheet = []]) => {
    // A name of an attribute is written with spaces.
    const named = Object.entries(attributes).map(([name, value]) => [name.replaceAll("_", " "), value]);
    return { title, brand, category, fields, attributes: Object.fromEntries(named), sheet };
  },
);
