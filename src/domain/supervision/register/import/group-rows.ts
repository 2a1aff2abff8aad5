import { NEVER } from '#domain/supervision/register/facts.ts'
import type { MemberKind } from '#domain/supervision/register/group/fields.ts'
import { branchFields, groupEntityFields } from '#domain/supervision/register/group/fields.ts'
import type { Reading } from '#domain/supervision/register/import/reading.ts'
import { refuseCell, rowFrom, take } from '#domain/supervision/register/import/reading.ts'
import type { SheetRow } from '#domain/supervision/register/import/sheets.ts'
import type { TableRow } from '#domain/supervision/register/import/tables.ts'
import { textAt } from '#domain/supervision/register/import/tables.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'

/** A row of an entity of the group or a branch, with its id where the register has it. */
export type MemberRow = SheetRow & { kind: MemberKind }

const entityColumns = {
  ...{ lei: 'c0010', name: 'c0020', country: 'c0030', type: 'c0040', hierarchy: 'c0050', parentLei: 'c0060' },
  ...{ joinedOn: 'c0080', leftOn: 'c0090', currency: 'c0100', totalAssets: 'c0110' },
}
const branchColumns = { code: 'c0010', parentLei: 'c0020', name: 'c0030', country: 'c0040' }

/** The entities of the group and the branches that a package names (REG-25); `parent` is said of the bank itself. */
export function memberRows(reading: Reading, parent: TableRow | undefined): MemberRow[] {
  const { rows, lei } = reading
  const isOther = (row: TableRow) => row !== parent && normaliseLei(textAt(row, 'c0010')) !== lei
  return [
    ...rows['B_01.02'].filter(isOther).map(row => entityOfGroup(reading, row)),
    ...rows['B_01.03'].map(row => branchOf(reading, row)),
  ]
}

/** A LEI as it is stored: null for the bank's own, above an entity or a branch. */
function leiIn(reading: Reading, row: TableRow, column: string): string | null {
  const lei = normaliseLei(textAt(row, column))
  const fault = lei ? leiRule(lei) : null
  if (fault) refuseCell(reading, row, column, fault)
  return lei === reading.lei ? null : lei || null
}

function entityOfGroup(reading: Reading, row: TableRow): MemberRow {
  const taken = take(reading, row, groupEntityFields, entityColumns)
  const lei = leiIn(reading, row, 'c0010')
  const now = reading.present.facts.members.find(each => each.kind === 'MEMBER' && each.lei === lei)
  Object.assign(taken.values, { lei, parentLei: leiIn(reading, row, 'c0060') })
  // What is filed where the bank wrote no date.
  if (now && now.joinedOn === null && taken.values.joinedOn === now.enteredOn) delete taken.values.joinedOn
  if (taken.values.leftOn === NEVER) delete taken.values.leftOn
  const { joinedOn, leftOn } = { ...now, ...taken.values }
  if (joinedOn && leftOn && String(leftOn) < String(joinedOn))
    refuseCell(reading, row, 'c0090', 'es anterior a la incorporación.')
  return named(reading, row, 'c0020', { ...rowFrom(row, taken), kind: 'MEMBER', ...(now && { id: now.id }) })
}

function branchOf(reading: Reading, row: TableRow): MemberRow {
  const taken = take(reading, row, branchFields, branchColumns)
  taken.values.parentLei = leiIn(reading, row, 'c0020')
  const { code, parentLei } = taken.values
  const now = reading.present.facts.members.find(
    each => each.kind === 'BRANCH' && each.code === code && each.parentLei === parentLei,
  )
  return named(reading, row, 'c0030', { ...rowFrom(row, taken), kind: 'BRANCH', ...(now && { id: now.id }) })
}

function named(reading: Reading, row: TableRow, column: string, member: MemberRow): MemberRow {
  if (!member.id && !member.values.name) refuseCell(reading, row, column, 'está vacío. Escriba el nombre.')
  return member
}
