import type { ArrangementFacts, MemberFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

/** The first reference date that an authority takes. */
export const FIRST_REFERENCE: Day = '2024-12-31'

/** The reference date that is proposed: 31 December of the year before (DORA-23). */
export const proposedReferenceDate = (today: Day): Day => `${Number(today.slice(0, 4)) - 1}-12-31`

/** The last reference date: the end of this year. */
export const lastReference = (today: Day): Day => `${today.slice(0, 4)}-12-31`

/** Why no register is made as of a date, or null (REG-09). */
export function referenceDateFault(date: Day, today: Day): string | null {
  return date < FIRST_REFERENCE || date > lastReference(today)
    ? `Elija una fecha entre el ${formatDay(FIRST_REFERENCE)} y el ${formatDay(lastReference(today))}.`
    : null
}

const beginsAfter = ({ startsOn }: Pick<ArrangementFacts, 'startsOn'>, date: Day) => (startsOn ?? date) > date
const endedBefore = ({ endsOn }: Pick<ArrangementFacts, 'endsOn'>, date: Day) =>
  (endsOn ?? date) < `${date.slice(0, 4)}-01-01`
const isOfDate = (term: Pick<ArrangementFacts, 'startsOn' | 'endsOn'>, date: Day) =>
  !beginsAfter(term, date) && !endedBefore(term, date)

/** The entities of the group on a date, with the branches of those and of the bank. */
function membersOn({ members }: RegisterFacts, date: Day): MemberFacts[] {
  const isOn = ({ joinedOn, leftOn }: MemberFacts) => isOfDate({ startsOn: joinedOn, endsOn: leftOn }, date)
  const away = new Set(members.flatMap(each => (each.kind === 'MEMBER' && !isOn(each) ? (each.lei ?? []) : [])))
  return members.filter(each => isOn(each) && !(each.kind === 'BRANCH' && away.has(each.parentLei ?? '')))
}

/**
 * The register as of a reference date: the contracts in force on it and those that ended within its calendar year, with
 * their lines (REG-09), and likewise the entities of its group with their functions; a contract that supports none but functions of
 * entities that are not in it is not either. A framework contract stays while a contract under it does.
 */
export function registerAsOf(facts: RegisterFacts, date: Day): RegisterFacts {
  const members = membersOn(facts, date)
  const present = new Set<string | null>([null, ...members.map(({ id }) => id)])
  const functions = facts.functions.filter(({ memberId }) => present.has(memberId))
  const supported = new Set(functions.map(({ id }) => id))
  const lines = facts.lines.filter(({ functionId }) => supported.has(functionId))
  const had = new Set(facts.lines.map(({ arrangementId }) => arrangementId))
  const has = new Set(lines.map(({ arrangementId }) => arrangementId))
  const byId = new Map<string | null, ArrangementFacts>(facts.arrangements.map(each => [each.id, each]))
  const kept = new Set<string>()
  for (const contract of facts.arrangements) {
    const isOfOthers = had.has(contract.id) && !has.has(contract.id)
    if (isOfOthers || !isOfDate(contract, date)) continue
    for (let each: ArrangementFacts | undefined = contract; each && !kept.has(each.id); ) {
      kept.add(each.id)
      each = byId.get(each.overarchingId)
    }
  }
  return {
    ...facts,
    members,
    functions,
    arrangements: facts.arrangements.filter(({ id }) => kept.has(id)),
    lines: lines.filter(({ arrangementId }) => kept.has(arrangementId)),
  }
}

/** The references of the contracts that begin after a date: they are not in the register of that date (REG-14). */
export const beginningAfter = ({ arrangements }: RegisterFacts, date: Day): string[] =>
  arrangements.filter(contract => beginsAfter(contract, date)).map(({ reference }) => reference)
