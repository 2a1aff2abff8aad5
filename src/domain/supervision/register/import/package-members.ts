import type { ArrangementFacts } from '#domain/supervision/register/facts.ts'
import type { GroupUser } from '#domain/supervision/register/group/use.ts'
import { groupUse } from '#domain/supervision/register/group/use.ts'
import type { Reading, Taken } from '#domain/supervision/register/import/reading.ts'
import { entityIn, groupRows, noteOnRow } from '#domain/supervision/register/import/reading.ts'
import type { TableRow } from '#domain/supervision/register/import/tables.ts'
import { cellPlaceOf, textAt } from '#domain/supervision/register/import/tables.ts'

/* Who signs and uses the contracts of a package, and which are linked within the group (B_02.03, B_03.01, B_04.01; REG-25). */

/** Names an entity of a register by its LEI, '' of the bank, and a branch by its code behind that of its head office. */
export const memberWord = (lei: string, branch: string | null): string => (branch === null ? lei : `${lei} ${branch}`)

const sameWords = (a: readonly string[], b: readonly string[]) =>
  JSON.stringify([...new Set(a)].toSorted()) === JSON.stringify([...new Set(b)].toSorted())

/** What a package says of the members of each contract; nothing where the register says the same. */
export function contractMembers(
  reading: Reading,
): (row: TableRow, reference: string, now: ArrangementFacts | undefined) => Taken {
  const { index, lei: own, present, rows } = reading
  const use = groupUse(present.facts)
  const byReference = (its: readonly TableRow[]) => Map.groupBy(its, row => textAt(row, 'c0010'))
  const branches = new Set([
    ...rows['B_01.03'].map(row => memberWord(entityIn(reading, row, 'c0020'), textAt(row, 'c0010'))),
    ...present.facts.members.flatMap(({ kind, parentLei, code }) =>
      kind === 'BRANCH' ? memberWord(parentLei === own ? '' : (parentLei ?? ''), code) : [],
    ),
  ])
  const signed = byReference(groupRows(reading, 'B_03.01', 'c0020'))
  const used = byReference(
    groupRows(reading, 'B_04.01', 'c0020').filter(row => {
      const branch = textAt(row, 'c0040')
      if (!branch || branches.has(memberWord(entityIn(reading, row, 'c0020'), branch))) return true
      noteOnRow(reading, row, 'c0040', 'no es el código de ninguna sucursal de B_01.03.')
      return false
    }),
  )
  const served = byReference(rows['B_02.02'].filter(row => textAt(row, 'c0050') !== ''))
  /** A package says nothing of entities that it does not have. */
  const named = new Set(rows['B_01.02'].map(row => entityIn(reading, row, 'c0010')))
  const wordsOf = (users: readonly GroupUser[]) =>
    users.flatMap(({ id, lei, branch }) => {
      if (id === present.facts.entity.id || lei === own) return [memberWord('', branch)]
      return lei !== null && named.has(lei) ? [memberWord(lei, branch)] : []
    })
  const wordsIn = (its: readonly TableRow[] = []) => [
    ...new Set(its.map(row => memberWord(entityIn(reading, row, 'c0020'), textAt(row, 'c0040') || null))),
  ]
  const behind = linksIn(reading)
  return (row, reference, now) => {
    const taken: Taken = { values: {}, cells: {} }
    const add = (name: 'signers' | 'users', its: readonly TableRow[] | undefined, derived: readonly string[]) => {
      const said = wordsIn(its)
      const isNamed = now !== undefined && now[name].length > 0
      const filed = now ? wordsOf(name === 'users' ? use.usersOf(now) : use.signersOf(now)) : []
      if (said.length === 0 || (isNamed && sameWords(said, filed))) return
      const isDerived = sameWords(said, derived)
      if (!isDerived || isNamed) taken.values[name] = isDerived ? [] : said
      taken.cells[name] = cellPlaceOf(its![0]!, 'c0020')
    }
    const owners = (served.get(reference) ?? []).map(each => entityIn(reading, each, 'c0020'))
    add('signers', signed.get(reference), [''])
    add('users', used.get(reference), owners.length > 0 ? owners : [''])
    const inside = behind(reference, index.arrangements.get(now?.insideId ?? '')?.reference)
    if (inside) Object.assign(taken.values, { inside: textAt(inside, 'c0010') })
    taken.cells.inside = cellPlaceOf(inside ?? row, 'c0010')
    return taken
  }
}

/** The row that says which contract of the group one is behind, where that is another than now: the portal keeps one. */
function linksIn(reading: Reading): (reference: string, now: string | undefined) => TableRow | undefined {
  const contracts = new Set(reading.rows['B_02.01'].map(row => textAt(row, 'c0010')))
  const links = Map.groupBy(reading.rows['B_02.03'], row => textAt(row, 'c0020'))
  for (const [reference, its] of links) {
    if (contracts.has(reference)) continue
    for (const row of its) noteOnRow(reading, row, 'c0020', 'no es la referencia de ningún contrato de B_02.01.')
  }
  return (reference, now) => {
    const its = links.get(reference) ?? []
    const kept = its.find(row => textAt(row, 'c0010') === now) ?? its[0]
    for (const row of its) {
      if (row === kept) continue
      noteOnRow(
        reading,
        row,
        'c0010',
        `el portal guarda un contrato del grupo por contrato: ${textAt(kept!, 'c0010')}.`,
      )
    }
    return kept && textAt(kept, 'c0010') !== now ? kept : undefined
  }
}
