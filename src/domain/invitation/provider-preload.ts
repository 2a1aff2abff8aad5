import type { CifSetting } from '#domain/values/company/cif.ts'
import { cifRule, companyOf, normaliseCif } from '#domain/values/company/cif.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { readPastedEmail } from '#domain/values/contact/pasted-email.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { isBlank, normaliseText, TEXT_MAX, textRule } from '#domain/values/text.ts'

/** The columns of a preload of providers (EASE-13). */
export const preloadColumns = {
  name: { heading: 'Nombre', also: ['name', 'Proveedor', 'Razón social', 'Denominación'] },
  cif: { heading: 'CIF', also: ['cif', 'NIF', 'CIF del proveedor'] },
  email: { heading: 'Correo electrónico', also: ['email', 'Correo', 'e-mail', 'Email de contacto'] },
} as const
type ProviderColumn = keyof typeof preloadColumns
export const providerColumnNames = Object.keys(preloadColumns) as ProviderColumn[]

/** The example row of the template; imports skip it. */
export const providerExample: Record<ProviderColumn, string> = {
  name: 'EJEMPLO: Proveedor de Muestra, S.L. (sustituya esta fila)',
  cif: 'B00000000',
  email: 'contacto@proveedor-de-muestra.example',
}

/** `line` is the row number that the spreadsheet program shows. */
export type ProviderRow = { line: number } & Record<ProviderColumn, string>
export type ProviderRowFault = { line: number; column: ProviderColumn; message: string }

export function normaliseProvider(row: Record<ProviderColumn, string>): Record<ProviderColumn, string> {
  const email = normaliseText(row.email)
  return {
    name: normaliseText(row.name),
    cif: normaliseCif(normaliseText(row.cif)),
    email: readPastedEmail(email) ?? normaliseEmail(email),
  }
}

export const providerFault = (line: number, column: ProviderColumn, rest: string): ProviderRowFault => ({
  line,
  column,
  message: `Fila ${line}, «${preloadColumns[column].heading}»: ${rest}`,
})

/** What a value identifies: a company has one CIF, whatever its control character. */
export const preloadKeyOf = (column: 'cif' | 'email', row: ProviderRow) =>
  column === 'cif' ? companyOf(row.cif) : row.email

const storable = textRule(TEXT_MAX)

/** The faults of normalised rows, each by itself and against those before it. */
export function providerFaults(rows: readonly ProviderRow[], setting?: CifSetting): ProviderRowFault[] {
  const seen = { cif: new Map<string, number>(), email: new Map<string, number>() }
  return rows.flatMap(row => {
    const faults = providerColumnNames.flatMap(column => {
      const rest = faultOf(column, row[column], setting)
      return rest ? [providerFault(row.line, column, rest)] : []
    })
    for (const column of ['cif', 'email'] as const) {
      if (faults.some(fault => fault.column === column)) continue
      const first = seen[column].get(preloadKeyOf(column, row))
      if (first === undefined) seen[column].set(preloadKeyOf(column, row), row.line)
      else faults.push(providerFault(row.line, column, `repite el de la fila ${first}. Deje solo una de las dos.`))
    }
    return faults
  })
}

/** The rest of a sentence after a colon. */
function faultOf(column: ProviderColumn, value: string, setting?: CifSetting): string | null {
  if (isBlank(value)) return 'está vacío. Escriba un valor o borre la fila.'
  if (column === 'cif')
    return cifRule(value, setting) && `«${excerpt(value)}» no es un CIF. Compruebe sus nueve signos.`
  if (column === 'email') {
    return emailRule(value) && `«${excerpt(value)}» no es un correo electrónico. Escríbalo como nombre@empresa.es.`
  }
  const fault = storable(value)
  return fault && `${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`
}

function excerpt(value: string): string {
  const first = firstCharacters(value, 60)
  return first === value ? value : `${first}…`
}
