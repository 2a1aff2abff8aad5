/** A field rule: the Spanish sentence that says what is wrong with the value, or null when it is valid. */
export type Rule = (value: string) => string | null
