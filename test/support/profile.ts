const address = {
  viaType: 'CL',
  viaName: 'Reina Casilda',
  viaNumber: '3',
  postalCode: '28045',
  province: 'Madrid',
  city: 'Madrid',
  country: 'España',
}
/** A complete provider profile (FORM-26 to FORM-50). */
export const completeProfile = {
  name: 'Peñafiel Transcripciones, S.L.',
  commercialName: 'Peñafiel',
  cnae: '8220',
  web: 'www.penafiel.example',
  email: 'info@penafiel.example',
  billingContact: 'Begoña Iriarte',
  billingEmail: 'facturas@penafiel.example',
  securityLeader: 'seguridad@penafiel.example',
  issuesContact: 'incidencias@penafiel.example',
  numEmployees: '_1_9' as const,
  address,
  billingAddress: address,
  economicInfo: {
    volBilling: { lastExercise: 10, exercise1: 9, exercise2: 8 },
    results: { lastExercise: 1, exercise1: 0, exercise2: -1 },
  },
}
