const marketplace_id = "A13V1IB3VIYZZH";

/** A listing as Amazon's model of the Listings Items API has it. */
export const LISTING = {
  sku: "A0",
  summaries: [
    {
      marketplaceId: marketplace_id,
      itemName: "Lamp",
      productType: "LIGHT_FIXTURE",
      status: ["BUYABLE"],
      createdDate: "2026-11-01T10:00:00Z",
      lastUpdatedDate: "2026-11-01T10:00:00Z",
    },
  ],
  attributes: {
    item_name: [{ value: "Lamp", marketplace_id }],
    brand: [{ value: "Lumen", marketplace_id }],
    externally_assigned_product_identifier: [{ type: "ean", value: "4006381333931", marketplace_id }],
    purchasable_offer: [{ our_price: [{ schedule: [{ value_with_tax: 12.5 }] }] }],
  },
  fulfillmentAvailability: [{ fulfillmentChannelCode: "DEFAULT", quantity: 4 }],
};
