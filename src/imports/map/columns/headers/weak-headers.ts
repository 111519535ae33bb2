import { readHeader } from "../../../parse/header/read-header.ts";

const listOf = (words: string): ReadonlySet<string> => new Set(words.split(","));

/** Headers that name a field in many files and something else in many others. */
const WEAK: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["brand", listOf("vendor,labo,laboratoire,laboratory,maker,make,publisher,editeur")],
  [
    "category",
    listOf(
      "type,gewerk,tipo de producto,tipo producto,product type,product type name,collection,collections,gamme,item group,reparto,grupa,skupina,группа,раздел,scat,subcategory,sub category,subcategoria,warenuntergruppe,untergruppe,unterkategorie,sous categorie,sottocategoria,подкатегория,department,section,departamento,setor,linha,grupo,subgrupo,rubro,subrubro,seccion,secao,loại,ประเภท",
    ),
  ],
  [
    "stock",
    listOf(
      "quantity,qty,quantite,qte,menge,anzahl,cantidad,quantita,qta,aantal,ilosc,mnozstvi,mnozstvo,mennyiseg,количество,кількість,ποσοτητα,kolicina,antal,antall,kogus,maara,daudzums,kiekis,miktar,adet,units,unidades,quantidade,qtd,cantitate,available,dispo,disponibilita,opening stock,наличие,наявність,lager,saldo,kwantita,qtde,stuckzahl,darabszam,кол во,колво,к сть,số lượng,จำนวน,الكمية,数量,sasia,miqdar,ilosc sztuk,stock initial,stock inicial,stoc initial,esistenza",
    ),
  ],
  [
    "description",
    listOf("details,detail,detay,detaylar,detalle,detalles,dettagli,характеристики,body,product details"),
  ],
  [
    "name",
    listOf(
      "article,artikel,articulo,articolo,artykul,item,product,produit,produkt,producto,prodotto,towar,full name,товар,изделие,продукция,المنتج,product,item title,model name,omschrijving,item description,product description",
    ),
  ],
  ["sku", listOf("order code,order no,order number,symbol,item,artikel,article,articulo,articolo,towar,oznaka")],
  [
    "price",
    listOf(
      "sale price,valor,ar,retail,price amount,precio lista,precio de lista,rate,unit rate,offer price,price each,street price",
    ),
  ],
  ["cost_price", listOf("standard price,cost,coste,costo")],
  ["weight", listOf("desi")],
  ["mpn", listOf("oem,productno")],
  ["supplier_code", listOf("vendor code,vendor number,vendor no,supplier no")],
  ["country_of_origin", listOf("country,pays,land,pais,paese,kraj,origin,origen,provenance")],
  ["status", listOf("status,statut,estado,stato,state")],
  ["tax_rate", listOf("tax,taxe")],
]);
/** What says that a time to deliver is counted in days. */
const DAYS = /day|tag|jour|d[ií]a|giorn|dag|dn[iyí]|dan|nap|zile|päiv|päev|dien|gün|ημέρ|дн/i;

/** Whether a header names the field in some files and something else in others. */
export function isWeakHeader(name: string, target: string): boolean {
  if (target === "lead_time_days") return !DAYS.test(name);
  const weak = WEAK.get(target);
  const own = name.split(".").at(-1) ?? name;
  return weak !== undefined && readHeader(own).texts.some((text) => weak.has(text));
}
