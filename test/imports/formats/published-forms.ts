/** Two products (one where the form holds one a file) in the form that each program or standard publishes. */
export interface PublishedForm {
  name: string;
  file: string;
  content: string;
  products?: number;
  /** What the first becomes. */
  expected: object;
}

const PEN = "4006381333931";
const INK = "3400949497294";

const twice = (one: (id: string, ean: string, name: string) => string) =>
  `${one("A-1", PEN, "Ballpoint pen blue")}${one("A-2", INK, "Ink bottle black")}`;

export const PUBLISHED: readonly PublishedForm[] = [
  {
    name: "JSON keyed by code",
    file: "products.json",
    content: JSON.stringify({
      [PEN]: { title: "Ballpoint pen blue", price: 1.5, brand: "Stabilo" },
      [INK]: { title: "Ink bottle black", price: 4.2, brand: "Pelikan" },
    }),
    expected: { ean: PEN, title: "Ballpoint pen blue", price: 1.5, brand: { name: "Stabilo" } },
  },
  {
    name: "JSON of columns and rows",
    file: "products.json",
    content: JSON.stringify({
      columns: ["sku", "ean", "name", "price"],
      rows: [
        ["A-1", PEN, "Ballpoint pen blue", 1.5],
        ["A-2", INK, "Ink bottle black", 4.2],
      ],
    }),
    expected: { ean: PEN, title: "Ballpoint pen blue", reference: "A-1", price: 1.5 },
  },
  {
    name: "one product a file",
    file: "product.json",
    content: JSON.stringify({
      sku: "A-1",
      ean: PEN,
      name: "Ballpoint pen blue",
      price: 1.5,
      images: [{ url: "https://x.example/1.jpg" }, { url: "https://x.example/2.jpg" }],
    }),
    products: 1,
    expected: { ean: PEN, title: "Ballpoint pen blue", reference: "A-1", price: 1.5 },
  },
  {
    name: "NDJSON",
    file: "products.ndjson",
    content: [
      { sku: "A-1", ean: PEN, name: "Ballpoint pen blue", price: { amount: "1.50", currency: "EUR" } },
      { sku: "A-2", ean: INK, name: "Ink bottle black", price: { amount: "4.20", currency: "EUR" } },
    ]
      .map((each) => JSON.stringify(each))
      .join("\n"),
    expected: { ean: PEN, title: "Ballpoint pen blue", reference: "A-1", price: 1.5 },
  },
  {
    name: "cXML index",
    file: "index.xml",
    content: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE cXML SYSTEM "http://xml.cxml.org/schemas/cXML/1.2.014/cXML.dtd"><cXML payloadID="1@x.example" timestamp="2026-01-05T10:00:00+00:00" xml:lang="en-US"><Header><From><Credential domain="DUNS"><Identity>942888711</Identity></Credential></From><To><Credential domain="DUNS"><Identity>1</Identity></Credential></To></Header><Message><Index><SupplierID domain="DUNS">942888711</SupplierID><Comments xml:lang="en-US">Office supplies</Comments><IndexItem>${twice(
      (id, ean, name) =>
        `<IndexItemAdd><ItemID><SupplierPartID>${id}</SupplierPartID></ItemID><ItemDetail><UnitPrice><Money currency="EUR">1.50</Money></UnitPrice><Description xml:lang="en-US"><ShortName>${name}</ShortName>${name} for the office and the school</Description><UnitOfMeasure>EA</UnitOfMeasure><Classification domain="UNSPSC">44121704</Classification><ManufacturerPartID>M-${id}</ManufacturerPartID><ManufacturerName>Stabilo</ManufacturerName><URL name="Image">https://x.example/${id}.jpg</URL><Extrinsic name="EAN">${ean}</Extrinsic></ItemDetail><IndexItemDetail><LeadTime>2</LeadTime><ExpirationDate>2027-01-05</ExpirationDate><EffectiveDate>2026-01-05</EffectiveDate></IndexItemDetail></IndexItemAdd>`,
    )}</IndexItem></Index></Message></cXML>`,
    expected: {
      ean: PEN,
      title: "Ballpoint pen blue",
      cost_price: 1.5,
      brand: { name: "Stabilo" },
      lead_time_days: 2,
    },
  },
  {
    name: "GS1 catalogue item notification 3.1",
    file: "cin.xml",
    content: `<?xml version="1.0" encoding="UTF-8"?><catalogue_item_notification:catalogueItemNotificationMessage xmlns:catalogue_item_notification="urn:gs1:gdsn:catalogue_item_notification:xsd:3" xmlns:sh="http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader"><sh:StandardBusinessDocumentHeader><sh:HeaderVersion>1.0</sh:HeaderVersion><sh:Sender><sh:Identifier Authority="GS1">4000001000005</sh:Identifier></sh:Sender><sh:Receiver><sh:Identifier Authority="GS1">8380160030003</sh:Identifier></sh:Receiver></sh:StandardBusinessDocumentHeader><transaction><transactionIdentification><entityIdentification>T1</entityIdentification><contentOwner><gln>4000001000005</gln></contentOwner></transactionIdentification><documentCommand><documentCommandHeader type="ADD"><documentCommandIdentification><entityIdentification>C1</entityIdentification><contentOwner><gln>4000001000005</gln></contentOwner></documentCommandIdentification></documentCommandHeader>${twice(
      (id, ean, name) =>
        `<catalogue_item_notification:catalogueItemNotification><creationDateTime>2026-01-05T10:00:00</creationDateTime><documentStatusCode>ORIGINAL</documentStatusCode><catalogueItemNotificationIdentification><entityIdentification>N-${id}</entityIdentification><contentOwner><gln>4000001000005</gln></contentOwner></catalogueItemNotificationIdentification><isReload>false</isReload><catalogueItem><dataRecipient>8380160030003</dataRecipient><sourceDataPool>4000001000005</sourceDataPool><catalogueItemState><catalogueItemStateCode>REGISTERED</catalogueItemStateCode></catalogueItemState><tradeItem><isTradeItemABaseUnit>true</isTradeItemABaseUnit><isTradeItemAConsumerUnit>true</isTradeItemAConsumerUnit><tradeItemUnitDescriptorCode>BASE_UNIT_OR_EACH</tradeItemUnitDescriptorCode><additionalTradeItemIdentification additionalTradeItemIdentificationTypeCode="SUPPLIER_ASSIGNED">${id}</additionalTradeItemIdentification><gtin>0${ean}</gtin><brandOwner><gln>4000001000005</gln><partyName>Stabilo International GmbH</partyName></brandOwner><informationProviderOfTradeItem><gln>4000001000005</gln><partyName>Stabilo International GmbH</partyName></informationProviderOfTradeItem><gdsnTradeItemClassification><gpcCategoryCode>10001095</gpcCategoryCode></gdsnTradeItemClassification><targetMarket><targetMarketCountryCode>276</targetMarketCountryCode></targetMarket><tradeItemInformation><extension><trade_item_description:tradeItemDescriptionModule xmlns:trade_item_description="urn:gs1:gdsn:trade_item_description:xsd:3"><tradeItemDescriptionInformation><descriptionShort languageCode="en">${name}</descriptionShort><functionalName languageCode="en">Pen</functionalName><tradeItemDescription languageCode="en">${name} for the office</tradeItemDescription><brandNameInformation><brandName>Stabilo</brandName></brandNameInformation></tradeItemDescriptionInformation></trade_item_description:tradeItemDescriptionModule><trade_item_measurements:tradeItemMeasurementsModule xmlns:trade_item_measurements="urn:gs1:gdsn:trade_item_measurements:xsd:3"><tradeItemMeasurements><depth measurementUnitCode="MMT">12</depth><height measurementUnitCode="MMT">140</height><width measurementUnitCode="MMT">11</width><tradeItemWeight><grossWeight measurementUnitCode="GRM">14</grossWeight><netWeight measurementUnitCode="GRM">12</netWeight></tradeItemWeight></tradeItemMeasurements></trade_item_measurements:tradeItemMeasurementsModule></extension></tradeItemInformation><tradeItemSynchronisationDates><effectiveDateTime>2026-01-05T00:00:00</effectiveDateTime><lastChangeDateTime>2026-01-05T00:00:00</lastChangeDateTime></tradeItemSynchronisationDates></tradeItem></catalogueItem></catalogue_item_notification:catalogueItemNotification>`,
    )}</documentCommand></transaction></catalogue_item_notification:catalogueItemNotificationMessage>`,
    expected: { ean: `0${PEN}`, title: "Ballpoint pen blue", weight: 0.012, height: 14, brand: { name: "Stabilo" } },
  },
  {
    name: "Icecat product",
    file: "icecat.xml",
    content: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE ICECAT-interface SYSTEM "https://data.icecat.biz/dtd/ICECAT-interface_response.dtd"><ICECAT-interface xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Product Code="1" HighPic="https://x.example/high.jpg" HighPicHeight="1200" HighPicSize="90000" HighPicWidth="1600" ID="1218267" LowPic="https://x.example/low.jpg" Name="ProBook 450 G8" Prod_id="2R9D6EA" Quality="ICECAT" ReleaseDate="2021-03-01" ThumbPic="https://x.example/thumb.jpg" Title="HP ProBook 450 G8 Notebook 39.6 cm"><Category ID="151"><Name ID="20" Value="Notebooks" langid="1"/></Category><CategoryFeatureGroup ID="12" No="2"><FeatureGroup ID="3"><Name ID="7" Value="Display" langid="1"/></FeatureGroup></CategoryFeatureGroup><CategoryFeatureGroup ID="13" No="1"><FeatureGroup ID="4"><Name ID="8" Value="Design" langid="1"/></FeatureGroup></CategoryFeatureGroup><EANCode EAN="0195122761332" Format="GTIN-13"/><EANCode EAN="${PEN}" Format="GTIN-13"/><ProductBundled/><ProductDescription ID="5" LongDesc="A notebook for work" ManualPDFURL="" PDFURL="" ShortDesc="HP ProBook 450 G8" URL="https://hp.example" WarrantyInfo="1 year" langid="1"/><ProductFeature Localized="0" ID="1" Local_ID="0" Local_Value="" CategoryFeature_ID="9" CategoryFeatureGroup_ID="13" No="5" Presentation_Value="Silver" Translated="0" Value="Silver" Mandatory="1" Searchable="1"><Feature ID="1766"><Measure ID="29" Sign=""><Signs/></Measure><Name ID="1" Value="Product colour" langid="1"/></Feature></ProductFeature><ProductFeature Localized="0" ID="2" Local_ID="0" Local_Value="" CategoryFeature_ID="10" CategoryFeatureGroup_ID="13" No="6" Presentation_Value="1.74 kg" Translated="0" Value="1.74" Mandatory="1" Searchable="0"><Feature ID="94"><Measure ID="35" Sign="kg"><Signs><Sign ID="1" langid="1">kg</Sign></Signs></Measure><Name ID="2" Value="Weight" langid="1"/></Feature></ProductFeature><ProductGallery><ProductPicture Pic="https://x.example/g1.jpg" Size="90000" IsMain="Y" No="1"/><ProductPicture Pic="https://x.example/g2.jpg" Size="90000" IsMain="N" No="2"/></ProductGallery><SummaryDescription><ShortSummaryDescription langid="1">HP ProBook 450 G8, Silver</ShortSummaryDescription><LongSummaryDescription langid="1">HP ProBook 450 G8. Colour: Silver</LongSummaryDescription></SummaryDescription><Supplier ID="1" Name="HP"/></Product></ICECAT-interface>`,
    products: 1,
    expected: {
      ean: "0195122761332",
      title: "HP ProBook 450 G8 Notebook 39.6 cm",

      brand: { name: "HP" },
    },
  },
  {
    name: "SAP MATMAS IDoc",
    file: "matmas.xml",
    content: `<?xml version="1.0" encoding="UTF-8"?><MATMAS05>${twice(
      (id, ean, name) =>
        `<IDOC BEGIN="1"><EDI_DC40 SEGMENT="1"><TABNAM>EDI_DC40</TABNAM><MANDT>100</MANDT><DOCNUM>0000000232374477</DOCNUM><DOCREL>750</DOCREL><STATUS>30</STATUS><DIRECT>1</DIRECT><IDOCTYP>MATMAS05</IDOCTYP><MESTYP>MATMAS</MESTYP><SNDPOR>SAPECP</SNDPOR><SNDPRT>LS</SNDPRT><SNDPRN>ECPCLNT100</SNDPRN><CREDAT>20260105</CREDAT><CRETIM>064520</CRETIM></EDI_DC40><E1MARAM SEGMENT="1"><MSGFN>005</MSGFN><MATNR>${id}</MATNR><ERSDA>20240228</ERSDA><ERNAM>SPEREZ</ERNAM><LAEDA>20240506</LAEDA><PSTAT>KDLVCSEABPQG</PSTAT><MTART>FERT</MTART><MBRSH>M</MBRSH><MATKL>PENS</MATKL><MEINS>PCE</MEINS><BRGEW>0.014</BRGEW><NTGEW>0.012</NTGEW><GEWEI>KGM</GEWEI><VOLUM>0.000</VOLUM><EAN11>${ean}</EAN11><NUMTP>HE</NUMTP><LAENG>140.000</LAENG><BREIT>11.000</BREIT><HOEHE>12.000</HOEHE><MEABM>MMT</MEABM><E1MAKTM SEGMENT="1"><MSGFN>005</MSGFN><SPRAS>E</SPRAS><MAKTX>${name}</MAKTX><SPRAS_ISO>EN</SPRAS_ISO></E1MAKTM><E1MAKTM SEGMENT="1"><MSGFN>005</MSGFN><SPRAS>D</SPRAS><MAKTX>${name} (de)</MAKTX><SPRAS_ISO>DE</SPRAS_ISO></E1MAKTM><E1MARCM SEGMENT="1"><MSGFN>005</MSGFN><WERKS>1000</WERKS><PLIFZ>5</PLIFZ><HERKL>DE</HERKL><STAWN>96081010</STAWN></E1MARCM><E1MBEWM SEGMENT="1"><MSGFN>005</MSGFN><BWKEY>1000</BWKEY><VPRSV>S</VPRSV><VERPR>0.75</VERPR><STPRS>0.80</STPRS><PEINH>1</PEINH></E1MBEWM></E1MARAM></IDOC>`,
    )}</MATMAS05>`,
    expected: { ean: PEN, title: "Ballpoint pen blue", reference: "A-1", cost_price: 0.8, weight: 0.012, height: 1.2 },
  },
  {
    name: "SAP material list",
    file: "matmas.csv",
    content: `MATNR;MAKTX;MTART;MATKL;MEINS;EAN11;BRGEW;NTGEW;GEWEI;STPRS;WAERS;HERKL;STAWN;LABST
000000000000100001;Kugelschreiber blau;HAWA;PENS;ST;${PEN};0,014;0,012;KG;0,80;EUR;DE;96081010;120
000000000000100002;Tinte schwarz;HAWA;INKS;ST;${INK};0,090;0,060;KG;2,10;EUR;DE;32159070;35
`,
    expected: { ean: PEN, title: "Kugelschreiber blau", cost_price: 0.8, stock: 120, weight: null },
  },
  {
    name: "ERPNext items",
    file: "Item.csv",
    content: `ID,Item Code,Item Name,Item Group,Default Unit of Measure,Brand,Description,Standard Selling Rate,Valuation Rate,Barcode (Barcodes),Barcode Type (Barcodes),Weight Per Unit,Weight UOM,Opening Stock,Country of Origin,Customs Tariff Number,Disabled,Is Stock Item,Has Variants
A-1,A-1,Ballpoint pen blue,Pens,Nos,Stabilo,Ballpoint pen for the office,1.5,0.8,${PEN},EAN,0.012,Kg,120,Germany,96081010,0,1,0
A-2,A-2,Ink bottle black,Inks,Nos,Pelikan,Ink for fountain pens,4.2,2.1,${INK},EAN,0.06,Kg,35,Germany,32159070,0,1,0
`,
    expected: {
      ean: PEN,
      title: "Ballpoint pen blue",
      reference: "A-1",
      price: 1.5,
      cost_price: 0.8,
      stock: 120,
      weight: null,
    },
  },
  {
    name: "Odoo product list",
    file: "Product (product.template).csv",
    content: `External ID,Internal Reference,Name,Sales Price,Cost,Barcode,Product Category,Quantity On Hand,Weight,Sales Description,Unit of Measure,Product Type,Can be Sold
__export__.product_template_1,A-1,Ballpoint pen blue,1.5,0.8,${PEN},All / Saleable / Pens,120,0.012,Ballpoint pen for the office,Units,Storable Product,True
__export__.product_template_2,A-2,Ink bottle black,4.2,2.1,${INK},All / Saleable / Inks,35,0.06,Ink for fountain pens,Units,Storable Product,True
`,
    expected: { ean: PEN, title: "Ballpoint pen blue", reference: "A-1", price: 1.5, cost_price: 0.8, stock: 120 },
  },
  {
    name: "Amazon flat file",
    file: "Flat.File.Office.txt",
    content: `TemplateType=fptcustom\tVersion=2021.0805\tTemplateSignature=T0ZGSUNF\tThe top 3 rows are for Amazon.com use only.
Product Type\tSeller SKU\tBrand Name\tProduct Name\tProduct ID\tProduct ID Type\tManufacturer\tManufacturer Part Number\tProduct Description\tStandard Price\tQuantity\tMain Image URL\tOther Image URL1\tOther Image URL2\tKey Product Features1\tKey Product Features2\tSearch Terms\tItem Type Keyword\tUpdate Delete\tParentage\tColor
feed_product_type\titem_sku\tbrand_name\titem_name\texternal_product_id\texternal_product_id_type\tmanufacturer\tpart_number\tproduct_description\tstandard_price\tquantity\tmain_image_url\tother_image_url1\tother_image_url2\tbullet_point1\tbullet_point2\tgeneric_keywords\titem_type\tupdate_delete\tparent_child\tcolor_name
officeproducts\tA-1\tStabilo\tBallpoint pen blue\t${PEN}\tEAN\tStabilo GmbH\tM-1\tBallpoint pen for the office\t1.50\t120\thttps://x.example/1.jpg\thttps://x.example/1b.jpg\thttps://x.example/1c.jpg\tWrites blue\tRefillable\tpen office\tballpoint-pens\tUpdate\t\tBlue
officeproducts\tA-2\tPelikan\tInk bottle black\t${INK}\tEAN\tPelikan GmbH\tM-2\tInk for fountain pens\t4.20\t35\thttps://x.example/2.jpg\t\t\tDries fast\t\tink\tinks\tUpdate\t\tBlack
`,
    expected: {
      ean: PEN,
      title: "Ballpoint pen blue",
      reference: "A-1",
      price: 1.5,
      stock: 120,
      brand: { name: "Stabilo" },
    },
  },
  {
    name: "eBay file exchange",
    file: "ebay.csv",
    content: `*Action(SiteID=UK|Country=GB|Currency=GBP|Version=1193),CustomLabel,*Category,*Title,Product:EAN,*Description,*ConditionID,PicURL,*Quantity,*StartPrice,*Format,*Duration,*Location,C:Brand,C:MPN,C:Colour,ShippingProfileName
Add,A-1,11704,Ballpoint pen blue,${PEN},<p>For the office</p>,1000,https://x.example/1.jpg|https://x.example/1b.jpg,120,1.50,FixedPrice,GTC,London,Stabilo,M-1,Blue,Standard
Add,A-2,11705,Ink bottle black,${INK},<p>For pens</p>,1000,https://x.example/2.jpg,35,4.20,FixedPrice,GTC,London,Pelikan,M-2,Black,Standard
`,
    expected: { ean: PEN, title: "Ballpoint pen blue", reference: "A-1", stock: 120, brand: { name: "Stabilo" } },
  },
  {
    name: "Magento 2 with further attributes",
    file: "catalog_product.csv",
    content: `sku,store_view_code,attribute_set_code,product_type,categories,product_websites,name,description,price,url_key,base_image,additional_images,additional_attributes,qty
A-1,,Default,simple,"Default Category/Pens,Default Category/Gifts",base,Ballpoint pen blue,Writes,1.50,pen-blue,https://x.example/1.jpg,"https://x.example/2.jpg,https://x.example/3.jpg","color=Blue,features=""soft grip, refillable"",material=Steel",120
A-2,,Default,simple,Default Category/Inks,base,Ink bottle black,For pens,4.20,ink-black,https://x.example/4.jpg,,"color=Black,material=Glass",35
`,
    expected: {
      title: "Ballpoint pen blue",
      reference: "A-1",
      category: { path: "Default Category > Pens" },
      attributes: { color: "Blue", features: "soft grip, refillable", material: "Steel" },
      stock: 120,
    },
  },
  {
    name: "Yandex Market Language",
    file: "yml.xml",
    content: `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE yml_catalog SYSTEM "shops.dtd"><yml_catalog date="2026-01-05T10:00:00+03:00"><shop><name>Канцтовары</name><company>ООО Канцтовары</company><url>https://x.example</url><currencies><currency id="RUR" rate="1"/></currencies><categories><category id="1">Канцелярия</category><category id="2" parentId="1">Ручки</category><category id="3" parentId="1">Чернила</category></categories><delivery-options><option cost="200" days="1"/></delivery-options><offers>${twice(
      (id, ean, name) =>
        `<offer id="${id}" available="true"><url>https://x.example/${id}</url><price>150</price><oldprice>180</oldprice><currencyId>RUR</currencyId><categoryId>2</categoryId><picture>https://x.example/${id}.jpg</picture><picture>https://x.example/${id}-2.jpg</picture><vendor>Stabilo</vendor><vendorCode>M-${id}</vendorCode><name>${name}</name><description>${name} для офиса</description><barcode>${ean}</barcode><country_of_origin>Германия</country_of_origin><weight>0.012</weight><dimensions>14/1.1/1.2</dimensions><param name="Цвет">синий</param><count>120</count></offer>`,
    )}</offers></shop></yml_catalog>`,
    expected: {
      ean: PEN,
      title: "Ballpoint pen blue",
      reference: "A-1",
      stock: 120,
      brand: { name: "Stabilo" },
      category: { path: "Канцелярия > Ручки" },
    },
  },
  {
    name: "ONIX 3.0",
    file: "onix.xml",
    content: `<?xml version="1.0" encoding="UTF-8"?><ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference"><Header><Sender><SenderName>Verlag</SenderName></Sender><SentDateTime>20260105T1000</SentDateTime></Header>${[
      ["9783161484100", "Roots of Rust", "Berg", "24.90"],
      ["9780306406157", "The Sea at Night", "Lund", "18.00"],
    ]
      .map(
        ([isbn, title, person, price]) =>
          `<Product><RecordReference>x.example.${isbn}</RecordReference><NotificationType>03</NotificationType><ProductIdentifier><ProductIDType>03</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>${isbn}</IDValue></ProductIdentifier><DescriptiveDetail><ProductComposition>00</ProductComposition><ProductForm>BB</ProductForm><Measure><MeasureType>01</MeasureType><Measurement>210</Measurement><MeasureUnitCode>mm</MeasureUnitCode></Measure><Measure><MeasureType>08</MeasureType><Measurement>350</Measurement><MeasureUnitCode>gr</MeasureUnitCode></Measure><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>${title}</TitleText><Subtitle>A story</Subtitle></TitleElement></TitleDetail><Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>Anna ${person}</PersonName></Contributor><Language><LanguageRole>01</LanguageRole><LanguageCode>eng</LanguageCode></Language><Extent><ExtentType>00</ExtentType><ExtentValue>320</ExtentValue><ExtentUnit>03</ExtentUnit></Extent><Subject><SubjectSchemeIdentifier>12</SubjectSchemeIdentifier><SubjectCode>FBA</SubjectCode><SubjectHeadingText>Fiction</SubjectHeadingText></Subject></DescriptiveDetail><CollateralDetail><TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience><Text>A story about ${title} and more.</Text></TextContent><SupportingResource><ResourceContentType>01</ResourceContentType><ContentAudience>00</ContentAudience><ResourceMode>03</ResourceMode><ResourceVersion><ResourceForm>02</ResourceForm><ResourceLink>https://x.example/${isbn}.jpg</ResourceLink></ResourceVersion></SupportingResource></CollateralDetail><PublishingDetail><Publisher><PublishingRole>01</PublishingRole><PublisherName>Nord Press</PublisherName></Publisher><PublishingStatus>04</PublishingStatus><PublishingDate><PublishingDateRole>01</PublishingDateRole><Date>20250301</Date></PublishingDate></PublishingDetail><ProductSupply><SupplyDetail><Supplier><SupplierRole>01</SupplierRole><SupplierName>Nord Distribution</SupplierName></Supplier><ProductAvailability>20</ProductAvailability><Price><PriceType>04</PriceType><PriceAmount>${price}</PriceAmount><CurrencyCode>EUR</CurrencyCode></Price></SupplyDetail></ProductSupply></Product>`,
      )
      .join("")}</ONIXMessage>`,
    expected: { ean: "9783161484100", title: "Roots of Rust", price: 24.9, weight: 0.35, height: 21 },
  },
  {
    name: "ONIX 3.0 with short names",
    file: "onix-short.xml",
    content: `<?xml version="1.0" encoding="UTF-8"?><ONIXmessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/short"><header><sender><x298>Verlag</x298></sender><x307>20260105T1000</x307></header>${[
      ["9783161484100", "Roots of Rust", "Berg", "24.90"],
      ["9780306406157", "Sea at Night", "Lund", "18.00"],
    ]
      .map(
        ([isbn, title = "", person, price]) =>
          `<product><a001>x.example.${isbn}</a001><a002>03</a002><productidentifier><b221>03</b221><b244>${isbn}</b244></productidentifier><productidentifier><b221>15</b221><b244>${isbn}</b244></productidentifier><descriptivedetail><x314>00</x314><b012>BB</b012><measure><x315>01</x315><c094>210</c094><c095>mm</c095></measure><measure><x315>08</x315><c094>350</c094><c095>gr</c095></measure><collection><x329>10</x329><titledetail><b202>01</b202><titleelement><x409>02</x409><b203>A series</b203></titleelement></titledetail></collection><titledetail><b202>01</b202><titleelement><x409>01</x409><x501/><b031>${title}</b031></titleelement></titledetail><titledetail><b202>10</b202><titleelement><x409>01</x409><b203>${title.toUpperCase()} (A SERIES)</b203></titleelement></titledetail><contributor><b034>1</b034><b035>A01</b035><b036>Anna ${person}</b036></contributor><language><b253>01</b253><b252>eng</b252></language><subject><b067>12</b067><b069>FBA</b069><b070>Fiction</b070></subject></descriptivedetail><collateraldetail><textcontent><x426>03</x426><x427>00</x427><d104 textformat="05"><p>A story about <em>${title}</em> and more.</p></d104></textcontent><supportingresource><x436>01</x436><x427>00</x427><x437>03</x437><resourceversion><x441>02</x441><x435>https://x.example/${isbn}.jpg</x435></resourceversion></supportingresource><supportingresource><x436>15</x436><x427>00</x427><x437>06</x437><resourceversion><x441>01</x441><x435>https://x.example/look-inside</x435></resourceversion></supportingresource></collateraldetail><publishingdetail><imprint><b079>Nord</b079></imprint><publisher><b291>01</b291><b081>Nord Press</b081></publisher><b394>04</b394></publishingdetail><relatedmaterial><relatedproduct><x455>06</x455><productidentifier><b221>15</b221><b244>9780007324378</b244></productidentifier></relatedproduct></relatedmaterial><productsupply><supplydetail><supplier><j292>01</j292><j137>Nord Distribution</j137></supplier><j396>20</j396><price><x462>02</x462><j151>${price}</j151><j152>EUR</j152></price></supplydetail></productsupply></product>`,
      )
      .join("")}</ONIXmessage>`,
    expected: {
      ean: "9783161484100",
      title: "Roots of Rust",
      price: 24.9,
      weight: 0.35,
      height: 21,
      description: "<p>A story about <em>Roots of Rust</em> and more.</p>",
      primary_image_url: "https://x.example/9783161484100.jpg",
      brand: { name: "Nord Press" },
    },
  },
];
