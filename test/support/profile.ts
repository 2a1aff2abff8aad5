import { exampleOf } from '#domain/participant/field-lists.ts'

const address = {
  viaType: 'CL',
  viaName: 'Reina Casilda',
  viaNumber: '3',
  postalCode: '28045',
  province: 'Madrid',
  city: 'Madrid',
  country: 'España',
}
const { cif: _, ...fields } = exampleOf('PROVIDER')
/** A complete provider profile but its CIF, which is unique (FORM-26 to FORM-50). */
export const completeProfile = {
  ...fields,
  address,
  billingAddress: address,
  economicInfo: {
    volBilling: { lastExercise: 10, exercise1: 9, exercise2: 8 },
    results: { lastExercise: 1, exercise1: 0, exercise2: -1 },
  },
}
