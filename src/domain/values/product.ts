/** The names of the product and of its operator, each in one constant (D1). `PRODUCT_NAME` overrides the first. */
export const PRODUCT_NAME = 'Almotacén'
export const OPERATOR_NAME = 'CCI'
/** Once in each paper and first mail, for those who do not know it. */
export const OPERATOR_FULL_NAME = 'Centro de Cooperación Interbancaria (CCI)'
/** The copyright year in the footer, fixed by the specification (D43). */
export const COPYRIGHT_YEAR = 2021
