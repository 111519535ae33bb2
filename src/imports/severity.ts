/** How much what is said of a file or an import weighs: what is critical spoils the products if it is not put right. */
export type Severity = "info" | "warning" | "critical";
