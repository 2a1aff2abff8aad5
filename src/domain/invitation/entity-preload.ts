import {
  excerpt,
  normalisePreloadedEmail,
  type Preload,
  preloadedEmailFault,
  preloadedTextFault,
} from '#domain/invitation/preload.ts'
import { normaliseNrbe, nrbeRule } from '#domain/values/company/nrbe.ts'
import { lettersOnlyRule, normaliseText } from '#domain/values/text.ts'

type EntityColumn = 'name' | 'codNRBE' | 'contactPerson' | 'email'

/** The mass preload of entities (INV-08), with the displayed heading of each column and accepted aliases. */
export const entityPreload: Preload<EntityColumn, 'codNRBE' | 'email'> = {
  columns: {
    name: { heading: 'Nombre', also: ['name', 'Entidad', 'Nombre de la entidad', 'Denominación'] },
    codNRBE: { heading: 'Código NRBE', also: ['codNRBE', 'NRBE', 'Cód. NRBE', 'Código de entidad'] },
    contactPerson: { heading: 'Persona de contacto', also: ['contactPerson', 'Contacto', 'Persona contacto'] },
    email: { heading: 'Correo electrónico', also: ['email', 'Correo', 'e-mail', 'Email de contacto'] },
  },
  example: {
    name: 'EJEMPLO: Banco de Muestra, S.A. (sustituya esta fila)',
    codNRBE: '0000',
    contactPerson: 'Nombre y apellidos',
    email: 'contacto@banco-de-muestra.example',
  },
  unique: ['codNRBE', 'email'],
  /** E-mail in lower case, NRBE `49` as `0049` (D56). */
  normalise: row => ({
    name: normaliseText(row.name),
    codNRBE: normaliseNrbe(normaliseText(row.codNRBE)),
    contactPerson: normaliseText(row.contactPerson),
    email: normalisePreloadedEmail(row.email),
  }),
  keyOf: (_column, value) => value,
  faultOf: (column, value) => {
    if (column === 'codNRBE' && nrbeRule(value)) {
      return `«${excerpt(value)}» no es un código NRBE. Escriba cuatro cifras, por ejemplo 0049.`
    }
    if (column === 'email') return preloadedEmailFault(value, 'nombre@entidad.es')
    const fault = preloadedTextFault(value)
    if (!fault && column === 'contactPerson' && lettersOnlyRule(value)) {
      return `«${excerpt(value)}» no es el nombre de una persona. Use solo letras.`
    }
    return fault
  },
  nameOf: { codNRBE: 'el código NRBE', email: 'el correo electrónico' },
  takenBy: (_column, value) => `ya hay una entidad con el código ${value}.`,
}
