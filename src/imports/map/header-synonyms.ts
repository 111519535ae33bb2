/**
 * How headers call the targets in French, English, German, Spanish, Italian, Dutch and Polish, the likeliest first:
 * lower case, without accents, units and currencies, words parted by blanks. What the API calls a field need not be
 * here. A header may be one target's name in full and yet mean another more often (`gtin`); then the more frequent
 * meaning stands first in this list of targets.
 */
export const HEADER_SYNONYMS: Record<string, string> = {
  ean:
    "ean, ean13, ean 13, code ean, code ean13, code ean 13, ean code, barcode, bar code, code barre, code barres, code a barres, " +
    "gencod, gencode, gtin, gtin13, gtin 13, gtin14, gtin upc, upc ean, ean upc, upc, codigo de barras, codigo ean, " +
    "cod barras, cod ean, ean8, ean 8, codice ean, codice a barre, barcode ean, streepjescode, strichcode, ean nummer, ean nr, " +
    "ean gtin, gtin ean, kod ean, kod kreskowy, ean kod, isbn13, isbn 13, isbn ean, isbn, barcodenummer, global trade item number",
  supplier_reference:
    "supplier reference, supplier ref, supplier sku, supplier part number, supplier item number, supplier article number, " +
    "vendor sku, vendor part number, vendor item number, ref fourn, ref fournisseur, reference fournisseur, " +
    "code article fournisseur, lieferanten artikelnummer, lieferantenartikelnummer, lieferanten art nr, artikelnummer lieferant, " +
    "referencia proveedor, ref proveedor, codigo articulo proveedor, rif fornitore, riferimento fornitore, referenza fornitore, " +
    "codice articolo fornitore, leveranciersreferentie, artikelnummer leverancier, artikelcode leverancier, " +
    "indeks dostawcy, numer katalogowy dostawcy, code fournisseur",
  supplier_code:
    "supplier code, supplier number, supplier no, vendor code, vendor number, vendor no, code fournisseur, no fournisseur, " +
    "numero fournisseur, lieferantencode, lieferantennummer, lieferanten nr, lieferantennr, codigo proveedor, cod proveedor, " +
    "codice fornitore, cod fornitore, leverancierscode, leveranciersnummer, kod dostawcy, numer dostawcy",
  sku:
    "sku, ref, reference, reference interne, ref interne, ref cip7, cip7, cip, code cip, article code, code article, " +
    "ref article, item code, item number, item no, article number, article no, product code, code produit, product number, product no, " +
    "ref produit, reference produit, reference article, part number, part no, stock code, internal reference, numero article, no article, n article, " +
    "artikelnummer, artikel nr, artikelnr, art nr, artnr, artikel nummer, bestellnummer, bestell nr, produktnummer, sachnummer, materialnummer, " +
    "referencia, codigo, codigo articulo, codigo producto, cod articulo, ref interna, codice, codice articolo, codice prodotto, cod articolo, " +
    "riferimento, artikelcode, productcode, productnummer, bestelnummer, indeks, symbol, numer katalogowy, kod produktu, kod towaru, " +
    "nr katalogowy, numer artykulu, item, artikel, article, articulo, articolo, towar, product id, id produit, article id, item id, id",
  name:
    "name, title, product name, item name, product title, article name, item description, product description, designation, libelle, " +
    "libelle produit, libelle article, nom, nom du produit, nom produit, intitule, titre, bezeichnung, artikelbezeichnung, produktbezeichnung, " +
    "artikelname, produktname, produkttitel, titel, nombre, nombre producto, denominacion, titulo, nome, nome prodotto, denominazione, titolo, " +
    "naam, productnaam, artikelnaam, artikelomschrijving, omschrijving, benaming, producttitel, nazwa, nazwa produktu, nazwa towaru, tytul, " +
    "article, artikel, articulo, articolo, artykul, item, product, produit, produkt, producto, prodotto, towar",
  short_description:
    "short description, short desc, description courte, resume, description breve, kurzbeschreibung, kurztext, kurzbezeichnung, " +
    "descripcion corta, descripcion breve, resumen, descrizione breve, korte omschrijving, korte beschrijving, krotki opis, opis krotki",
  marketing_description:
    "marketing description, description marketing, description commerciale, marketing text, marketing copy, texte marketing, texte commercial, " +
    "werbetext, marketingtext, descripcion comercial, descrizione commerciale, commerciele tekst, opis marketingowy",
  seo_title:
    "seo title, titre seo, meta title, titre meta, meta titre, balise titre, seo titel, meta titel, titulo seo, meta titulo, titolo seo, meta titolo, tytul seo",
  seo_meta_description:
    "seo meta description, meta description, seo description, metadescription, meta descripcion, meta beschreibung, descrizione meta, meta omschrijving, meta opis",
  seo_keywords:
    "seo keywords, meta keywords, meta keyword, keywords, search terms, mots cles, meta mots cles, suchbegriffe, schlusselworter, stichworte, palabras clave, " +
    "parole chiave, zoekwoorden, trefwoorden, slowa kluczowe",
  description:
    "description, long description, full description, description longue, description complete, descriptif, descriptif produit, body, body html, " +
    "beschreibung, langbeschreibung, produktbeschreibung, artikelbeschreibung, langtext, descripcion, descripcion larga, descrizione, descrizione lunga, " +
    "beschrijving, lange omschrijving, lange beschrijving, productbeschrijving, opis, opis produktu, dlugi opis",
  promotional_text:
    "promotional text, texte promotionnel, promo text, accroche, aktionstext, texto promocional, testo promozionale, promotietekst",
  url_slug: "url slug, slug, handle, url key, friendly url, url rewritten, url simplifiee, url amigable",
  bullet_points:
    "bullet points, bullets, bullet point, points forts, puces, aufzahlungspunkte, puntos clave, punti elenco, opsommingstekens",
  key_features:
    "key features, features, caracteristiques cles, caracteristiques, atouts, merkmale, produktmerkmale, caracteristicas, caratteristiche, kenmerken, cechy",
  brand_id: "brand id, id marque, manufacturer id",
  brand:
    "brand, brands, brand name, marque, marques, nom de marque, labo, laboratoire, laboratory, manufacturer, manufacturer name, maker, fabricant, vendor, " +
    "hersteller, marke, herstellername, markenname, marca, fabricante, marchio, produttore, merk, merknaam, fabrikant, marka, producent, publisher, editeur",
  category_id: "category id, id categorie, categorie id, kategorie id",
  category:
    "category, categories, category path, category name, product category, product type, product group, item group, type, categorie, famille, " +
    "famille produit, rayon, arborescence, gamme, kategorie, kategorien, warengruppe, produktgruppe, artikelgruppe, kategoriepfad, categoria, categorias, " +
    "familia, famiglia, reparto, gruppo merceologico, productgroep, artikelgroep, categorienaam, kategoria, kategorie produktu, grupa towarowa, grupa",
  cost_price:
    "cost price, cost, unit cost, cost per item, purchase price, buying price, wholesale price, net price, trade price, dealer price, price ht, price net, " +
    "price excl tax, ex factory price, factory price, prix achat, paht, pa, puht, pu ht, prix unitaire ht, prix achat ht, pa ht, prix net, prix ht, prix de revient, prix revendeur, prix grossiste, " +
    "tarif ht, price tax excluded, ek, ek preis, ek netto, einkaufspreis, einstandspreis, nettopreis, preis netto, handlerpreis, hek, precio compra, " +
    "precio de coste, precio coste, coste, precio neto, precio sin iva, prezzo acquisto, prezzo di acquisto, costo, prezzo netto, prezzo senza iva, " +
    "inkoopprijs, inkoop, kostprijs, nettoprijs, prijs excl, cena zakupu, cena netto, cena hurtowa, koszt",
  compare_at_price:
    "compare at price, list price, msrp, rrp, srp, recommended retail price, suggested retail price, old price, was price, prix barre, prix conseille, " +
    "prix public conseille, ppc, pvc, ancien prix, uvp, uvp brutto, unverbindliche preisempfehlung, listenpreis, streichpreis, pvr, pvpr, pvp recomendado, " +
    "precio recomendado, precio anterior, prezzo consigliato, prezzo di listino, adviesprijs, adviesverkoopprijs, van prijs, cena katalogowa, cena sugerowana, stara cena",
  map_price:
    "map price, map, minimum advertised price, prix minimum, mindestpreis, precio minimo, prezzo minimo, minimumprijs, cena minimalna",
  price:
    "price, price ttc, price gross, public price, prix, prix ttc, prix de vente, prix vente, prix public, prix public ttc, prix vente ttc, prix de vente ttc, pvp, pvttc, pv ttc, pv, pvht, tarif, " +
    "tarif ttc, retail price, regular price, selling price, sale price, sales price, unit price, price incl tax, price tax included, prix unitaire, pu, preis, " +
    "preis brutto, vk, vk preis, vk brutto, verkaufspreis, endpreis, ladenpreis, einzelpreis, stuckpreis, bruttopreis, precio, precio venta, precio de venta, pvp iva incluido, " +
    "precio con iva, precio unitario, prezzo, prezzo di vendita, prezzo vendita, prezzo pubblico, prezzo al pubblico, prezzo ivato, prijs, verkoopprijs, " +
    "consumentenprijs, stukprijs, prijs incl, cena, cena brutto, cena sprzedazy, cena detaliczna, cena jednostkowa",
  tax_rate:
    "tax rate, tva, taux tva, taux de tva, tax, taxe, vat, vat rate, vat percent, sales tax, mwst, mwst satz, mehrwertsteuer, mehrwertsteuersatz, ust, ust satz, umsatzsteuer, steuersatz, iva, " +
    "tipo iva, tipo de iva, aliquota iva, aliquota, btw, btw tarief, btw percentage, vat stawka, stawka vat",
  stock:
    "stock, stock quantity, stock qty, stock level, stock on hand, qty in stock, quantity in stock, quantity, qty, quantite, qte, qte stock, quantite en stock, " +
    "quantite stock, qte disponible, stock disponible, stock dispo, dispo, en stock, inventory, inventory quantity, inventory qty, available, available quantity, on hand, bestand, lagerbestand, " +
    "lagermenge, verfugbare menge, anzahl, menge, lager, existencias, cantidad, cantidad disponible, unidades disponibles, giacenza, quantita, quantita disponibile, qta, scorta, " +
    "disponibilita, voorraad, aantal, beschikbaar, voorraadaantal, stan, stan magazynowy, ilosc, dostepna ilosc, zapas",
  package_weight:
    "package weight, parcel weight, packed weight, poids colis, poids du colis, poids emballe, shipping weight, versandgewicht, paketgewicht, peso embalaje, peso paquete, peso imballo, " +
    "verpakkingsgewicht, verzendgewicht, waga paczki, waga opakowania",
  package_length:
    "package length, parcel length, longueur colis, paketlange, verpackungslange, largo paquete, lunghezza imballo, lengte verpakking",
  package_width:
    "package width, parcel width, largeur colis, paketbreite, verpackungsbreite, ancho paquete, larghezza imballo, breedte verpakking",
  package_height:
    "package height, parcel height, hauteur colis, pakethohe, verpackungshohe, alto paquete, altezza imballo, hoogte verpakking",
  weight:
    "weight, net weight, item weight, unit weight, gross weight, grams, poids, poids net, poids unitaire, poids brut, gewicht, nettogewicht, gewicht netto, gewicht brutto, " +
    "bruttogewicht, peso, peso neto, peso bruto, peso netto, peso lordo, nettogewicht, brutogewicht, waga, waga netto, waga brutto, masa",
  width: "width, item width, largeur, breite, ancho, anchura, larghezza, breedte, szerokosc",
  height: "height, item height, hauteur, hohe, alto, altura, altezza, hoogte, wysokosc",
  depth:
    "depth, length, item length, profondeur, longueur, tiefe, lange, profundidad, profondita, lunghezza, largo, longitud, fondo, diepte, lengte, glebokosc, dlugosc",
  asin: "asin, amazon asin",
  upc: "upc, upc a, upc code, code upc",
  gtin: "gtin, gtin14, gtin 14",
  external_id: "external id, id externe, externe id, id externo, id esterno, extern id, zewnetrzne id",
  mpn:
    "mpn, manufacturer part number, manufacturer reference, manufacturer code, manufacturer sku, manufacturer number, manufacturer no, mfr part number, mfg part number, oem number, " +
    "ref fabricant, reference fabricant, code fabricant, ref constructeur, reference constructeur, herstellernummer, hersteller nr, herstellernr, hersteller artikelnummer, hersteller art nr, " +
    "herstellerartikelnummer, herstellerteilenummer, referencia fabricante, ref fabricante, codigo fabricante, codice produttore, codice costruttore, riferimento produttore, fabrikantscode, fabrikantcode, " +
    "fabrikant artikelnummer, fabrikantnummer, artikelnummer fabrikant, kod producenta, numer producenta, symbol producenta",
  unit_of_measure:
    "unit of measure, uom, unit, sales unit, unite, unite de vente, unite de mesure, uv, einheit, mengeneinheit, verkaufseinheit, me, unidad, unidad de medida, unidad de venta, unita, " +
    "unita di misura, um, eenheid, verkoopeenheid, jednostka, jednostka miary, jm, j m",
  package_quantity:
    "package quantity, pack size, pack quantity, pack qty, case pack, case quantity, units per pack, units per case, units per box, units per carton, carton quantity, inner pack, colisage, conditionnement, pcb, " +
    "qte par colis, quantite par colis, uvc par colis, verpackungseinheit, verpackungsmenge, ve, vpe, inhalt pro packung, unidades por caja, uds caja, unidades por paquete, " +
    "pezzi per confezione, confezione, pezzi per cartone, verpakkingseenheid, stuks per doos, inhoud verpakking, ilosc w opakowaniu, sztuk w opakowaniu, sztuk w kartonie",
  min_order_quantity:
    "min order quantity, minimum order quantity, min order qty, minimum order, min qty, minimum quantity, minimal quantity, moq, quantite minimum, quantite minimale, minimum de commande, qte mini, mini de commande, " +
    "mindestbestellmenge, mindestmenge, mindestabnahme, cantidad minima, pedido minimo, quantita minima, ordine minimo, minimale bestelhoeveelheid, minimum afname, minimale afname, minimalna ilosc, minimalne zamowienie",
  max_order_quantity:
    "max order quantity, maximum order quantity, max qty, quantite maximum, quantite maximale, hochstbestellmenge, cantidad maxima, quantita massima, maximale bestelhoeveelheid",
  order_increment:
    "order increment, order multiple, multiple de commande, bestellschritt, multiplo de pedido, multiplo ordine, besteleenheid",
  lead_time_days:
    "lead time days, lead time, delivery time, delivery days, handling time, delai, delai de livraison, delai livraison, delai d approvisionnement, lieferzeit, lieferfrist, lieferzeit tage, plazo de entrega, " +
    "plazo entrega, tempo di consegna, tempi di consegna, giorni di consegna, levertijd, levertijd dagen, czas dostawy, czas realizacji",
  hs_code:
    "hs code, hs, hts code, tariff code, tariff number, commodity code, customs tariff number, taric, code hs, code sh, code douanier, code douane, nomenclature douaniere, nomenclature, customs code, zolltarif, zolltarifnummer, zolltarif nr, " +
    "warennummer, statistische warennummer, codigo arancelario, codigo taric, partida arancelaria, codice doganale, voce doganale, goederencode, douanecode, kod cn, kod celny, taryfa celna",
  country_of_origin:
    "country of origin, origin, origin country, country, country of manufacture, made in, pays d origine, pays origine, origine, pays, pays de fabrication, provenance, ursprungsland, herkunftsland, herkunft, ursprung, " +
    "pais de origen, pais origen, pais, origen, paese di origine, paese origine, origine paese, paese, land van herkomst, herkomst, land, kraj pochodzenia, kraj",
  dangerous_goods:
    "dangerous goods, hazmat, hazardous, matieres dangereuses, produit dangereux, gefahrgut, mercancias peligrosas, merci pericolose, gevaarlijke stoffen",
  dangerous_goods_class: "dangerous goods class, hazard class, classe de danger, gefahrgutklasse, gefahrklasse",
  energy_class:
    "energy class, energy rating, energy label, classe energetique, etiquette energie, energieeffizienzklasse, energieklasse, energielabel, clase energetica, eficiencia energetica, classe energetica, energieklasse, klasa energetyczna",
  color: "color, colour, couleur, coloris, farbe, color principal, colore, kleur, kolor, barwa",
  size: "size, taille, pointure, grosse, talla, tamano, taglia, misura, maat, rozmiar",
  material: "material, matiere, materiau, composition, materiale, materiaal, materialien, composicion, materia",
  warranty_duration:
    "warranty duration, warranty, warranty months, garantie, duree de garantie, garantie mois, garantiezeit, garantia, meses de garantia, garanzia, garantietermijn, gwarancja",
  shopping_category:
    "shopping category, google product category, google category, google shopping category, categorie google, kategoria google",
  marketplace_category: "marketplace category, categorie marketplace, marktplatz kategorie",
  status: "status, statut, estado, stato, state",
  lifecycle_status: "lifecycle status, lifecycle, cycle de vie, lebenszyklus",
  is_active:
    "is active, active, enabled, actif, active 0 1, aktiv, activo, activado, attivo, actief, aktywny, published, publie, en ligne, online",
  image_urls:
    "image urls, image url, images, image, main image, base image, additional images, image link, image src, photo, photos, photo url, picture, pictures, picture url, url image, url photo, lien image, image 1, " +
    "bild, bilder, bild url, bildlink, produktbild, hauptbild, imagen, imagenes, url imagen, foto, foto url, immagine, immagini, url immagine, afbeelding, afbeeldingen, afbeelding url, zdjecie, zdjecia, url zdjecia",
  tags: "tags, tag, etiquettes, schlagworte, schlagworter, etiquetas, etichette, etykiety, tagi",
};
