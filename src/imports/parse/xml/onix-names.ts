/** ONIX for Books 3.0 and 3.1: elements with elements in them; their short names are the same in small letters. */
const GROUPS = `
AVItem AVItemIdentifier Addressee AddresseeIdentifier AffiliationIdentifier AgentIdentifier AlternativeName
AncillaryContent Audience AudienceRange Barcode BatchBonus Bible BodyManifest BodyResource CitedContent
CollateralDetail Collection CollectionIdentifier CollectionSequence ComparisonProductPrice Complexity ContentDate
ContentDetail ContentItem Contributor ContributorDate ContributorPlace ContributorReference CopyrightOwner
CopyrightOwnerIdentifier CopyrightStatement CoverManifest CoverResource DescriptiveDetail Discount DiscountCoded
EpubLicense EpubLicenseDate EpubLicenseExpression EpubUsageConstraint EpubUsageLimit Event EventIdentifier
EventOccurrence EventSponsor EventSponsorIdentifier Extent Funding FundingIdentifier Header Imprint
ImprintIdentifier InsertManifest InsertPoint InsertResource Language LocationIdentifier Market MarketDate
MarketPublishingDetail Measure NameAsSubject NameIdentifier NewSupplier OccurrenceDate OnOrderDetail PageRun Price
PriceCoded PriceCondition PriceConditionQuantity PriceConstraint PriceConstraintLimit PriceDate PriceIdentifier
Prize PrizeIdentifier Product ProductClassification ProductContact ProductContactIdentifier ProductFormFeature
ProductIdentifier ProductPart ProductSupply ProductionDetail ProductionManifest ProfessionalAffiliation
PromotionDetail PromotionalEvent Publisher PublisherIdentifier PublisherRepresentative PublishingDate
PublishingDetail RecordSourceIdentifier RelatedMaterial RelatedProduct RelatedWork ReligiousText
ReligiousTextFeature ResourceFeature ResourceFileDate ResourceFileFeature ResourceIdentifier ResourceVersion
ResourceVersionFeature ReturnsConditions ReviewRating SalesOutlet SalesOutletIdentifier SalesRestriction SalesRights
Sender SenderIdentifier SpecificationBundleName SpecificationFeature Stock StockQuantityCoded Subject SubjectDate
SupplementManifest Supplier SupplierIdentifier SupplierOwnCoding SupplyContact SupplyContactIdentifier SupplyDate
SupplyDetail SupportingResource Tax Territory TextContent TextItem TextItemIdentifier TimeRun TitleDetail
TitleElement Velocity Website WorkIdentifier
`;

/** The others, by their short names. */
const VALUES = `
a001:RecordReference a002:NotificationType a194:RecordSourceType a197:RecordSourceName a199:DeletionText
b012:ProductForm b014:ProductFormDescription b020:YearOfAnnual b029:Subtitle b030:TitlePrefix
b031:TitleWithoutPrefix b034:SequenceNumber b035:ContributorRole b036:PersonName b037:PersonNameInverted
b038:TitlesBeforeNames b039:NamesBeforeKey b040:KeyNames b041:NamesAfterKey b042:LettersAfterNames
b043:TitlesAfterNames b044:BiographicalNote b045:ProfessionalPosition b046:Affiliation b047:CorporateName
b048:ContributorDescription b049:ContributorStatement b057:EditionNumber b058:EditionStatement b061:NumberOfPages
b062:IllustrationsNote b063:MapScale b067:SubjectSchemeIdentifier b068:SubjectSchemeVersion b069:SubjectCode
b070:SubjectHeadingText b074:AudienceRangeQualifier b075:AudienceRangePrecision b076:AudienceRangeValue
b077:ComplexitySchemeIdentifier b078:ComplexityCode b079:ImprintName b081:PublisherName b083:CountryOfPublication
b087:CopyrightYear b089:SalesRightsType b125:NumberOfIllustrations b171:SubjectSchemeName b201:WorkIDType
b202:TitleType b203:TitleText b204:AudienceCodeType b205:AudienceCodeTypeName b206:AudienceCodeValue
b207:AudienceDescription b209:CityOfPublication b217:EditionVersionNumber b218:ExtentType b219:ExtentValue
b220:ExtentUnit b221:ProductIDType b225:ProductPackaging b233:IDTypeName b244:IDValue b247:PrefixToKey
b248:SuffixToKey b249:UnnamedPersons b251:CountryCode b252:LanguageCode b253:LanguageRole b257:Number
b274:ProductClassificationType b275:ProductClassificationCode b284:LevelSequenceNumber b285:TextItemIDType
b286:FirstPageNumber b287:LastPageNumber b288:ComponentTypeName b289:ComponentNumber b290:TextItemType
b291:PublishingRole b294:WebsiteDescription b295:WebsiteLink b306:Date b324:StartDate b325:EndDate
b333:ProductFormDetail b334:ProductFormFeatureType b335:ProductFormFeatureValue b336:ProductFormFeatureDescription
b337:Percent b352:BibleContents b353:BibleVersion b354:BiblePurpose b355:BibleTextOrganization
b356:BibleReferenceLocation b357:BibleTextFeature b358:ReligiousTextFeatureType b359:ReligiousTextFeatureCode
b360:ReligiousTextFeatureDescription b367:WebsiteRole b368:ThesisType b369:ThesisPresentedTo b370:ThesisYear
b374:TextSourceCorporate b376:ReligiousTextIdentifier b381:SalesRestrictionType b382:SalesOutletName
b384:TradeCategory b385:ProductContentType b389:StudyBibleType b392:CopyrightOwnerIDType b393:SalesOutletIDType
b394:PublishingStatus b395:PublishingStatusNote b398:RegionCode c094:Measurement c095:MeasureUnitCode d104:Text
d107:TextAuthor g126:PrizeName g127:PrizeYear g128:PrizeCountry g129:PrizeCode g343:PrizeJury j137:SupplierName
j144:OrderTime j145:PackQuantity j151:PriceAmount j152:CurrencyCode j192:UnpricedItemType j239:PricePer
j261:PriceQualifier j262:PriceTypeDescription j263:MinimumOrderQuantity j264:BatchQuantity j265:FreeQuantity
j266:PriceStatus j267:DiscountPercent j268:ReturnsCodeType j269:ReturnsCode j270:TelephoneNumber j271:FaxNumber
j272:EmailAddress j292:SupplierRole j293:StockQuantityCodeType j296:StockQuantityCodeTypeName j297:StockQuantityCode
j302:ExpectedDate j345:SupplierIDType j349:LocationName j350:OnHand j351:OnOrder j363:DiscountCodeType
j364:DiscountCode j375:CBO j377:LocationIDType j378:DiscountCodeTypeName j396:ProductAvailability j400:AgentIDType
j401:AgentName j402:AgentRole j407:MarketPublishingStatus j408:MarketDateRole k165:PromotionCampaign
k167:InitialPrintRun k168:CopiesSold k169:BookClubAdoption k309:ReprintDetail m180:MessageNumber m181:MessageRepeat
m183:MessageNote m184:DefaultLanguageOfText m186:DefaultCurrencyCode m379:SenderIDType m380:AddresseeIDType
n339:NoContributor n386:NoEdition x298:SenderName x299:ContactName x300:AddresseeName x301:PrintedOnProduct
x307:SentDateTime x310:DefaultPriceType x311:RecordSourceIDType x312:BarcodeType x313:PositionOnProduct
x314:ProductComposition x315:MeasureType x316:CountryOfManufacture x317:EpubTechnicalProtection x318:EpubUsageType
x319:EpubUsageStatus x320:Quantity x321:EpubUsageUnit x322:NumberOfItemsOfThisForm x323:NumberOfCopies
x329:CollectionType x330:SourceName x344:CollectionIDType x406:MarketPublishingStatusNote x409:TitleElementLevel
x410:PartNumber x411:NoCollection x412:FromLanguage x413:ToLanguage x414:NameType x415:NameIDType
x416:PrimaryContentType x417:ContributorDateRole x418:ContributorPlaceRelator x419:EditionType x420:ScriptCode
x421:ExtentValueRoman x422:Illustrated x423:AncillaryContentType x424:AncillaryContentDescription x425:MainSubject
x426:TextType x427:ContentAudience x428:SourceTitle x429:ContentDateRole x430:CitedContentType x431:SourceType
x432:ListName x433:PositionOnList x434:CitationNote x435:ResourceLink x436:ResourceContentType x437:ResourceMode
x438:ResourceFeatureType x439:FeatureValue x440:FeatureNote x441:ResourceForm x442:ResourceVersionFeatureType
x443:CorporateNameInverted x445:ImprintIDType x446:LatestReprintNumber x447:PublisherIDType x448:PublishingDateRole
x449:CountriesIncluded x450:RegionsIncluded x451:CountriesExcluded x452:RegionsExcluded x453:SalesRestrictionNote
x454:WorkRelationCode x455:ProductRelationCode x456:ROWSalesRightsType x457:PrimaryPart x458:SupplierCodeType
x459:SupplierCodeValue x460:ReturnsCodeTypeName x461:SupplyDateRole x462:PriceType x463:PriceConditionType
x464:PriceConditionQuantityType x465:PriceCodeType x466:QuantityUnit x467:DiscountType x468:PriceCode
x469:DiscountAmount x470:TaxType x471:TaxRateCode x472:TaxRatePercent x473:TaxableAmount x474:TaxAmount
x476:PriceDateRole x477:PriceCodeTypeName x478:TitleStatement x479:CollectionSequenceType
x480:CollectionSequenceTypeName x481:CollectionSequenceNumber x482:ProductContactRole x483:ProductContactIDType
x484:ProductContactName x501:NoPrefix x502:Proximity x503:PrizeStatement x504:VelocityMetric x505:Rate
x506:PriceIDType x507:NoProduct x508:EpubLicenseExpressionType x509:EpubLicenseExpressionTypeName
x510:EpubLicenseExpressionLink x511:EpubLicenseName x512:CopyrightType x513:SupplierCodeTypeName x514:ToQuantity
x515:EventRole x516:EventName x517:EventAcronym x518:EventNumber x519:EventTheme x520:EventDate x521:EventPlace
x522:EventSponsorIDType x523:FundingIDType x525:Rating x526:RatingLimit x527:RatingUnits x528:ReturnsNote
x529:PriceConstraintType x530:PriceConstraintStatus x531:PriceConstraintUnit x532:OrderQuantityMinimum
x533:OrderQuantityMultiple x534:SubjectDateRole x535:PricePartDescription x536:Reserved x537:SupplyContactRole
x538:SupplyContactIDType x539:SupplyContactName x540:AVItemType x541:AVItemIDType x542:StartTime x543:EndTime
x544:AVDuration x545:PalletQuantity x546:TaxExempt x547:EventIDType x548:EventType x549:EventStatus
x550:EventDescription x551:VenueName x552:StreetAddress x553:VenueNote x554:OccurrenceDateRole
x555:ProductClassificationTypeName x556:PrizeRegion x557:TextSourceDescription x558:SpecificationBundleNameTypeName
x559:SpecificationBundleNameValue x560:SpecificationDetail x561:SpecificationFeatureType
x562:SpecificationFeatureValue x563:SpecificationFeatureDescription x564:SpecificationDescription
x565:ResourceIDType x566:ResourceRole x567:ResourceFileDetail x568:ResourceFileFeatureType
x569:ResourceFileFeatureValue x570:ResourceFileFeatureDescription x571:ResourceFileDescription x572:ResourceFileLink
x573:ResourceFileDateRole x574:InsertPointType x575:InsertPointValue x576:ResourceFileContentDescription
x577:NoResource x578:AudienceHeadingText x579:NoSupplement x580:AffiliationIDType x581:TextSourceLink
x582:CollectionFrequency x583:MainAudience x584:AwardingBody x585:EpubLicenseDateRole x586:CollectionElementLevel
x587:MarketReference x588:CopyrightStatementText x589:PrizeIDType x590:PostalCode
`;

const words = (text: string): string[] => text.trim().split(/\s+/);

/** The reference names of the format by its short ones, as EDItEUR publishes both: https://www.editeur.org/93/Release-3.0-Downloads/ */
export const ONIX_NAMES: ReadonlyMap<string, string> = new Map([
  ["ONIXmessage", "ONIXMessage"],
  ...words(GROUPS).map((name) => [name.toLowerCase(), name] as const),
  ...words(VALUES).map((pair) => {
    const [short = "", name = ""] = pair.split(":");
    return [short, name] as const;
  }),
]);
