import type { EntityFacts, MemberFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'
import { groupEntities, NEVER } from '#domain/supervision/register/facts.ts'
import type { Draft } from '#domain/supervision/register/table/row.ts'
import type { Day } from '#domain/values/day.ts'

/** The parent that a bank gives, where its row says it and no entity of its group does; null for none. */
export const writtenParent = ({ entity: { lei, parentLei }, members }: Pick<RegisterFacts, 'entity' | 'members'>) =>
  parentLei && parentLei !== lei && !members.some(member => member.lei === parentLei) ? parentLei : null

const parentOf = ({ lei, parentLei }: EntityFacts) => parentLei || lei

/** The rows of the bank, its parent, the entities of its group and the branches (B_01.01 to B_01.03). */
export function entityDrafts(facts: RegisterFacts, madeOn: Day) {
  const { entity } = facts
  const place = { kind: 'entity' as const, id: entity.id }
  const { lei, name, country, type, hierarchy, currency, totalAssets, changedOn, enteredOn, authority } = entity
  const parent = writtenParent(facts)
  const always = { c0060: parentOf(entity), c0070: changedOn, c0080: enteredOn, c0090: NEVER }
  const own = { c0010: lei, c0020: name, c0030: country, c0040: type, c0050: hierarchy }
  const ofParent = {
    c0010: parent,
    c0020: entity.parentName,
    c0030: entity.parentCountry,
    c0040: entity.parentType,
    c0050: entity.parentHierarchy,
  }
  return {
    'B_01.01': [
      { place, values: { c0010: lei, c0020: name, c0030: country, c0040: type, c0050: authority, c0060: madeOn } },
    ],
    'B_01.02': [
      { place, values: { ...own, ...always, c0100: currency, c0110: totalAssets } },
      ...(parent === null
        ? []
        : [{ place: { ...place, kind: 'parent' as const }, values: { ...ofParent, ...always } }]),
      ...groupEntities(facts).map(member => memberDraft(member, lei)),
    ],
    'B_01.03': facts.members.filter(({ kind }) => kind === 'BRANCH').map(branch => branchDraft(branch, lei)),
  }
}

const memberDraft = (member: MemberFacts, lei: string | null): Draft => ({
  place: { kind: 'member', id: member.id },
  values: {
    c0010: member.lei,
    c0020: member.name,
    c0030: member.country,
    c0040: member.type,
    c0050: member.hierarchy,
    c0060: member.parentLei ?? lei,
    c0070: member.changedOn,
    c0080: member.joinedOn ?? member.enteredOn,
    c0090: member.leftOn ?? NEVER,
    c0100: member.currency,
    c0110: member.totalAssets,
  },
})

const branchDraft = ({ id, code, parentLei, name, country }: MemberFacts, lei: string | null): Draft => ({
  place: { kind: 'member', id },
  values: { c0010: code, c0020: parentLei ?? lei, c0030: name, c0040: country },
})
