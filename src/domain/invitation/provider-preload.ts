import {
  excerpt,
  normalisePreloadedEmail,
  type Preload,
  preloadedEmailFault,
  preloadedTextFault,
} from '#domain/invitation/preload.ts'
import { cifRule, companyOf, normaliseCif } from '#domain/values/company/cif.ts'
import { normaliseText } from '#domain/values/text.ts'

type ProviderColumn = 'name' | 'cif' | 'email'

/** The mass preload of providers (EASE-13), with the displayed heading of each column and accepted aliases. */
export const providerPreload: Preload<ProviderColumn, 'cif' | 'email'> = {
  columns: {
    name: { heading: 'Nombre', also: ['name', 'Proveedor', 'Razón social', 'Denominación'] },
    cif: { heading: 'CIF', also: ['cif', 'NIF', 'CIF del proveedor'] },
    email: { heading: 'Correo electrónico', also: ['email', 'Correo', 'e-mail', 'Email de contacto'] },
  },
  example: {
    name: 'EJEMPLO: Proveedor de Muestra, S.L. (sustituya esta fila)',
    cif: 'B00000000',
    email: 'contacto@proveedor-de-muestra.example',
  },
  unique: ['cif', 'email'],
  normalise: row => ({
    name: normaliseText(row.name),
    cif: normaliseCif(normaliseText(row.cif)),
    email: normalisePreloadedEmail(row.email),
  }),
  /** A company has one CIF, whatever its control character. */
  keyOf: (column, value) => (column === 'cif' ? companyOf(value) : value),
  faultOf: (column, value, settings) => {
    if (column === 'cif') {
      return cifRule(value, settings.cifRule) && `«${excerpt(value)}» no es un CIF. Compruebe sus nueve signos.`
    }
    if (column === 'email') return preloadedEmailFault(value, 'nombre@empresa.es')
    return preloadedTextFault(value)
  },
  nameOf: { cif: 'el CIF', email: 'el correo electrónico' },
  takenBy: (_column, value) => `ya hay un proveedor con el CIF ${value}.`,
}
