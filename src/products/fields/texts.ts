import { slugOf } from "../../text/name-key.ts";
import { hasText } from "../../text/plain-text.ts";
import { isCode } from "./ean.ts";
import { alias, column, elsewhere, extra, text } from "./field.ts";
import { barcode, formed, html, line, list, title } from "./kinds.ts";
import { setBarcode, setName, setReference } from "./setters.ts";

const lowerCase = (text: string) => text.toLowerCase();
const SLUG_FORM = /^[a-z0-9-]{1,255}$/;
/** What fits stays as it is, so that exports come back unchanged; anything else is made a slug, as a name is. */
const cleanSlug = (text: string) => (SLUG_FORM.test(lowerCase(text)) ? lowerCase(text) : slugOf(text));
const SLUG = {
  pattern: "^[a-z0-9-]*$",
  maxLength: 255,
  cell: { pattern: SLUG_FORM, example: "blue-shirt", clean: cleanSlug, isLeftOut: true as const },
};
const CODE = { isRight: isCode, problem: { type: "invalid_format", key: "validation.ean" } } as const;

/** What a product is called and what is said of it. */
export const TEXTS = {
  barcode: column("ean", barcode("EAN, UPC or GTIN of 8 to 14 digits; unique. Spaces and hyphens are removed."), {
    label: ["EAN", "EAN"],
    importAs: "ean",
    importAliases: ["barcode"],
    exportAs: "ean",
    exportAliases: ["barcode"],
    set: setBarcode,
    changes: "gtin14",
    check: CODE,
    in: ["catalog-export"],
    completeness: { as: "ean", weight: 10, isFilled: (row) => row.ean !== null },
    headers:
      "ean, ean13, ean 13, code ean, code ean13, code ean 13, ean code, barcode, bar code, code barre, " +
      "code barres, code a barres, gencod, gencode, gtin, gtin13, gtin 13, gtin14, gtin upc, upc ean, ean upc, " +
      "upc, codigo de barras, codigo ean, cod barras, cod ean, ean8, ean 8, codice ean, codice a barre, " +
      "barcode ean, streepjescode, strichcode, ean nummer, ean nr, ean gtin, gtin ean, kod ean, kod kreskowy, " +
      "ean kod, isbn13, isbn 13, isbn ean, isbn, barcodenummer, global trade item number, " +
      "codigo de barras ean, cod de bare, codigo barras, čárový kód, carovy kod, čiarový kód, vonalkód, " +
      "баркод, γραμμωτός κώδικας, barkod, črtna koda, stregkode, streckkod, strekkode, viivakoodi, ribakood, " +
      "svītrkods, brūkšninis kodas, штрихкод, штрих код, штрих-код, barkod no, codes barres, eans, " +
      "gtin upc ean or isbn, international pid, ean isbn, " +
      "bar kod, ean koodi, triipkood, barkodas, barrachód",
  }),
  ean: alias(barcode("Alias of `barcode`, which takes precedence."), {
    means: "barcode",
    check: CODE,
    in: ["appsync"],
    shown: "As first written, without spaces and hyphens.",
  }),
  reference: column("reference", line("Manufacturer's reference, or SKU."), {
    label: ["SKU / reference", "Référence (SKU)"],
    importAs: "sku",
    importAliases: ["reference"],
    exportAliases: ["sku"],
    set: setReference,
    in: ["catalog-export", "ext"],
    shown: "",
    headers:
      "sku, ref, reference, reference interne, ref interne, ref cip7, cip7, cip, code cip, article code, " +
      "code article, ref article, item code, item number, item no, article number, article no, product code, " +
      "code produit, product number, product no, ref produit, reference produit, reference article, " +
      "part number, part no, stock code, internal reference, numero article, no article, n article, " +
      "artikelnummer, artikel nr, artikelnr, art nr, artnr, artikel nummer, bestellnummer, bestell nr, " +
      "produktnummer, sachnummer, materialnummer, referencia, codigo, codigo articulo, codigo producto, " +
      "cod articulo, ref interna, codice, codice articolo, codice prodotto, cod articolo, riferimento, " +
      "artikelcode, productcode, productnummer, bestelnummer, indeks, symbol, numer katalogowy, kod produktu, " +
      "kod towaru, nr katalogowy, numer artykulu, item, artikel, article, articulo, articolo, towar, " +
      "product id, id produit, article id, item id, id, selling sku, variant sku, variant code, default code, " +
      "internal id, prod id, idprod, id prod, product reference, merchant id, supplier pid, ugs, codprod, " +
      "cod produs, cod produto, codigo do produto, referência, código interno, kód, kód produktu, kód zboží, " +
      "katalogové číslo, kód tovaru, katalógové číslo, cikkszám, termékkód, cod articol, код, код товара, " +
      "код товару, артикул, код на продукта, каталожен номер, κωδικός, κωδικός προϊόντος, šifra, " +
      "šifra artikla, šifra proizvoda, oznaka, sifra, varenummer, varenr, artikkelnummer, tuotenumero, " +
      "tuotekoodi, tootekood, preces kods, artikuls, prekės kodas, ürün kodu, stok kodu, urun kodu, unique id, " +
      "uniqueid, номер позиции, идентификатор товара, n° articulo en tienda, numero articulo en tienda, " +
      "plu, order code, order no, order number, plu nr, plu code, item ref, номер товара, артикул товара, " +
      "handle id, no item, mã sản phẩm, " +
      "číslo zboží, objednací číslo, číslo tovaru, objednávacie číslo, koda izdelka, kataloška številka, " +
      "kataloški broj, katalógusszám, cod, артикулен номер, κωδικός είδους, artikelkod, tuotetunnus, " +
      "artikli kood, produkto kodas, cód táirge, kodiċi tal prodott, malzeme kodu, номенклатурный номер",
  }),
  supplier_reference: elsewhere(line(), {
    label: ["Supplier's reference", "Référence fournisseur"],
    behind: { headers: "barcode" },
    headers:
      "supplier reference, supplier ref, supplier sku, supplier part number, supplier item number, " +
      "supplier article number, vendor sku, vendor part number, vendor item number, ref fourn, ref fournisseur, " +
      "reference fournisseur, code article fournisseur, lieferanten artikelnummer, lieferantenartikelnummer, " +
      "lieferanten art nr, artikelnummer lieferant, referencia proveedor, ref proveedor, " +
      "codigo articulo proveedor, rif fornitore, riferimento fornitore, referenza fornitore, " +
      "codice articolo fornitore, leveranciersreferentie, artikelnummer leverancier, artikelcode leverancier, " +
      "indeks dostawcy, numer katalogowy dostawcy, code fournisseur, " +
      "kód dodavatele, objednací kód dodavatele, kód dodávateľa, šifra dobavitelja, šifra dobavljača, " +
      "beszállítói cikkszám, cod furnizor, код на доставчика, κωδικός προμηθευτή, leverandørens varenummer, " +
      "leverandør varenummer, leverantörens artikelnummer, toimittajan tuotekoodi, toimittajan tuotenumero, " +
      "referência do fornecedor, código do fornecedor, tedarikçi kodu, tedarikçi ürün kodu, " +
      "артикул поставщика, код поставщика, артикул постачальника, код постачальника",
  }),
  name: column("title", title("The title."), {
    label: ["Name", "Nom"],
    importAliases: ["title"],
    exportAs: "title",
    exportAliases: ["name"],
    isRequired: true,
    isTranslated: true,
    isUnchanged: true,
    set: setName,
    in: ["catalog-export", "texts"],
    completeness: { as: "title", weight: 15, isFilled: (row) => row.title !== "" },
    headers:
      "name, title, product name, item name, product title, article name, item description, " +
      "product description, designation, libelle, libelle produit, libelle article, nom, nom du produit, " +
      "nom produit, intitule, titre, bezeichnung, artikelbezeichnung, produktbezeichnung, artikelname, " +
      "produktname, produkttitel, titel, nombre, nombre producto, denominacion, titulo, nome, nome prodotto, " +
      "denominazione, titolo, naam, productnaam, artikelnaam, artikelomschrijving, omschrijving, benaming, " +
      "producttitel, nazwa, nazwa produktu, nazwa towaru, tytul, article, artikel, articulo, articolo, " +
      "artykul, item, product, produit, produkt, producto, prodotto, towar, item title, " +
      "designation article, nome do produto, designação, designacao, descrição do artigo, titulo do anuncio, " +
      "descripcion articulo, název, název produktu, název zboží, jméno, pojmenování, názov, názov produktu, " +
      "názov tovaru, megnevezés, termék neve, terméknév, név, denumire, denumire produs, nume, nume produs, " +
      "наименование, наименование товара, название, название товара, назва, назва товару, назва позиції, " +
      "найменування, име, име на продукта, ονομασία, όνομα, όνομα προϊόντος, τίτλος, naziv, naziv artikla, " +
      "naziv proizvoda, ime, ime izdelka, varenavn, produktnavn, navn, betegnelse, benämning, " +
      "artikelbenämning, produktnamn, namn, nimi, tuotenimi, tuotteen nimi, toote nimi, nimetus, nosaukums, " +
      "preces nosaukums, pavadinimas, prekės pavadinimas, ürün adı, urun adi, ürün ismi, stok adı, malın adı, " +
      "имя, имя товара, artikeltext, bez, kurzbez, artikelbez, bezeichnung artikel, artikelbezeichnung kurz, " +
      "tytuł, tytul oferty, position name, items name, variant name, title text, full name, " +
      "názov položky, naziv izdelka, ime proizvoda, cikk megnevezése, denumire articol, име на артикула, " +
      "τίτλος προϊόντος, varetekst, nimike, toote nimetus, ainm, ainm an táirge, isem, isem tal prodott, " +
      "malzeme adı, номенклатура, найменування товару",
  }),
  title: alias(title("Alias of `name`, which takes precedence."), { means: "name", isUnchanged: true }),
  short_description: text("shortDescription", html("HTML allowed; scripts are removed."), {
    label: ["Short description", "Description courte"],
    isTranslated: true,
    in: ["catalog-export", "appsync", "ext", "texts"],
    completeness: { as: "short_description", weight: 10, isFilled: (row) => hasText(row.shortDescription) },
    headers:
      "short description, short desc, description courte, resume, description breve, kurzbeschreibung, " +
      "kurztext, kurzbezeichnung, descripcion corta, descripcion breve, resumen, descrizione breve, " +
      "korte omschrijving, korte beschrijving, krotki opis, opis krotki, kurz beschreibung, descrição curta, " +
      "descricao curta, krátký popis, stručný popis, krátky popis, rövid leírás, scurta descriere, " +
      "descriere scurta, краткое описание, короткий опис, кратко описание, σύντομη περιγραφή, kratki opis, " +
      "kratek opis, kort beskrivelse, kort beskrivning, lyhyt kuvaus, lühikirjeldus, īss apraksts, " +
      "trumpas aprašymas, kısa açıklama, " +
      "cur síos gearr, descrição breve",
  }),
  description: text("description", html("HTML allowed; scripts are removed."), {
    label: ["Description", "Description"],
    isTranslated: true,
    in: ["catalog-export", "appsync", "ext", "texts"],
    completeness: { as: "description", weight: 15, isFilled: (row) => hasText(row.description) },
    headers:
      "description, long description, full description, description longue, description complete, descriptif, " +
      "descriptif produit, body, body html, beschreibung, langbeschreibung, produktbeschreibung, " +
      "artikelbeschreibung, langtext, descripcion, descripcion larga, descrizione, descrizione lunga, " +
      "beschrijving, lange omschrijving, lange beschrijving, productbeschrijving, opis, opis produktu, " +
      "dlugi opis, sales description, product details, descrição, descricao, descrição do produto, popis, " +
      "popis produktu, dlouhý popis, leírás, termékleírás, descriere, descriere produs, описание, " +
      "описание товара, опис, опис товару, описание на продукта, περιγραφή, περιγραφή προϊόντος, " +
      "opis proizvoda, opis artikla, opis izdelka, beskrivelse, produktbeskrivelse, beskrivning, " +
      "produktbeskrivning, kuvaus, tuotekuvaus, kirjeldus, apraksts, aprašymas, açıklama, ürün açıklaması, " +
      "detay, detaylar, ürün detayı, details, detail, detalle, detalles, dettagli, характеристики, описание позиции, " +
      "urun aciklamasi, descripcion del producto, descrizione prodotto, desc, " +
      "podrobný popis, dlhý popis, popis tovaru, hosszú leírás, descriere lungă, пълно описание, " +
      "αναλυτική περιγραφή, lang beskrivelse, lång beskrivning, pitkä kuvaus, toote kirjeldus, " +
      "preces apraksts, prekės aprašymas, cur síos, deskrizzjoni, descrição longa, descrição detalhada, " +
      "detaylı açıklama, полное описание, подробное описание, повний опис, детальний опис",
  }),
  marketing_description: extra(html("Marketing text; HTML allowed."), {
    label: ["Marketing description", "Description marketing"],
    isTranslated: true,
    headers:
      "marketing description, description marketing, description commerciale, marketing text, marketing copy, " +
      "texte marketing, texte commercial, werbetext, marketingtext, descripcion comercial, " +
      "descrizione commerciale, commerciele tekst, opis marketingowy",
  }),
  promotional_text: extra(html("Promotional text; HTML allowed."), {
    label: ["Promotional text", "Texte promotionnel"],
    isTranslated: true,
    behind: { export: "image_urls" },
    headers:
      "promotional text, texte promotionnel, promo text, accroche, aktionstext, texto promocional, " +
      "testo promozionale, promotietekst",
  }),
  seo_title: extra(line("Title for search engines."), {
    label: ["SEO title", "Titre SEO"],
    isTranslated: true,
    in: ["catalog-export", "texts"],
    headers:
      "seo title, titre seo, meta title, titre meta, meta titre, balise titre, seo titel, meta titel, " +
      "titulo seo, meta titulo, titolo seo, meta titolo, tytul seo",
  }),
  seo_meta_description: extra(line("Description for search engines.", 500), {
    label: ["SEO meta description", "Méta-description SEO"],
    isTranslated: true,
    in: ["catalog-export", "texts"],
    headers:
      "seo meta description, meta description, seo description, metadescription, meta descripcion, " +
      "meta beschreibung, descrizione meta, meta omschrijving, meta opis",
  }),
  seo_keywords: extra(list("Keywords for search engines."), {
    label: ["SEO keywords", "Mots-clés SEO"],
    isTranslated: true,
    isRepeatable: true,
    headers:
      "seo keywords, meta keywords, meta keyword, keywords, search terms, mots cles, meta mots cles, " +
      "suchbegriffe, schlusselworter, stichworte, palabras clave, parole chiave, zoekwoorden, trefwoorden, " +
      "slowa kluczowe",
  }),
  url_slug: extra(formed("URL slug; generated from the name if absent on creation.", SLUG), {
    label: ["URL slug", "Slug d'URL"],
    isTranslated: true,
    in: ["ext"],
    behind: { export: "seo_meta_description" },
    headers: "url slug, slug, handle, url key, friendly url, url rewritten, url simplifiee, url amigable",
  }),
  bullet_points: extra(list("Bullet points."), {
    label: ["Bullet points", "Points forts"],
    isTranslated: true,
    isRepeatable: true,
    headers:
      "bullet points, bullets, bullet point, points forts, puces, aufzahlungspunkte, puntos clave, punti elenco, " +
      "opsommingstekens",
  }),
  key_features: extra(list("Key features."), {
    label: ["Key features", "Caractéristiques clés"],
    isTranslated: true,
    isRepeatable: true,
    headers:
      "key features, features, caracteristiques cles, caracteristiques, atouts, merkmale, produktmerkmale, " +
      "caracteristicas, caratteristiche, kenmerken, cechy",
  }),
};
