import type { ArrangementFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'
import { groupEntities, indexOf } from '#domain/supervision/register/facts.ts'
import type { GroupUser } from '#domain/supervision/register/group/use.ts'
import { groupUse } from '#domain/supervision/register/group/use.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import type { Draft, Value } from '#domain/supervision/register/table/row.ts'

const A_BRANCH = 'x838'
const NOT_A_BRANCH = 'x839'

/** The entities of a group that file together, by LEI: the bank and those that it files for; none of a bank alone. */
export function groupLeis(facts: RegisterFacts): ReadonlySet<string | null> {
  const others = groupEntities(facts)
  return new Set(others.length === 0 ? [] : [facts.entity, ...others].flatMap(({ lei }) => lei ?? []))
}

/** Who signs each contract, provides and uses it, and which are behind one within the group (REG-25). */
export function partyDrafts(facts: RegisterFacts) {
  const { arrangements, companies } = indexOf(facts)
  const use = groupUse(facts)
  const group = groupLeis(facts)
  const codeOf = ({ companyId }: ArrangementFacts) => {
    const company = companies.get(companyId)
    return company ? companyCode(company) : null
  }
  const of = (rowsOf: (each: ArrangementFacts) => Record<string, Value>[]) =>
    facts.arrangements.flatMap(each =>
      rowsOf(each).map((values): Draft => ({ place: { kind: 'arrangement', id: each.id }, values })),
    )
  return {
    'B_02.03': of(({ reference, insideId }) => {
      const inside = arrangements.get(insideId ?? '')
      return inside ? [{ c0010: inside.reference, c0020: reference, c0030: true }] : []
    }),
    'B_03.01': of(each => use.signersOf(each).map(({ lei }) => ({ c0010: each.reference, c0020: lei, c0030: true }))),
    'B_03.02': of(each => [
      { c0010: each.reference, c0020: codeOf(each)?.code ?? null, c0030: codeOf(each)?.kind ?? null },
    ]),
    'B_03.03': of(each => {
      const code = codeOf(each)?.code ?? null
      return group.has(code) ? [{ c0010: each.reference, c0020: code, c0031: true }] : []
    }),
    'B_04.01': of(each => use.usersOf(each).map(user => ({ c0010: each.reference, ...userColumns(user) }))),
  }
}

const userColumns = ({ lei, branch }: GroupUser) => ({
  c0020: lei,
  c0030: branch === null ? NOT_A_BRANCH : A_BRANCH,
  c0040: branch,
})
