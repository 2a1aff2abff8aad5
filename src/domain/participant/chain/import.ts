import { t } from '#domain/language/translate.ts'
import { answerEntered, dayEntered } from '#domain/list/cell.ts'
import { DESCRIPTION_MAX, URGENT_REASON_MAX } from '#domain/participant/chain/chain.ts'
import { COMPANY_NAME_MAX } from '#domain/participant/company/company.ts'
import { type IctType, ictTypeLabels, isIctType } from '#domain/participant/company/ict-type.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Country } from '#domain/values/countries.ts'
import { countryNamed } from '#domain/values/countries.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import type { Day } from '#domain/values/day.ts'
import { isBlank, normaliseText, textRule } from '#domain/values/text.ts'

/** The most rows of a sheet of subcontractors. */
export const CHAIN_ROWS_MAX = 2000

/** The columns of the import of a chain (CHAIN-11). */
export const chainSheetColumns = {
  service: { heading: 'Clave del servicio', also: ['service', 'Servicio', 'Clave'] },
  company: { heading: 'Empresa', also: ['company', 'Nombre', 'Subcontratista'] },
  cif: { heading: 'CIF si es proveedor del portal', also: ['cif', 'NIF', 'CIF'], optional: true },
  lei: { heading: 'LEI', also: ['lei'], optional: true },
  euid: { heading: 'EUID', also: ['euid'], optional: true },
  country: { heading: 'País de la sede', also: ['country', 'País', 'Sede'], optional: true },
  recipient: { heading: 'Trabaja para', also: ['recipient', 'Destinatario'], optional: true },
  ictType: { heading: 'Tipo de servicio TIC', also: ['ictType', 'Tipo', 'Tipo TIC'], optional: true },
  description: { heading: 'Qué hace', also: ['description', 'Descripción'], optional: true },
  underpins: { heading: 'Sustenta el servicio', also: ['underpins', 'Sustenta', 'Soporta', 'Soporta el servicio'] },
  handlesData: { heading: 'Trata datos', also: ['handlesData', 'Datos'] },
  countries: { heading: 'Países donde trabaja', also: ['countries', 'Países'], optional: true },
  since: { heading: 'Desde', also: ['since', 'Inicio', 'Fecha de inicio'] },
  until: { heading: 'Hasta', also: ['until', 'Fin', 'Fecha de fin'], optional: true },
  urgentReason: { heading: 'Motivo de urgencia', also: ['urgentReason', 'Urgencia'], optional: true },
} as const
export type ChainColumn = keyof typeof chainSheetColumns
export const chainColumnNames = Object.keys(chainSheetColumns) as ChainColumn[]

/** The example row of the template; imports skip it. */
export const chainExample: Record<ChainColumn, string> = {
  service: 'EJEMPLO: SRV-1 (sustituya esta fila)',
  company: 'Centro de datos, S.A.',
  cif: '',
  lei: '5493006QMFDDMYWIAM13',
  euid: '',
  country: 'ES',
  recipient: 'En blanco, para usted; si no, el nombre, el LEI o el CIF de otra empresa de la cadena',
  ictType: 'S07',
  description: 'Alojamiento de los servidores',
  underpins: 'Sí',
  handlesData: 'No',
  countries: 'ES, IE',
  since: '01/01/2026',
  until: '',
  urgentReason: '',
}

/** `line` is the row number that the spreadsheet program shows. */
export type ChainCells = { line: number } & Record<ChainColumn, string>

/** The values of a row; '' and null where it says nothing. */
export type ChainValues = {
  service: string
  company: string
  cif: string
  lei: string
  euid: string
  country: Country | null
  recipient: string
  ictType: IctType | null
  description: string
  underpins: boolean
  handlesData: boolean
  countries: Country[]
  since: Day
  until: Day | null
  urgentReason: string
}

export type ChainRowFault = { line: number; column: ChainColumn; message: string }

export const chainFaultAt = (line: number, column: ChainColumn, rest: string): ChainRowFault => ({
  line,
  column,
  message: t`Fila ${line}, «${chainSheetColumns[column].heading}»: ${rest}`,
})

const folded = (text: string) => foldForSearch(text)
const typeByWord = new Map<string, IctType>(
  Object.entries(ictTypeLabels).flatMap(([type, label]) => [
    [folded(type), type as IctType] as const,
    [folded(label), type as IctType] as const,
  ]),
)
const texts = {
  company: COMPANY_NAME_MAX,
  cif: 20,
  lei: 100,
  euid: 100,
  recipient: COMPANY_NAME_MAX,
  description: DESCRIPTION_MAX,
  urgentReason: URGENT_REASON_MAX,
} as const

/** A row's values, and the faults of those that cannot be understood. */
export function readChainRow({ line, ...cells }: ChainCells): { values: ChainValues; faults: ChainRowFault[] } {
  const faults: ChainRowFault[] = []
  const refuse = (column: ChainColumn, rest: string) => void faults.push(chainFaultAt(line, column, rest))
  for (const column of ['service', 'company', 'underpins', 'handlesData', 'since'] as const) {
    if (isBlank(cells[column])) refuse(column, t('está vacío. Escriba un valor o borre la fila.'))
  }
  const textOf = (column: keyof typeof texts): string => {
    const text = normaliseText(cells[column])
    const fault = textRule(texts[column])(text)
    if (fault) refuse(column, `${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`)
    return isBlank(text) ? '' : text
  }
  const boolean = (column: 'underpins' | 'handlesData'): boolean => {
    const read = answerEntered(cells[column])
    if (read === null && !isBlank(cells[column])) refuse(column, t`${said(cells[column])} Escriba Sí o No.`)
    return read ?? false
  }
  const dayOf = (column: 'since' | 'until'): Day | null => {
    const read = dayEntered(cells[column].trim())
    if (!read && !isBlank(cells[column])) refuse(column, t`${said(cells[column])} Escriba una fecha como 31/12/2026.`)
    return read
  }
  const [country = null, ...rest] = countriesOf(cells.country, text => refuse('country', text))
  if (rest.length > 0) refuse('country', t('la sede está en un solo país.'))
  const type = isBlank(cells.ictType) ? null : typeOf(cells.ictType)
  if (type === undefined) refuse('ictType', t`${said(cells.ictType)} Escriba un tipo de S01 a S19.`)
  return {
    values: {
      service: cells.service.trim(),
      company: textOf('company'),
      cif: textOf('cif'),
      lei: textOf('lei'),
      euid: textOf('euid'),
      country,
      recipient: textOf('recipient'),
      ictType: type ?? null,
      description: textOf('description'),
      underpins: boolean('underpins'),
      handlesData: boolean('handlesData'),
      countries: countriesOf(cells.countries, text => refuse('countries', text)),
      since: dayOf('since') ?? '',
      until: dayOf('until'),
      urgentReason: textOf('urgentReason'),
    },
    faults,
  }
}

/** 'S17', its label, or both as the portal shows them. */
function typeOf(text: string): IctType | undefined {
  const [first = ''] = text.trim().split(/[\s·:-]/)
  const code = first.toUpperCase()
  return isIctType(code) ? code : typeByWord.get(folded(text))
}

function countriesOf(text: string, refuse: (text: string) => void): Country[] {
  return text.split(/[,;/]/).flatMap(word => {
    if (isBlank(word)) return []
    const code = countryNamed(word)
    if (code) return [code]
    refuse(t`${said(word)} Escriba códigos de dos letras, como ES o IE.`)
    return []
  })
}

function said(value: string): string {
  const first = firstCharacters(value.trim(), 60)
  return t`«${first}${first === value.trim() ? '' : '…'}» no se entiende.`
}
