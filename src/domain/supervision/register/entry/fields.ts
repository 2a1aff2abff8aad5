import type { ListName } from '#domain/supervision/register/edition/edition.ts'

/**
 * What a field holds: a value of a list, several countries, a text, a code that may be missing, a day, a number of hours or days, an
 * amount of money, or yes or no.
 */
export type FieldKind = ListName | 'countries' | 'text' | 'code' | 'day' | 'number' | 'amount' | 'flag'

export type RegisterField = {
  readonly label: string
  readonly kind: FieldKind
  /** The most characters of a text or code. */
  readonly max?: number
  /** What helps to fill it, in one sentence. */
  readonly hint?: string
  /** What it was called before: workbooks that were downloaded then are still read. */
  readonly also?: readonly string[]
}
export type RegisterFields = Readonly<Record<string, RegisterField>>

type ValueOf<F extends RegisterField> = F['kind'] extends 'text'
  ? string
  : F['kind'] extends 'number' | 'amount'
    ? number | null
    : F['kind'] extends 'flag'
      ? boolean | null
      : F['kind'] extends 'countries'
        ? readonly string[]
        : string | null
export type ValuesOf<F extends RegisterFields> = { -readonly [K in keyof F]: ValueOf<F[K]> }
export type FieldValue = string | number | boolean | readonly string[] | null

/** The largest number of hours or days. */
export const NUMBER_MAX = 99_999
/** The largest amount, in units of its currency. */
export const AMOUNT_MAX = 9_999_999_999_999

export const entityFields = {
  lei: { label: 'LEI de su entidad', kind: 'code', max: 40, hint: '20 caracteres; está en search.gleif.org.' },
  leiRenewalOn: { label: 'Renovación del LEI', kind: 'day', hint: 'Un LEI caducado se rechaza.' },
  country: { label: 'País', kind: 'country' },
  type: { label: 'Tipo de entidad', kind: 'entityType' },
  authority: { label: 'Autoridad competente', kind: 'text', max: 200, hint: 'Por ejemplo, Banco de España.' },
  hierarchy: { label: 'Posición en el grupo', kind: 'hierarchy' },
  parentLei: {
    label: 'LEI de la matriz directa',
    kind: 'code',
    max: 40,
    hint: 'Vacío si su entidad no tiene matriz: consta entonces ella misma.',
  },
  parentName: { label: 'Nombre de la matriz', kind: 'text', max: 200 },
  parentCountry: { label: 'País de la matriz', kind: 'country' },
  parentType: { label: 'Tipo de entidad de la matriz', kind: 'memberType' },
  parentHierarchy: { label: 'Posición de la matriz en el grupo', kind: 'hierarchy' },
  currency: { label: 'Moneda', kind: 'currency' },
  totalAssets: { label: 'Activos totales', kind: 'amount', hint: 'En unidades de la moneda, no en miles.' },
} as const satisfies RegisterFields
export type EntityValues = ValuesOf<typeof entityFields>

export const functionFields = {
  code: { label: 'Identificador', kind: 'text', max: 20, hint: 'F y un número: F1.' },
  name: { label: 'Nombre', kind: 'text', max: 200 },
  activity: { label: 'Actividad autorizada', kind: 'activity' },
  critical: { label: 'Crítica o importante', kind: 'yesNoUnknown' },
  reason: { label: 'Motivos', kind: 'text', max: 300, hint: 'Por qué es crítica o no.' },
  assessedOn: { label: 'Fecha de la evaluación', kind: 'day', hint: '31/12/9999 si nunca se ha evaluado.' },
  rtoHours: {
    label: 'RTO, en horas',
    kind: 'number',
    hint: 'Tiempo de recuperación: 0 si no está definido, 1 si es de menos de una hora.',
  },
  rpoHours: {
    label: 'RPO, en horas',
    kind: 'number',
    hint: 'Punto de recuperación: 0 si no está definido, 1 si es de menos de una hora.',
  },
  impact: { label: 'Impacto de la interrupción', kind: 'impact' },
} as const satisfies RegisterFields
export type FunctionValues = ValuesOf<typeof functionFields>

export const arrangementFields = {
  reference: { label: 'Referencia', kind: 'text', max: 255 },
  type: { label: 'Tipo de contrato', kind: 'arrangementType' },
  currency: { label: 'Moneda', kind: 'currency' },
  annualCost: { label: 'Coste anual', kind: 'amount', hint: 'Gasto o coste estimado del último año.' },
  startsOn: { label: 'Inicio', kind: 'day' },
  endsOn: { label: 'Fin', kind: 'day', hint: 'Vacío si no tiene fin; si se renueva, la próxima renovación.' },
  endReason: { label: 'Motivo de la terminación', kind: 'endReason', hint: 'Solo de un contrato terminado.' },
  noticeEntityDays: { label: 'Preaviso de su entidad, en días', kind: 'number' },
  noticeProviderDays: { label: 'Preaviso del proveedor, en días', kind: 'number' },
  lawCountry: { label: 'País de la ley aplicable', kind: 'country' },
  chainIsWhole: {
    label: 'Constan todos los subcontratistas',
    kind: 'flag',
    hint: 'De una empresa externa. Sí también cuando no tiene ninguno.',
  },
} as const satisfies RegisterFields
export type ArrangementValues = ValuesOf<typeof arrangementFields>

/** The fields of a line that follow the provider's facts while the bank writes none. */
export const proposedFields = {
  ictType: { label: 'Tipo de servicio de TIC', kind: 'ictType' },
  provisionCountries: { label: 'Países de prestación', kind: 'countries', also: ['País de prestación'] },
  holdsData: { label: 'Almacena datos', kind: 'flag' },
  storageCountries: {
    label: 'Países de los datos en reposo',
    kind: 'countries',
    also: ['País de los datos en reposo'],
  },
  processingCountries: { label: 'Países del tratamiento', kind: 'countries', also: ['País del tratamiento'] },
} as const satisfies RegisterFields

export const lineFields = {
  ...proposedFields,
  sensitivity: { label: 'Sensibilidad de los datos', kind: 'sensitivity' },
  reliance: { label: 'Dependencia del servicio', kind: 'reliance' },
  substitutability: { label: 'Sustituibilidad', kind: 'substitutability' },
  noSubstituteReason: { label: 'Por qué no es sustituible', kind: 'noSubstituteReason' },
  ownAuditOn: {
    label: 'Última auditoría propia',
    kind: 'day',
    hint: 'De su entidad, encargada por ella o compartida con otras.',
  },
  exitPlan: { label: 'Plan de salida', kind: 'flag' },
  reintegration: { label: 'Reintegración', kind: 'reintegration' },
  impact: { label: 'Impacto de la interrupción', kind: 'impact' },
  alternatives: { label: 'Alternativas identificadas', kind: 'yesNoUnknown' },
  alternativeNames: { label: 'Cuáles', kind: 'text', max: 300 },
} as const satisfies RegisterFields
export type LineValues = ValuesOf<typeof lineFields>
