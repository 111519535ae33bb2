/**
 * How headers call the targets in French, English, German, Spanish, Italian, Dutch and Polish, the likeliest first:
 * lower case, without accents and units, words parted by blanks. A header may be one target's name in full and yet mean
 * another more often (`gtin`); then the more frequent meaning stands first in this list of targets.
 */
export const HEADER_SYNONYMS: Record<string, string> = {
  ean:
    "ean, ean13, ean 13, code ean, code ean13, ean code, barcode, bar code, code barre, code barres, code a barres, " +
    "gencod, gencode, gtin, gtin13, gtin 13, gtin14, gtin upc, upc ean, ean upc, upc, codigo de barras, codigo ean, " +
    "cod barras, codice ean, codice a barre, barcode ean, streepjescode, strichcode, ean nummer, ean gtin, kod ean, " +
    "kod kreskowy, isbn13, isbn 13, isbn ean, isbn",
  supplier_reference:
    "supplier reference, supplier ref, supplier sku, supplier code, supplier part number, vendor sku, ref fourn, " +
    "ref fournisseur, reference fournisseur, code fournisseur, lieferantennummer, lieferanten artikelnummer, " +
    "lieferantenartikelnummer, referencia proveedor, ref proveedor, codice fornitore, rif fornitore, " +
    "referenza fornitore, leveranciersreferentie, artikelnummer leverancier, kod dostawcy",
  sku:
    "sku, ref, reference, reference interne, ref interne, ref cip7, cip7, cip, code cip, article code, code article, " +
    "ref article, item code, item number, product code, code produit, product number, product id, id produit, " +
    "part number, artikelnummer, artikel nr, artikelnr, art nr, bestellnummer, referencia, codigo, codigo articulo, " +
    "codigo producto, codice, codice articolo, codice prodotto, artikelcode, productcode, indeks, symbol, numer katalogowy",
  name:
    "name, title, product name, item name, product title, designation, libelle, libelle produit, nom, nom du produit, " +
    "intitule, titre, bezeichnung, artikelbezeichnung, produktbezeichnung, artikelname, produktname, titel, nombre, " +
    "denominacion, titulo, nome, denominazione, titolo, naam, productnaam, omschrijving, nazwa, nazwa produktu",
  short_description:
    "short description, short desc, description courte, resume, kurzbeschreibung, kurztext, descripcion corta, " +
    "descrizione breve, korte omschrijving, korte beschrijving, krotki opis",
  marketing_description: "marketing description, description marketing, marketing text, texte marketing, werbetext",
  seo_title: "seo title, titre seo, meta title, titre meta, seo titel, titulo seo, titolo seo",
  seo_meta_description: "seo meta description, meta description, seo description, metadescription, meta descripcion",
  seo_keywords:
    "seo keywords, meta keywords, keywords, mots cles, suchbegriffe, palabras clave, parole chiave, zoekwoorden",
  description:
    "description, long description, full description, description longue, descriptif, body, body html, beschreibung, " +
    "langbeschreibung, produktbeschreibung, langtext, descripcion, descripcion larga, descrizione, beschrijving, opis",
  promotional_text: "promotional text, texte promotionnel, promo text, accroche",
  url_slug: "url slug, slug, handle, url key, friendly url, url rewritten",
  bullet_points: "bullet points, bullets, points forts, puces, aufzahlungspunkte",
  key_features:
    "key features, features, caracteristiques cles, atouts, merkmale, caracteristicas, caratteristiche, kenmerken",
  brand_id: "brand id, id marque",
  brand:
    "brand, brands, brand name, marque, marques, labo, laboratoire, laboratory, manufacturer, fabricant, vendor, " +
    "hersteller, marke, herstellername, marca, fabricante, marchio, produttore, merk, fabrikant, marka, producent, publisher, editeur",
  category_id: "category id, id categorie",
  category:
    "category, categories, category path, product category, product type, type, categorie, famille, rayon, kategorie, " +
    "kategorien, warengruppe, produktgruppe, categoria, categorias, familia, famiglia, reparto, productgroep, kategoria, kategorie produktu",
  cost_price:
    "cost price, cost, purchase price, buying price, wholesale price, net price, price ht, prix achat, prix d achat, " +
    "prix ht, prix achat ht, pa ht, prix net, prix de revient, price tax excluded, price excl vat, ek, ek preis, " +
    "einkaufspreis, nettopreis, precio compra, precio coste, coste, precio sin iva, prezzo acquisto, prezzo di acquisto, " +
    "costo, prezzo netto, inkoopprijs, prijs excl btw, cena zakupu, cena netto",
  compare_at_price:
    "compare at price, list price, msrp, rrp, prix barre, prix conseille, prix public conseille, ppc, uvp, pvr, adviesprijs",
  map_price: "map price, map, minimum advertised price, prix minimum",
  price:
    "price, price ttc, prix, prix ttc, prix de vente, prix vente, prix public, prix public ttc, pvp, pv ttc, retail price, " +
    "regular price, selling price, sale price, unit price, prix unitaire, preis, vk, vk preis, verkaufspreis, bruttopreis, " +
    "precio, precio venta, precio con iva, prezzo, prezzo di vendita, prezzo pubblico, prijs, verkoopprijs, cena, cena brutto",
  tax_rate:
    "tax rate, tva, taux tva, taux de tva, tax, vat, vat rate, mwst, mwst satz, ust, steuersatz, iva, tipo iva, aliquota iva, btw, btw tarief, vat stawka",
  stock:
    "stock, stock quantity, stock qty, quantity, qty, quantite, qte, qte stock, quantite en stock, stock disponible, " +
    "inventory, available, on hand, bestand, lagerbestand, menge, existencias, cantidad, giacenza, quantita, " +
    "disponibilita, voorraad, aantal, stan, stan magazynowy, ilosc",
  package_weight:
    "package weight, poids colis, poids du colis, shipping weight, versandgewicht, peso embalaje, peso imballo",
  package_length: "package length, longueur colis",
  package_width: "package width, largeur colis",
  package_height: "package height, hauteur colis",
  weight: "weight, net weight, poids, poids net, kg, gewicht, nettogewicht, peso, peso neto, peso netto, waga",
  width: "width, largeur, breite, ancho, anchura, larghezza, breedte, szerokosc",
  height: "height, hauteur, hohe, alto, altura, altezza, hoogte, wysokosc",
  depth:
    "depth, length, profondeur, longueur, tiefe, lange, profundidad, profondita, lunghezza, largo, diepte, lengte, glebokosc",
  asin: "asin",
  upc: "upc, upc a, upc code",
  gtin: "gtin, gtin14, gtin 14",
  external_id: "external id, id externe, externe id, id externo",
  mpn: "mpn, manufacturer part number, manufacturer reference, ref fabricant, reference fabricant, herstellernummer, herstellerartikelnummer",
  unit_of_measure:
    "unit of measure, uom, unit, unite, unite de vente, einheit, mengeneinheit, unidad, unita, eenheid, jednostka",
  package_quantity:
    "package quantity, pack size, units per pack, colisage, conditionnement, pcb, verpackungseinheit, ve",
  min_order_quantity:
    "min order quantity, minimum order quantity, moq, quantite minimum, mindestbestellmenge, cantidad minima",
  max_order_quantity: "max order quantity, maximum order quantity, quantite maximum",
  lead_time_days:
    "lead time days, lead time, delivery time, delai, delai de livraison, lieferzeit, plazo de entrega, levertijd",
  hs_code: "hs code, code hs, code douanier, nomenclature douaniere, customs code, zolltarifnummer, codigo arancelario",
  country_of_origin:
    "country of origin, origin, origin country, pays d origine, pays origine, origine, ursprungsland, herkunftsland, " +
    "pais de origen, paese di origine, land van herkomst, kraj pochodzenia",
  dangerous_goods: "dangerous goods, hazmat, matieres dangereuses, gefahrgut",
  energy_class: "energy class, classe energetique, energieeffizienzklasse, energieklasse, clase energetica",
  color: "color, colour, couleur, farbe, color principal, colore, kleur, kolor",
  size: "size, taille, pointure, grosse, talla, taglia, maat, rozmiar",
  material: "material, matiere, materiau, materiale, materiaal",
  warranty_duration: "warranty duration, warranty, garantie, garantie mois, garantia, garanzia, gwarancja",
  shopping_category: "shopping category, google product category, google category",
  marketplace_category: "marketplace category",
  status: "status, statut, estado, stato",
  lifecycle_status: "lifecycle status, lifecycle, cycle de vie",
  is_active: "is active, active, actif, aktiv, activo, attivo, actief, published, publie",
  image_urls:
    "image urls, image url, images, image, image src, photo, photos, photo url, picture, pictures, url image, lien image, " +
    "bild, bilder, bild url, imagen, imagenes, foto, immagine, immagini, afbeelding, afbeeldingen, zdjecie, zdjecia",
  tags: "tags, tag, etiquettes, schlagworte, etiquetas, etichette",
};

/** Words that name what every row is, and so tell nothing of a column. */
export const FILLERS: ReadonlySet<string> = new Set(
  "produit product produkt producto prodotto produktu article artikel item variant the of du de des la le les der die das del di d l".split(
    " ",
  ),
);

/** Words that headers name a language with. */
export const LANGUAGE_WORDS: Record<string, string> = {
  francais: "fr",
  french: "fr",
  franzosisch: "fr",
  frances: "fr",
  francese: "fr",
  frans: "fr",
  anglais: "en",
  english: "en",
  englisch: "en",
  ingles: "en",
  inglese: "en",
  engels: "en",
  allemand: "de",
  german: "de",
  deutsch: "de",
  aleman: "de",
  tedesco: "de",
  duits: "de",
  espagnol: "es",
  spanish: "es",
  spanisch: "es",
  espanol: "es",
  spagnolo: "es",
  spaans: "es",
  italien: "it",
  italian: "it",
  italienisch: "it",
  italiano: "it",
  italiaans: "it",
  neerlandais: "nl",
  dutch: "nl",
  niederlandisch: "nl",
  holandes: "nl",
  olandese: "nl",
  nederlands: "nl",
  portugais: "pt",
  portuguese: "pt",
  portugiesisch: "pt",
  portugues: "pt",
  portoghese: "pt",
  portugees: "pt",
  polonais: "pl",
  polish: "pl",
  polnisch: "pl",
  polaco: "pl",
  polacco: "pl",
  pools: "pl",
  polski: "pl",
};
