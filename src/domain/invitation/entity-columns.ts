/** The four columns of a mass preload (INV-08), with their displayed heading and accepted aliases. */
export const entityColumns = {
  name: { heading: 'Nombre', also: ['name', 'Entidad', 'Nombre de la entidad', 'Denominación'] },
  codNRBE: { heading: 'Código NRBE', also: ['codNRBE', 'NRBE', 'Cód. NRBE', 'Código de entidad'] },
  contactPerson: { heading: 'Persona de contacto', also: ['contactPerson', 'Contacto', 'Persona contacto'] },
  email: { heading: 'Correo electrónico', also: ['email', 'Correo', 'e-mail', 'Email de contacto'] },
} as const

export type EntityColumn = keyof typeof entityColumns

export const entityColumnNames = Object.keys(entityColumns) as EntityColumn[]

/** The example row of the template; imports skip it. */
export const entityExample: Record<EntityColumn, string> = {
  name: 'EJEMPLO: Banco de Muestra, S.A. (sustituya esta fila)',
  codNRBE: '0000',
  contactPerson: 'Nombre y apellidos',
  email: 'contacto@banco-de-muestra.example',
}
