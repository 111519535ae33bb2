import type { DeclaredError } from "../../../runtime/vocabulary.ts";
import { CONFLICT, INTERNAL, INVALID_BODY, INVALID_PARAMETER, kind, MISSING } from "./error-kinds.ts";

/** What is wrong with a request. */
export const REQUEST_ERRORS = {
  NOT_FOUND: {
    ...MISSING,
    says: { en: "Not found", fr: "Introuvable" },
    fix: {
      en: "Check the path and the id; resources of other tenants are not found either.",
      fr: "Vérifiez le chemin et l'identifiant ; les ressources d'un autre client sont introuvables aussi.",
    },
  },
  PRODUCT_NOT_FOUND: {
    ...MISSING,
    says: { en: "Product not found", fr: "Produit introuvable" },
    fix: { en: "Check the product's id.", fr: "Vérifiez l'identifiant du produit." },
  },
  IMPORT_JOB_NOT_FOUND: {
    ...MISSING,
    says: { en: "Import not found", fr: "Import introuvable" },
    fix: { en: "Check the import's id.", fr: "Vérifiez l'identifiant de l'import." },
  },
  METHOD_NOT_ALLOWED: {
    ...kind(405, "http_error"),
    says: {
      en: "The method {method} is not allowed on this path, which takes {allowed}",
      fr: "La méthode {method} n'est pas autorisée sur ce chemin, qui accepte {allowed}",
    },
    fix: { en: "Use one of the methods in the Allow header.", fr: "Utilisez l'une des méthodes de l'en-tête Allow." },
  },
  INVALID_PARAMETER: {
    ...INVALID_PARAMETER,
    says: { en: "A request parameter is invalid", fr: "Un paramètre de la requête est invalide" },
    fix: {
      en: "Correct the query parameters or headers named in the details.",
      fr: "Corrigez les paramètres ou en-têtes cités dans les détails.",
    },
  },
  VALIDATION_FAILED: {
    ...INVALID_BODY,
    says: { en: "One or more fields are invalid", fr: "Un ou plusieurs champs sont invalides" },
    fix: {
      en: "Correct every field listed in the details; see the operation's schema.",
      fr: "Corrigez chaque champ cité dans les détails ; voir le schéma de l'opération.",
    },
  },
  REQUEST_TIMEOUT: {
    ...kind(408, "http_error"),
    says: {
      en: "The request body was not received within {seconds} seconds",
      fr: "Le corps de la requête n'a pas été reçu en {seconds} secondes",
    },
    fix: { en: "Send the request again with its complete body.", fr: "Renvoyez la requête avec son corps complet." },
  },
  UNSUPPORTED_MEDIA_TYPE: {
    ...kind(415, "http_error"),
    says: {
      en: "The content encoding {encoding} is not supported",
      fr: "Le codage de contenu {encoding} n'est pas pris en charge",
    },
    fix: { en: "Send the body uncompressed.", fr: "Envoyez le corps sans compression." },
  },
  PAYLOAD_TOO_LARGE: {
    ...kind(413, "http_error"),
    says: { en: "The request body is larger than {limit} bytes", fr: "Le corps de la requête dépasse {limit} octets" },
    fix: {
      en: "Split the request into smaller ones, or import a file.",
      fr: "Découpez la requête en plusieurs, ou importez un fichier.",
    },
  },
  PRECONDITION_FAILED: {
    ...kind(412, "conflict"),
    says: {
      en: "The resource has changed since you read it. Read it again, and send its new ETag in If-Match",
      fr: "La ressource a changé depuis votre lecture. Relisez-la, et envoyez son nouvel ETag dans If-Match",
    },
    fix: {
      en: "Get the resource again, reapply your change and send it with the new ETag.",
      fr: "Relisez la ressource, refaites votre modification et envoyez-la avec le nouvel ETag.",
    },
  },
  IDEMPOTENCY_KEY_REUSED: {
    ...INVALID_BODY,
    says: {
      en: "This Idempotency-Key was already used for a different request. Take a new one for each new request",
      fr: "Cette Idempotency-Key a déjà été utilisée pour une autre requête. Prenez-en une nouvelle pour chaque nouvelle requête",
    },
    fix: {
      en: "Use a new Idempotency-Key for every new request; retries must send exactly the same body.",
      fr: "Utilisez une nouvelle Idempotency-Key pour chaque nouvelle requête ; une répétition doit envoyer exactement le même corps.",
    },
  },
  DUPLICATE_EAN: {
    ...CONFLICT,
    says: {
      en: 'The EAN "{ean}" belongs to another product or variant already',
      fr: "L'EAN « {ean} » appartient déjà à un autre produit ou à une autre variante",
    },
    fix: {
      en: "Update the product that has this EAN; deleted products keep their EAN until they are erased.",
      fr: "Modifiez le produit qui a cet EAN ; un produit supprimé garde le sien jusqu'à son effacement.",
    },
  },
  DUPLICATE_RESOURCE: {
    ...CONFLICT,
    says: { en: "The resource already exists", fr: "Cet élément existe déjà" },
    fix: {
      en: "Use the existing resource, or choose another value for the field named in the details.",
      fr: "Utilisez l'élément existant, ou choisissez une autre valeur pour le champ cité dans les détails.",
    },
  },
  INVALID_STATE: {
    ...CONFLICT,
    says: {
      en: "The current state of the resource does not allow this operation",
      fr: "L'état actuel de la ressource ne permet pas cette opération",
    },
    fix: {
      en: "Bring the resource into one of the states in details.allowed_states, or wait for one.",
      fr: "Amenez la ressource dans l'un des états de details.allowed_states, ou attendez-le.",
    },
  },
  RATE_LIMIT_EXCEEDED: {
    ...kind(429, "rate_limit_exceeded"),
    says: { en: "Too many requests; try again in {seconds} s", fr: "Trop de requêtes ; réessayez dans {seconds} s" },
    fix: {
      en: "Wait for the time in Retry-After, then retry with exponential backoff and random jitter.",
      fr: "Attendez le délai indiqué par Retry-After, puis réessayez avec un délai exponentiel et aléatoire.",
    },
  },
} as const satisfies Record<string, DeclaredError>;

/** What fails in the service itself. JOB_INTERRUPTED and SOURCE_UNREACHABLE are reasons of failed jobs; no request is answered with them. */
export const SERVICE_ERRORS = {
  JOB_INTERRUPTED: {
    ...INTERNAL,
    says: { en: "The job was interrupted too many times", fr: "La tâche a été interrompue trop de fois" },
    fix: {
      en: "For failed jobs: start the job again, and report it if it fails again.",
      fr: "Pour une tâche en échec : relancez-la, et signalez le problème si elle échoue encore.",
    },
  },
  SOURCE_UNREACHABLE: {
    ...INTERNAL,
    says: { en: "The source cannot be reached", fr: "La source est injoignable" },
    fix: {
      en: "For failed jobs: check the address, the credentials and the network, then start the job again.",
      fr: "Pour une tâche en échec : vérifiez l'adresse, les identifiants et le réseau, puis relancez-la.",
    },
  },
  SYSTEM_SERVICE_UNAVAILABLE: {
    ...kind(503, "http_error"),
    says: {
      en: "The service is temporarily unavailable; try again later",
      fr: "Le service est temporairement indisponible ; réessayez plus tard",
    },
    fix: {
      en: "Wait for the time in Retry-After and try again; the request itself is fine.",
      fr: "Attendez le délai indiqué par Retry-After et réessayez ; la requête n'est pas en cause.",
    },
  },
  INSUFFICIENT_STORAGE: {
    ...kind(507, "http_error"),
    says: {
      en: "Not enough free disk space for files. This request changed nothing",
      fr: "Espace disque insuffisant pour les fichiers. Cette requête n'a rien modifié",
    },
    fix: {
      en: "Delete unneeded files (imports, exports, images, documents), or ask the operator for more space or a larger quota.",
      fr: "Supprimez les fichiers inutiles (imports, exports, images, documents), ou demandez à l'exploitant plus d'espace ou un quota plus élevé.",
    },
  },
  SYSTEM_INTERNAL_ERROR: {
    ...INTERNAL,
    says: { en: "Internal error", fr: "Erreur interne" },
    fix: {
      en: "Try again once; if the error persists, report the request_id, which identifies the log entry.",
      fr: "Réessayez une fois ; si l'erreur persiste, signalez le request_id, qui identifie l'entrée du journal.",
    },
  },
} as const satisfies Record<string, DeclaredError>;
