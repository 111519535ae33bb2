/**
 * How lists of other countries and trades call fields, by the name of the field: beside the `headers` that stand with it, which
 * come first where two fields claim a header.
 */
export const FURTHER_HEADERS: Readonly<Record<string, string>> = {
  price:
    "rate, unit rate, " +
    "precio venta bruto, precio bruto, precio venta neto, " +
    "urun fiyat, роздр ціна, розн цена, роздр ціна грн, precio lista 1, precio 2, цена базовая, " +
    "precio publico, precio al publico, precio de venta al publico, precio venta publico, precio minorista, " +
    "precio web, precio contado, precio 1, prix boutique, prix client, prix magasin, prix de detail, tarif public, " +
    "pret unitar, preț unitar, pret de vanzare, pret final, cena sprzedaży brutto, cena detal, cena det, " +
    "jednotková cena, cena za kus, cena za ks, fogyasztói ár, yksikköhinta, enhetspris, stykpris, styckpris, " +
    "einheitspreis, verkaufspreis brutto, endkundenpreis, kundenpreis, preço normal, valor venda, valor de venda, " +
    "valor unitario, preço final, prodajna cena, mp cena, cijena s pdv, розница, цена розн, ціна роздрібна, " +
    "ціна розн, роздріб, вартість, цена для покупателя, discounted price, offer price, special price, web price, " +
    "online price, shop price, store price, sell price, sellprice, price each, normal price, " +
    "retail price incl vat, qiymət, satış qiyməti, narx, narxi, баға, бағасы, çmimi, preu, harga, harga jual, " +
    "harga satuan, giá, giá bán, đơn giá, ราคา, ราคาขาย, السعر, سعر, מחיר, 価格, 販売価格, 定価, 价格, 售价, 单价, 가격, 판매가, " +
    "street price",
  cost_price:
    "net rate, ptr, pts, händler ek, händlereinkaufspreis, prezzo rivenditore, prezzo rivenditori, tarif achat, " +
    "costo neto, costo neto unitario, coste neto, costo neto prom unitario, costo promedio unitario, ultimo costo, " +
    "prix pro, prix b2b, prix fournisseur, prix d achat, prix d achat ht, cout, cout unitaire, precio mayorista, " +
    "precio por mayor, precio al por mayor, costo unitario, precio costo, precio de costo, costo promedio, " +
    "precio proveedor, netto cliente, prezzo costo, prezzo di costo, buy price, purchase cost, landed cost, " +
    "supplier price, buying rate, distributor price, b2b price, wholesale, inpris, självkostnad, innpris, закуп, " +
    "закупочная, цена закупки, ціна закупівлі, опт, ціна опт, входная цена, cena zakupu netto, cena hurt, " +
    "valor custo, custo unitario, preço custo, pret furnizor, pret intrare, alış qiyməti, maya dəyəri, harga beli, " +
    "harga modal, giá nhập, giá vốn, ต้นทุน, 原価, 仕入価格, 进价, 成本, 成本价, 원가, סיטונאי",
  compare_at_price:
    "tarif conseille, mrp, maximum retail price, crossed price, price before, before price, price before discount, full price, " +
    "catalog price, catalogue price, preço de, preço original, preço cheio, prix normal, prix initial, " +
    "prix d origine, prix avant remise, alter preis, statt preis, normalpreis, originalpreis, cena regularna, " +
    "cena przed rabatem, cena rynkowa, poprzednia cena, cena před slevou, cena pred zľavou, doporučená moc, " +
    "régi ár, pret intreg, pret lista, pret catalog, precio normal, precio regular, цена до скидки, " +
    "цена без скидки, зачеркнутая цена, ціна до знижки, köhnə qiymət, harga coret, giá gốc, giá niêm yết, " +
    "ราคาปกติ, 原价, 市场价, 정가",
  stock:
    "qtd em estoque, quantidade em estoque, existencias actuales, stock actual unidades, " +
    "urun stok, stok adet, на склад, " +
    "stoc initial, stoc final, stoc curent, existencia, stock inicial, inventario, cantidad en stock, disponibles, " +
    "qte dispo, qte en stock, stock reel, stock physique, stock theorique, stock initial, lagerstand, auf lager, " +
    "stuckzahl, istbestand, giacenza attuale, esistenza, qtde, qtde estoque, saldo estoque, estoque atual, " +
    "quantidade estoque, ilość, ilość sztuk, stan mag, ks skladem, množství skladem, množstvo na sklade, " +
    "darabszám, кол во, колво, остаток на складе, свободный остаток, количество на складе, кількість на складі, " +
    "к сть, stok miqdarı, miqdar, stanje zaliha, zalihe, na stanju, kolicina na stanju, stock count, stockcount, " +
    "closing stock, available stock, current stock, qoh, soh, on stock, instock, quantity available, " +
    "available qty, qty available, stok akhir, persediaan, jumlah stok, tồn kho, số lượng, คงเหลือ, จำนวน, الكمية, " +
    "المخزون, 库存, 数量, 在庫, 在庫数, 재고, מלאי, gjendja, sasia, қалдық, quantity in stock 1",
  reference:
    "sifra art, šif art, šifra robe, ident, sif artikla, " +
    "typ katalogowy, symbol katalogowy, nr kat, nr indeksu, kod art, id produs, cod intern, id produktu, " +
    "id towaru, id producto, id articulo, clave, clave producto, cod producto, codigo prod, codigo de producto, " +
    "codigo del producto, codigo de articulo, nro articulo, numero de parte, no de parte, nro de parte, " +
    "product sku, item sku, style no, style number, catalog number, catalogue number, catalog no, cat no, " +
    "sifra artikla, sifra proizvoda, sifra robe, kat broj, kat br, məhsul kodu, mal kodu, kode, kode barang, " +
    "kode produk, id barang, id produk, mã, mã hàng, mã sp, รหัส, รหัสสินค้า, 商品コード, 品番, 型番, 货号, 商品编号, 编号, 상품코드, " +
    "품번, מקט, כود, كود, كود المنتج, رقم المنتج, kodi, kodi i produktit, idproducto, idarticulo, idprodotto, " +
    "codarticulo, codart",
  name:
    "libelle court, nume articol, denumirea produsului, nombre articulo, nombre del producto, nombre del articulo, " +
    "nombre de producto, descripcion producto, artikelnamn, benævnelse, varebeskrivelse, nazwa artykułu, " +
    "nazwa przedmiotu, naziv robe, ime artikla, naziv artikala, название позиции, название позиции укр, " +
    "наименование продукции, наименование позиции, полное наименование, товар, изделие, продукция, " +
    "найменування продукції, товарна позиція, товарна пропозиція, stock name, model name, ad, adı, ad az, " +
    "məhsulun adı, məhsul, nomi, mahsulot nomi, атауы, тауар атауы, emri, emri i produktit, nama, nama barang, " +
    "nama produk, tên, tên sản phẩm, tên hàng, ชื่อ, ชื่อสินค้า, 商品名, 品名, 名称, 商品名称, 产品名称, 상품명, 품명, שם, שם מוצר, " +
    "שם המוצר, اسم, الاسم, اسم المنتج, المنتج, nom producte, urun ad",
  brand_name:
    "вендор, бренд производитель, marke hersteller, brand manufacturer, " +
    "constructeur, casa produttrice, тм, торг марка, марка производитель, istehsalçı, prodhuesi, merek, " +
    "thương hiệu, hãng, nhà sản xuất, ยี่ห้อ, แบรนด์, ブランド, メーカー, 品牌, 厂商, 브랜드, 제조사, מותג, יצרן, العلامة التجارية, " +
    "الماركة, ماركة, urun marka",
  category:
    "tipo de producto, tipo producto, tipo de articulo, clase de producto, " +
    "каталог, категория каталога, " +
    "secao, seção, sessão, setor, departamento, linha, seccion, rubro, subrubro, grupo, subgrupo, " +
    "sous famille, categorie generale, sous categorie produit, department, section, kateqoriya, " +
    "kategoriya, toifa, санат, kategoria e produktit, kategoriak, danh mục, nhóm hàng, loại, หมวดหมู่, ประเภท, " +
    "カテゴリ, カテゴリー, 类别, 分类, 类目, 카테고리, 분류, קטגוריה, الفئة, القسم, التصنيف, urun kategori ad",
  description:
    "libelle long, deskripsi, keterangan, mô tả, รายละเอียด, 説明, 商品説明, 描述, 商品描述, 설명, תיאור, תיאור מוצר, الوصف, وصف, وصف المنتج, " +
    "təsvir, përshkrimi, tavsif, сипаттама, descripcion detallada, descripcion completa, opis szczegółowy, " +
    "detaljeret beskrivelse",
  image_urls:
    "imagem url, imagem principal, foto 1, gambar, hình ảnh, รูปภาพ, 画像, 图片, 이미지, תמונה, صورة, الصورة, şəkil, " +
    "kapak, rasm, сурет, foto url 1, imagen principal, url de imagen, ссылка на фото, посилання на фото, " +
    "посилання на зображення, главное фото, головне фото, image url 1, urun resim, zdjęcie główne",
  barcode:
    "barkod kodu, mã vạch, บาร์โค้ด, バーコード, jan, jan コード, 条码, 条形码, 바코드, ברקוד, باركود, الباركود, shtrix kod, " +
    "barkodi, cod de bara, cod bare, codbar, cod barra, codigo barra, codigo barras ean, codebarre, штрих коды, " +
    "barkod nr, ean barkod",
  unit_of_measure:
    "satuan, đơn vị, đơn vị tính, đvt, หน่วย, 単位, 单位, 단위, יחידה, الوحدة, ölçü vahidi, vahid, njesia, ед, од, " +
    "jed mjere, jed, j mere, unita di vendita, mj jednotka, einheit verkauf, вимір",
  tax_rate:
    "ədv, edv, ppn, gst, gst rate, gst percent, igv, itbis, alicuota, alicuota iva, alíquota, ндс процент, " +
    "ставка податку, urun kdv",
  weight: "berat, trọng lượng, น้ำหนัก, 重量, 重さ, 중량, משקל, الوزن, çəki, pesha, масса нетто, масса брутто, вес кг",
  color:
    "exterior color, exterior colour, body color, " +
    "couleur principale, rəng, warna, màu, màu sắc, สี, カラー, 颜色, 색상, צבע, اللون, түсі, ngjyra, dominante farbe",
  size: "ölçü, ukuran, kích thước, ขนาด, サイズ, 尺码, 尺寸, 사이즈, מידה, المقاس, madhësia, veličina artikla, rozmiary",
  hs_code: "hsn, hsn code, hsn sac, codigo ncm, код тнвэд, уктзед, kn kod, tarife pozicionit, cn code",
  country_of_origin:
    "страна, країна, menşe, istehsal ölkəsi, negara asal, xuất xứ, 原産国, 产地, 원산지, ארץ ייצור, بلد المنشأ, " +
    "земja porekla, zemlja porekla, származási hely, țara de origine",
  short_description:
    "descripcion abreviada, deskripsi singkat, mô tả ngắn, 简介, qısa təsvir, krótki opis produktu, " +
    "beschreibung kurz, popis krátký, anons, анонс",
  package_quantity:
    "pak, pakovanje, pakiranje, kom pak, u paketu, " +
    "шт в упаковке, упаковка, норма упаковки, koli içi, paket içi adet, unidades por bulto, pack, " +
    "cantidad por caja, cantidad por paquete, uni x caja, units per package, master carton, box qty, qty per box, " +
    "qty per carton, pcs per carton, stuk per verpakking, stk pro packung, stück pro karton, komada u pakiranju, " +
    "kom u pakovanju, kom pak, balení, balenie, pakk, kolli, colli, qtd por caixa, unidades por embalagem",
  min_order_quantity:
    "q tà min, qta min, minimum sipariş adedi, мин заказ, min sztuk, minimalna ilość zamówienia, minimální odběr, minimálny odber, " +
    "cantitate minima, comanda minima, minimum order quantity pcs, quantidade minima, mindestbestellung, " +
    "min bestelling, min antal",
  mpn:
    "model number, model no, model nr, numero de modelo, número de modelo, modellnummer, model numarası, modellnr, " +
    "modelnumber, référence constructeur, oem code, oem no, oem kodu, каталожный номер, каталожний номер, " +
    "part number oem",
};
