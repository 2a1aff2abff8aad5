import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import { fieldColumns } from '#domain/record/words.ts'
import type { MemberWire } from '#domain/supervision/register/group/contract.ts'
import { memberFields, memberKindLabels } from '#domain/supervision/register/group/fields.ts'

const { name, ...others } = memberFields

/** The columns of 'Grupo y sucursales'. */
export const memberColumns: readonly ListColumn<MemberWire>[] = [
  ...fieldColumns<MemberWire>({ name }),
  { key: 'kind', label: 'Clase', text: row => memberKindLabels[row.kind] },
  ...fieldColumns<MemberWire>(others, { code: 'lei', parentLei: 'lei', hierarchy: 'type', currency: 'totalAssets' }),
]

export const membersList: ListShown = { label: 'Grupo y sucursales', sort: 'name,asc', size: 10 }
