import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier, pageOf, paging } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { fieldInput, fieldOutput } from '#domain/record/wire.ts'
import { memberColumns, membersList } from '#domain/supervision/register/group/columns.ts'
import { memberFields, memberKinds } from '#domain/supervision/register/group/fields.ts'

const one = z.strictObject({ id: identifier })
const who = 'register.manage'

export const memberWire = z.object({
  id: identifier,
  kind: z.enum(memberKinds),
  /** Empty where they are of the other kind. */
  ...fieldOutput(memberFields),
  version: z.number().int(),
})
export type MemberWire = z.output<typeof memberWire>

export const listMembers = contract({
  name: 'register-member.list',
  method: 'GET',
  path: '/register/members',
  summary: 'Las entidades de su grupo por las que la entidad presenta el registro, y las sucursales de todas',
  who,
  scope: 'read:register',
  query: z.strictObject({ ...paging(['name', 'kind', 'lei', 'country'], 'name'), id: identifier.optional() }),
  answer: pageOf(memberWire),
  refusals: ['notFound'],
})

export const exportMembers = exportOf(listMembers, {
  name: 'register-member.export',
  summary: 'Las entidades del grupo y las sucursales en CSV o XLSX',
  file: 'registro-grupo',
  columns: memberColumns,
  shown: membersList,
})

export const addMember = contract({
  name: 'register-member.add',
  method: 'POST',
  path: '/register/members',
  summary: 'Añade una entidad del grupo, con la que el registro pasa a ser consolidado, o una sucursal',
  who,
  body: z.strictObject({ kind: z.enum(memberKinds), ...fieldInput(memberFields) }),
  answer: memberWire,
  status: 201,
  refusals: ['notFound', 'invalid'],
})

export const changeMember = contract({
  name: 'register-member.change',
  method: 'PATCH',
  path: '/register/members/{id}',
  summary: 'Cambia una entidad del grupo o una sucursal',
  who,
  params: one,
  body: z.strictObject({ ...fieldInput(memberFields), version: editVersion }),
  answer: memberWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

export const removeMember = contract({
  name: 'register-member.remove',
  method: 'DELETE',
  path: '/register/members/{id}',
  summary: 'Quita una entidad del grupo o una sucursal que no consta en funciones ni contratos',
  who,
  params: one,
  status: 204,
  refusals: ['notFound', 'memberUsed'],
})
