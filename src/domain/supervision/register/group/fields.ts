import type { RecordFields, ValuesOf } from '#domain/record/field.ts'
import { listField } from '#domain/supervision/register/entry/fields.ts'

/** What a bank adds to its register: an entity of its group, or a branch of itself or of one of them (REG-25). */
export const memberKinds = ['MEMBER', 'BRANCH'] as const
export type MemberKind = (typeof memberKinds)[number]
export const memberKindLabels: Readonly<Record<MemberKind, string>> = { MEMBER: 'Entidad', BRANCH: 'Sucursal' }

const name = { label: 'Nombre', kind: 'text', max: 200, required: 'Escriba el nombre' } as const
const country = { label: 'País', ...listField('country') } as const

export const groupEntityFields = {
  name,
  lei: { label: 'LEI', kind: 'code', max: 40, hint: '20 caracteres; está en search.gleif.org.' },
  country,
  type: { label: 'Tipo de entidad', ...listField('memberType') },
  hierarchy: { label: 'Posición en el grupo', ...listField('hierarchy') },
  parentLei: { label: 'LEI de la matriz directa', kind: 'code', max: 40, hint: 'Vacío si es su entidad.' },
  joinedOn: { label: 'Incorporación al registro', kind: 'day', hint: 'Vacía si es el día en que la añade aquí.' },
  leftOn: { label: 'Baja del registro', kind: 'day', hint: 'Vacía mientras sea del grupo.' },
  currency: { label: 'Moneda', ...listField('currency') },
  totalAssets: { label: 'Activos totales', kind: 'amount', hint: 'En unidades de la moneda, no en miles.' },
} as const satisfies RecordFields

export const branchFields = {
  name,
  code: { label: 'Código de la sucursal', kind: 'text', max: 255, hint: 'El que la distingue de las demás.' },
  country,
  parentLei: { label: 'LEI de la sede central', kind: 'code', max: 40, hint: 'Vacío si es su entidad.' },
} as const satisfies RecordFields

/** All that a record holds, of whichever kind. */
export const memberFields = { ...branchFields, ...groupEntityFields } as const satisfies RecordFields
export type MemberValues = ValuesOf<typeof memberFields>

/** What is asked of a kind; the other fields of a record are empty. */
export const fieldsOfKind = { MEMBER: groupEntityFields, BRANCH: branchFields } as const satisfies Record<
  MemberKind,
  RecordFields
>
