import type { Hints } from "./platforms.ts";

const REFRESH_TOKEN = "Le jeton d'actualisation (refresh token) que montre la dernière étape.";

/** Where the owner of a shop finds the credentials, in French. */
export const HINTS_FR: Hints = {
  shopify: {
    where:
      "Sur dev.shopify.com, dans le Dev Dashboard de l'organisation à qui appartient la boutique : Apps, Create app. Donnez à une version les portées `read_products`, `write_products`, `read_inventory`, `write_inventory` et `read_locations`, publiez-la, puis installez l'application dans votre boutique. Indiquez soit son identifiant et son secret client, soit le jeton fixe d'une application créée avant 2026 dans l'administration de la boutique (Applications, Paramètres des applications et des canaux de vente, Développer des applications, avec les mêmes portées).",
    fields: {
      shop_url: "Paramètres, Domaines : l'adresse qui finit par `.myshopify.com`, avec `https://`.",
      access_token:
        "Seulement d'une application créée dans la boutique avant 2026 : Identifiants API, Jeton d'accès à l'API Admin. Inutile avec l'identifiant et le secret client.",
      client_id: "Dans le Dev Dashboard, l'application, Settings : Client ID.",
      client_secret:
        "À côté : Secret. Avec eux un jeton est obtenu de lui-même et renouvelé avant la fin de ses 24 heures. L'application et la boutique doivent appartenir à une même organisation.",
      location_id:
        "Paramètres, Emplacements, cliquez sur le lieu dont le stock est tenu : le nombre à la fin de l'adresse de la page. Sans lui, le premier lieu compte.",
      webhook_secret:
        "Paramètres, Notifications, Webhooks : la clé sous la liste. Pour les webhooks créés par l'application, c'est la clé secrète d'API de celle-ci.",
    },
  },
  woocommerce: {
    where:
      "Dans WordPress : WooCommerce, Réglages, Avancé, API REST, Ajouter une clé. Choisissez un administrateur ou gestionnaire de boutique et la permission Lecture/Écriture, puis cliquez sur Générer une clé d'API.",
    fields: {
      store_url: "Réglages, Général, Adresse web de WordPress, avec `https://`.",
      consumer_key: "Montrée une fois après Générer une clé d'API ; commence par `ck_`.",
      consumer_secret: "Montré à côté, une fois ; commence par `cs_`.",
      webhook_secret:
        "WooCommerce, Réglages, Avancé, Webhooks, Ajouter un webhook : le texte saisi dans Secret, le même pour chaque webhook.",
    },
  },
  prestashop: {
    where:
      "Dans le back-office : Paramètres avancés, Webservice. Mettez Activer le webservice à Oui, enregistrez, puis Ajouter une clé de webservice.",
    fields: {
      shop_url:
        "Paramètres de la boutique, Trafic et SEO, URL de la boutique : le domaine et son dossier, avec `https://`.",
      api_key:
        "Cliquez sur Générer, mettez Statut à Oui, et sous Permissions cochez GET, POST, PUT et PATCH pour `products` et `stock_availables`.",
      language_id: "International, Localisation, Langues : le nombre de la colonne ID. À défaut, 1.",
      webhook_username: "Un nom d'utilisateur de votre choix ; saisissez-le aussi dans le module de webhooks.",
      webhook_password: "Un long mot de passe de votre choix ; saisissez-le aussi dans le module de webhooks.",
    },
  },
  magento: {
    where:
      "Dans l'administration : Système, Extensions, Intégrations, Ajouter nouvelle intégration. Sous API, Accès aux ressources, accordez Catalogue et Magasins, enregistrez, puis cliquez sur Activez et Autoriser. À partir de Magento 2.4.4 il faut aussi Magasins, Configuration, Services, OAuth, Paramètres d'utilisateur (Consumer Settings), « Allow OAuth Access Tokens to be used as standalone Bearer tokens » : Oui.",
    fields: {
      base_url: "Magasins, Configuration, Général, Web, URL de base (sécurisé) : URL de base sécurisée.",
      access_token: "Montré après Activez, sous Intégration des jetons pour les Extensions : la ligne Jeton d'accès.",
      store_code:
        "Magasins, Tous les magasins, cliquez sur la vue magasin : son code. À défaut, toutes les vues sont écrites.",
    },
  },
  amazon: {
    where:
      "Dans Seller Central, comme utilisateur principal : Applications et services, Développer des applications. Inscrivez-vous comme développeur privé avec le rôle Listing du produit (et Stock et Suivi des commandes s'il est demandé). Après l'accord d'Amazon : Ajouter un nouveau client d'application, type d'API SP API.",
    fields: {
      seller_id:
        "Paramètres, Informations sur le compte, Informations commerciales, Votre identifiant vendeur (Merchant Token).",
      marketplace_id:
        "L'identifiant du pays : France `A13V1IB3VIYZZH`, Allemagne `A1PA6795UKMFR9`, Italie `APJ6JRA9NG5V4`, Espagne `A1RKKUPIHCS9HS`.",
      client_id:
        "Développer des applications, ligne de l'application, Informations d'identification LWA, Afficher : identifiant client.",
      client_secret: "Dans la même fenêtre : secret client.",
      refresh_token: `Développer des applications, menu de l'application, Autoriser, Autoriser l'application. ${REFRESH_TOKEN}`,
    },
  },
  bigcommerce: {
    where:
      "Dans le panneau de contrôle : Paramètres, Comptes API de la boutique, Créer un compte API, type jeton d'API V2/V3, avec Produits : modifier. Cliquez sur Enregistrer.",
    fields: {
      store_hash: "Dans le chemin d'API affiché : ce qui suit `/stores/`, sans `/v3/`.",
      access_token: "Montré une fois après Enregistrer : jeton d'accès (Access token).",
    },
  },
  ebay: {
    where:
      "Sur developer.ebay.com, connecté : Hi (votre nom), Application access keys, créez un jeu de clés (keyset) pour Production.",
    fields: {
      marketplace_id: "Là où vous vendez : `EBAY_FR`, `EBAY_DE`, `EBAY_GB`, `EBAY_US`…",
      client_id: "Application access keys, Production : App ID (Client ID).",
      client_secret: "Au même endroit : Cert ID (Client Secret).",
      refresh_token: `À côté de l'App ID, cliquez sur User Tokens, ajoutez une adresse de redirection et faites accepter les portées \`sell.inventory\`, \`sell.account.readonly\` et \`api_scope\` à votre compte vendeur par OAuth. Le compte a besoin de règlements d'affaires (paiement, livraison, retours) et d'un lieu de stock. ${REFRESH_TOKEN}`,
    },
  },
  salesforce_commerce: {
    where:
      "Dans Account Manager : API Client, Add API Client, avec le rôle Salesforce Commerce API pour votre instance, le format de jeton JWT, la méthode d'authentification `client_secret_basic` et les portées permises `sfcc.products.rw`, `sfcc.catalogs` et `sfcc.inventory-lists.rw`.",
    fields: {
      instance_url:
        "Business Manager, Administration, Développement du site, Salesforce Commerce API Settings : `https://`, le code court, `.api.commercecloud.salesforce.com`.",
      organization_id: "Sur la même page : Organization ID ; commence par `f_ecom_`.",
      site_id: "Administration, Sites, Gérer les sites : la colonne ID.",
      client_id: "Account Manager, API Client : la colonne API Client ID.",
      client_secret: "Le mot de passe choisi à la création du client d'API.",
    },
  },
  wizishop: {
    where:
      "Dans l'administration de la boutique : Configuration, API. Si ce menu manque, demandez l'accès à l'API au support de WiziShop.",
    fields: {
      shop_id: "Le numéro de votre boutique, affiché avec la clé.",
      api_key: "Créez une clé en lecture et écriture des produits et du stock, et copiez-la.",
      webhook_token: "Configuration, Webhooks : le jeton que WiziShop envoie avec chaque webhook.",
    },
  },
  cdiscount: {
    where:
      "Sur developer.octopia-io.net : API Credentials Management, Get Access. Choisissez un agrégateur qui demande un client ID, un client secret et le seller ID, prenez un nom, et connectez-vous avec votre compte vendeur pour lui donner accès.",
    fields: {
      seller_id: "Affiché à la dernière étape ; aussi dans l'espace vendeur, Paramètres.",
      client_id: "Le nom que vous avez choisi : 8 à 80 caractères.",
      client_secret: "Affiché une fois le client ID créé : notez-le.",
    },
  },
  fnac_darty: {
    where:
      "L'API fait partie de l'abonnement vendeur, mais c'est la place de marché qui l'ouvre : demandez l'accès à l'API des offres par le formulaire de contact des vendeurs de Fnac.com ou de Darty.com, ou à votre chargé de compte. Comptez deux à trois jours.",
    fields: {
      partner_id: "Dans la réponse : Partner ID.",
      shop_id: "Dans la réponse : Shop ID. Darty a le sien.",
      api_key: "Dans la réponse : Key (clé), pour la production.",
    },
  },
  manomano: {
    where:
      "Dans la toolbox de ManoMano, choisissez le compte du pays, puis Paramètres, Clés API, Créer une clé API. Saisissez un nom et cliquez sur Générer la clé API.",
    fields: {
      seller_contract_id: "Le nombre dans la description de la clé, sur la même page ; chaque pays a le sien.",
      api_key: "Copiez-la avant de fermer la fenêtre : elle n'est montrée qu'une fois.",
    },
  },
  mirakl: {
    where:
      "Dans le back-office de la place de marché où vous vendez : cliquez sur votre nom en haut, puis Mes paramètres utilisateur, Clé API.",
    fields: {
      base_url: "L'adresse de ce back-office jusqu'à son premier `/`, comme `https://marketplace.example.com`.",
      api_key: "Cliquez sur Générer une nouvelle clé et copiez-la. Une nouvelle clé met fin à la précédente.",
      shop_id: "Mon compte, Boutique : l'identifiant. Utile seulement si votre utilisateur a plusieurs boutiques.",
    },
  },
  shopware: {
    where:
      "Dans l'administration : Paramètres, Système, Intégrations, Créer une intégration. Accordez Administrateur, ou un rôle qui lit et écrit les produits et lit taxes et devises. Cliquez sur Enregistrer l'intégration.",
    fields: {
      base_url: "Canaux de vente, votre canal, Domaines : l'adresse de la boutique, sans le dossier de la langue.",
      client_id: "ID d'accès (Access key ID).",
      client_secret: "Clé de sécurité (Secret access key), montrée une fois.",
    },
  },
  squarespace: {
    where:
      "Dans le panneau du site : Paramètres, Outils de développement, Clés API de développeur, Générer une clé. Cochez Produits et Stock en lecture et écriture. Votre forfait doit comprendre les API de commerce.",
    fields: { api_key: "Montrée une fois après Générer une clé." },
  },
};
