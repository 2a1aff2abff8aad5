const EMPTY = /\bnull\b|\bundefined\b|\bNaN\b|Invalid Date|\(\s*\)|«\s*»|“\s*”|(?<![./])\.\.(?![./])|\[object/i

/** The texts that hold the word of a missing value, or nothing where a value should be (EXP-25). */
export const withEmptyValue = (texts: readonly string[]): string[] => texts.filter(text => EMPTY.test(text))
