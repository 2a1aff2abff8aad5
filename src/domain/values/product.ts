/** The names of the product and of its operator, each in one constant (D1). `PRODUCT_NAME` overrides the first. */
export const PRODUCT_NAME = 'Almotacén'
export const OPERATOR_NAME = 'CCI'
/** The copyright year in the footer, fixed by the specification (D43). */
export const COPYRIGHT_YEAR = 2021
