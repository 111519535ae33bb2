import type { Hints } from "./platforms.ts";

const REFRESH_TOKEN = "The refresh token that the last step shows.";

/** Where the owner of a shop finds the credentials, in English. */
export const HINTS_EN: Hints = {
  shopify: {
    where:
      "On dev.shopify.com, in the Dev Dashboard of the organisation that owns the shop: Apps, Create app. Give a version of it the scopes `read_products`, `write_products`, `read_inventory`, `write_inventory` and `read_locations`, release it, then install the app in your shop. Give either its client id and secret, or the fixed token of an app that was made before 2026 in the shop's administration (Settings, Apps and sales channels, Develop apps, with the same scopes).",
    fields: {
      shop_url: "Settings, Domains: the address that ends with `.myshopify.com`, with `https://`.",
      access_token:
        "Only of an app made in the shop before 2026: API credentials, Admin API access token. Not needed with client id and secret.",
      client_id: "In the Dev Dashboard, the app, Settings: Client ID.",
      client_secret:
        "Beside it: Secret. With these a token is fetched by itself and renewed before its 24 hours are over. The app and the shop must belong to one organisation.",
      location_id:
        "Settings, Locations, click the place whose stock is set: the number at the end of the page's address. Without it the first place counts.",
      webhook_secret:
        "Settings, Notifications, Webhooks: the key under the list. For webhooks made by the app it is the app's API secret key.",
    },
  },
  woocommerce: {
    where:
      "In WordPress: WooCommerce, Settings, Advanced, REST API, Add key. Choose an administrator or shop manager and the permission Read/Write, then click Generate API key.",
    fields: {
      store_url: "Settings, General, WordPress Address, with `https://`.",
      consumer_key: "Shown once after Generate API key; begins with `ck_`.",
      consumer_secret: "Shown beside it, once; begins with `cs_`.",
      webhook_secret:
        "WooCommerce, Settings, Advanced, Webhooks, Add webhook: the text that you type in Secret, the same for each webhook.",
    },
  },
  prestashop: {
    where:
      "In the back office: Advanced Parameters, Webservice. Set Enable PrestaShop's webservice to Yes, save, then Add new webservice key.",
    fields: {
      shop_url: "Shop Parameters, Traffic & SEO, Set shop URL: the domain with its folder, with `https://`.",
      api_key:
        "Click Generate, and tick GET, POST, PUT and PATCH for `products` and `stock_availables`; set Status to Enabled.",
      language_id: "International, Localization, Languages: the number in the column ID. Without it 1.",
      webhook_username: "A user name of your choice; type it in the webhook module, too.",
      webhook_password: "A long password of your choice; type it in the webhook module, too.",
    },
  },
  magento: {
    where:
      "In the administration: System, Extensions, Integrations, Add New Integration. Under API give it Catalog and Stores, save, then click Activate and Allow. Magento 2.4.4 and later also needs Stores, Configuration, Services, OAuth, Consumer Settings, Allow OAuth Access Tokens to be used as standalone Bearer tokens: Yes.",
    fields: {
      base_url: "Stores, Configuration, General, Web, Base URLs (Secure): the Secure Base URL.",
      access_token: "Shown after Activate: the line Access Token.",
      store_code: "Stores, All Stores, click the store view: its Code. Without it all store views are written.",
    },
  },
  amazon: {
    where:
      "In Seller Central, as the main user: Apps and Services, Develop Apps. Register as a private developer with the role Product Listing (Inventory and Order Tracking, too, where it is asked for). When Amazon has agreed: Add new app client, API type SP API.",
    fields: {
      seller_id: "Settings, Account Info, Business Information, Your Merchant Token.",
      marketplace_id:
        "The id of the country: France `A13V1IB3VIYZZH`, Germany `A1PA6795UKMFR9`, Italy `APJ6JRA9NG5V4`, Spain `A1RKKUPIHCS9HS`.",
      client_id: "Develop Apps, the app's line, LWA credentials, View: Client identifier.",
      client_secret: "In the same window: Client secret.",
      refresh_token: `Develop Apps, the app's menu, Authorize, Authorize app. ${REFRESH_TOKEN}`,
    },
  },
  bigcommerce: {
    where:
      "In the control panel: Settings, Store-level API accounts, Create API account, type V2/V3 API token, with Products: modify. Click Save.",
    fields: {
      store_hash: "In the API path that is shown: what follows `/stores/`, without `/v3/`.",
      access_token: "Shown after Save, once: Access token.",
    },
  },
  ebay: {
    where: "On developer.ebay.com, signed in: Hi (your name), Application access keys, Create a keyset for Production.",
    fields: {
      marketplace_id: "Where you sell: `EBAY_FR`, `EBAY_DE`, `EBAY_GB`, `EBAY_US` …",
      client_id: "Application access keys, Production: App ID (Client ID).",
      client_secret: "In the same place: Cert ID (Client Secret).",
      refresh_token: `Beside the App ID click User Tokens, add a redirect address, and let your seller account agree to the scopes \`sell.inventory\`, \`sell.account.readonly\` and \`api_scope\` by OAuth. The account needs business policies (payment, postage, returns) and an inventory location. ${REFRESH_TOKEN}`,
    },
  },
  salesforce_commerce: {
    where:
      "In Account Manager: API Client, Add API Client, with the role Salesforce Commerce API for your instance, token format JWT, the authentication method `client_secret_basic`, and the allowed scopes `sfcc.products.rw`, `sfcc.catalogs` and `sfcc.inventory-lists.rw`.",
    fields: {
      instance_url:
        "Business Manager, Administration, Site Development, Salesforce Commerce API Settings: `https://`, the short code, `.api.commercecloud.salesforce.com`.",
      organization_id: "On the same page: Organization ID; begins with `f_ecom_`.",
      site_id: "Administration, Sites, Manage Sites: the column ID.",
      client_id: "Account Manager, API Client: the column API Client ID.",
      client_secret: "The password that you chose when you added the API client.",
    },
  },
  wizishop: {
    where:
      "In the shop's administration: Configuration, API. If there is no such menu, ask the support of WiziShop for access to the API.",
    fields: {
      shop_id: "The number of your shop, shown with the key.",
      api_key: "Click to make a key with reading and writing of products and stock, and copy it.",
      webhook_token: "Configuration, Webhooks: the token that WiziShop sends with each webhook.",
    },
  },
  cdiscount: {
    where:
      "On developer.octopia-io.net: API Credentials Management, Get Access. Choose that you use an aggregator which needs a client ID, a client secret and the seller ID, pick a name, and sign in with your seller account to grant access to it.",
    fields: {
      seller_id: "Shown in the last step; also in the seller zone, Settings.",
      client_id: "The name that you picked: 8 to 80 characters.",
      client_secret: "Shown when the client ID has been made: note it down.",
    },
  },
  fnac_darty: {
    where:
      "The API is part of the seller's subscription, but the marketplace opens it: ask by the contact form for sellers of Fnac.com or Darty.com, or your account manager, for access to the offers API. It takes two or three days.",
    fields: {
      partner_id: "In the answer: Partner ID.",
      shop_id: "In the answer: Shop ID. Darty has one of its own.",
      api_key: "In the answer: Key, for production.",
    },
  },
  manomano: {
    where:
      "In the ManoMano toolbox choose the account of the country, then Parameters, Api Keys, Create API key. Type a name and click Generate API key.",
    fields: {
      seller_contract_id: "The number in the description of the key, on the same page; each country has its own.",
      api_key: "Copy it before you close the window: it is shown once.",
    },
  },
  mirakl: {
    where:
      "In the back office of the marketplace that you sell on: click your user name at the top, then My user settings, API key.",
    fields: {
      base_url: "The address of that back office up to its first `/`, such as `https://marketplace.example.com`.",
      api_key: "Click Generate a new key and copy it. A new key ends the one before.",
      shop_id: "My account, Shop: the id. Needed only if your user has several shops.",
    },
  },
  shopware: {
    where:
      "In the administration: Settings, System, Integrations, Create integration. Give it Administrator, or a role that reads and writes products and reads taxes and currencies. Click Save.",
    fields: {
      base_url: "Sales Channels, your channel, Domains: the shop's address, without the language's folder.",
      client_id: "Access key ID.",
      client_secret: "Secret access key, shown once.",
    },
  },
  squarespace: {
    where:
      "On the website's panel: Settings, Developer tools, Developer API keys, Generate key. Tick Products and Inventory with Read and Write. Your plan must include the commerce APIs.",
    fields: { api_key: "Shown after Generate key, once." },
  },
};
