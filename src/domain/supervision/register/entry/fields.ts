import type { RecordFields, ValuesOf } from '#domain/record/field.ts'
import type { ListName } from '#domain/supervision/register/edition/edition.ts'
import { offered } from '#domain/supervision/register/edition/editions.ts'

/** A field that holds a value of a list of the register. */
export const listField = (list: ListName) => ({ kind: 'choice', choices: () => offered()[list], varies: true }) as const
const countries = { kind: 'countries', choices: () => offered().country, varies: true } as const

export const entityFields = {
  lei: { label: 'LEI de su entidad', kind: 'code', max: 40, hint: '20 caracteres; está en search.gleif.org.' },
  leiRenewalOn: { label: 'Renovación del LEI', kind: 'day', hint: 'Un LEI caducado se rechaza.' },
  country: { label: 'País', ...listField('country') },
  type: { label: 'Tipo de entidad', ...listField('entityType') },
  authority: { label: 'Autoridad competente', kind: 'text', max: 200, hint: 'Por ejemplo, Banco de España.' },
  hierarchy: { label: 'Posición en el grupo', ...listField('hierarchy') },
  parentLei: {
    label: 'LEI de la matriz directa',
    kind: 'code',
    max: 40,
    hint: 'Vacío si su entidad no tiene matriz: consta entonces ella misma.',
  },
  parentName: { label: 'Nombre de la matriz', kind: 'text', max: 200 },
  parentCountry: { label: 'País de la matriz', ...listField('country') },
  parentType: { label: 'Tipo de entidad de la matriz', ...listField('memberType') },
  parentHierarchy: { label: 'Posición de la matriz en el grupo', ...listField('hierarchy') },
  currency: { label: 'Moneda', ...listField('currency') },
  totalAssets: { label: 'Activos totales', kind: 'amount', hint: 'En unidades de la moneda, no en miles.' },
  filingOn: {
    label: 'Fecha de presentación',
    kind: 'day',
    hint: 'Vacía si es la que fija el CCI. No va en el fichero.',
  },
} as const satisfies RecordFields
export type EntityValues = ValuesOf<typeof entityFields>
/** What is proposed of a bank that has written nothing yet: the banks of the portal are Spanish credit institutions (REG-28). */
export const proposedEntity = { country: 'ES', type: 'x12', authority: 'Banco de España', currency: 'EUR' } as const

export const functionFields = {
  code: { label: 'Identificador', kind: 'text', max: 20, hint: 'F y un número: F1.' },
  name: { label: 'Nombre', kind: 'text', max: 200 },
  activity: { label: 'Actividad autorizada', ...listField('activity') },
  critical: { label: 'Esencial o importante', also: ['Crítica o importante'], ...listField('yesNoUnknown') },
  reason: { label: 'Motivos', kind: 'text', max: 300, hint: 'Por qué es esencial o no.' },
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
  impact: { label: 'Impacto de la interrupción', ...listField('impact') },
} as const satisfies RecordFields
export type FunctionValues = ValuesOf<typeof functionFields>

export const arrangementFields = {
  reference: { label: 'Referencia', kind: 'text', max: 255 },
  type: { label: 'Tipo de contrato', ...listField('arrangementType') },
  currency: { label: 'Moneda', ...listField('currency') },
  annualCost: { label: 'Coste anual', kind: 'amount', hint: 'Gasto o coste estimado del último año.' },
  startsOn: { label: 'Inicio', kind: 'day' },
  endsOn: { label: 'Fin', kind: 'day', hint: 'Vacío si no tiene fin; si se renueva, la próxima renovación.' },
  endReason: { label: 'Motivo de la terminación', ...listField('endReason'), hint: 'Solo de un contrato terminado.' },
  noticeEntityDays: { label: 'Preaviso de su entidad, en días', kind: 'number' },
  noticeProviderDays: { label: 'Preaviso del proveedor, en días', kind: 'number' },
  lawCountry: { label: 'País de la ley aplicable', ...listField('country') },
  chainIsWhole: {
    label: 'Constan todos los subcontratistas',
    kind: 'flag',
    hint: 'De una empresa externa. Sí también cuando no tiene ninguno.',
  },
} as const satisfies RecordFields
export type ArrangementValues = ValuesOf<typeof arrangementFields>

/** The fields of a line that follow the provider's facts while the bank writes none. */
export const proposedFields = {
  ictType: { label: 'Tipo de servicio de TIC', ...listField('ictType') },
  provisionCountries: { label: 'Países de prestación', ...countries, also: ['País de prestación'] },
  holdsData: { label: 'Almacena datos', kind: 'flag' },
  storageCountries: {
    label: 'Países de los datos en reposo',
    ...countries,
    also: ['País de los datos en reposo'],
  },
  processingCountries: { label: 'Países del tratamiento', ...countries, also: ['País del tratamiento'] },
} as const satisfies RecordFields

export const lineFields = {
  ...proposedFields,
  sensitivity: { label: 'Sensibilidad de los datos', ...listField('sensitivity') },
  reliance: { label: 'Dependencia del servicio', ...listField('reliance') },
  substitutability: { label: 'Sustituibilidad', ...listField('substitutability') },
  noSubstituteReason: { label: 'Por qué no es sustituible', ...listField('noSubstituteReason') },
  ownAuditOn: {
    label: 'Última auditoría propia',
    kind: 'day',
    hint: 'De su entidad, encargada por ella o compartida con otras.',
  },
  exitPlan: { label: 'Plan de salida', kind: 'flag' },
  reintegration: { label: 'Reintegración', ...listField('reintegration') },
  impact: { label: 'Impacto de la interrupción', ...listField('impact') },
  alternatives: { label: 'Alternativas identificadas', ...listField('yesNoUnknown') },
  alternativeNames: { label: 'Cuáles', kind: 'text', max: 300 },
} as const satisfies RecordFields
export type LineValues = ValuesOf<typeof lineFields>
