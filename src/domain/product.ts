/** The product's name and its operator, each in one constant (D1). `PRODUCT_NAME` overrides the first. */
export const PRODUCT_NAME = 'Almotacén'
export const OPERATOR_NAME = 'CCI'
/** Shown in the footer as the specification fixes it (D43). */
export const COPYRIGHT_YEAR = 2021
