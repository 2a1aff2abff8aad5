/** A field rule: returns the Spanish error for a value, or null when it is valid. */
export type Rule = (value: string) => string | null
