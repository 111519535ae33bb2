/** What may be written of an entity, and what a new row needs; `entity`: of a member that is one or several of another. */
export interface ShopwareEntity {
  fields: string;
  needs: string;
  entities?: Readonly<Record<string, string>>;
}

/**
 * Names of Shopware 6.7's Admin API, as github.com/shopware/frontends had it on 2026-08-19 (73d6426b0,
 * `packages/api-client/api-types/adminApiTypes.d.ts`): members that are not read-only, without those of other modules.
 * `translations` of a product is none of them: github.com/shopware/shopware has it (TranslationsAssociationFieldSerializer).
 * What is needed of a new row is what has no `?` there, without what only answers have.
 */
export const SHOPWARE: Readonly<Record<string, ShopwareEntity>> = {
  product: {
    fields: `id active canonicalProductId categories children cmsPageId configuratorSettings cover coverId crossSellings
      customFields customSearchKeywords deliveryTimeId description downloads ean featureSetId height isCloseout keywords length
      mainCategories manufacturer manufacturerId manufacturerNumber markAsTopseller maxPurchase media metaDescription metaTitle
      minPurchase name ogDescription ogTitle openGraphMediaId options packUnit packUnitPlural parentId price prices
      productNumber properties purchasePrices purchaseSteps purchaseUnit referenceUnit releaseDate restockTime shippingFree
      slotConfig stock tags tax taxId translations type unitId variantListingConfig visibilities weight width`,
    needs: "id name price productNumber stock taxId",
    entities: {
      children: "product",
      configuratorSettings: "product_configurator_setting",
      media: "product_media",
      options: "property_group_option",
      categories: "category",
      manufacturer: "product_manufacturer",
      visibilities: "product_visibility",
      tags: "tag",
      properties: "property_group_option",
    },
  },
  tag: { fields: "id name", needs: "id name" },
  product_property: { fields: "productId optionId", needs: "productId optionId" },
  product_category: { fields: "productId categoryId", needs: "productId categoryId" },
  product_tag: { fields: "productId tagId", needs: "productId tagId" },
  product_configurator_setting: {
    fields: "id customFields media mediaId option optionId position price productId",
    needs: "id optionId",
  },
  product_media: { fields: "id customFields media mediaId position productId", needs: "id mediaId" },
  product_option: { fields: "productId optionId", needs: "productId optionId" },
  product_manufacturer: { fields: "id customFields description link media mediaId name", needs: "id name" },
  product_visibility: {
    fields: "id productId salesChannelId visibility",
    needs: "id productId salesChannelId visibility",
  },
  property_group: {
    fields: `id customFields description displayType filterable name options position sortingType
      visibleOnProductDetailPage`,
    needs: "id name",
    entities: { options: "property_group_option" },
  },
  property_group_option: {
    fields: "id colorHexCode combinable customFields groupId media mediaId name position",
    needs: "id groupId name",
  },
  media: {
    fields: "id alt config customFields mediaFolder mediaFolderId path private tags title url",
    needs: "id",
  },
  category: { fields: "id active customFields description media mediaId name parentId type visible", needs: "id name" },
  webhook: { fields: "id name eventName url active onlyLiveVersion", needs: "id name eventName url" },
};

/** The members of a search. */
export const SHOPWARE_CRITERIA =
  "aggregations associations excludes fields filter grouping ids includes limit page post-filter query sort total-count-mode";
