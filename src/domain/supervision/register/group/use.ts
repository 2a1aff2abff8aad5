import type { ArrangementFacts, FunctionFacts, LineFacts, RegisterFacts } from '#domain/supervision/register/facts.ts'

/** An entity of a register, or a branch with the LEI of its head office. */
export type GroupUser = { id: string; lei: string | null; name: string; branch: string | null }

type Facts = Pick<RegisterFacts, 'entity' | 'members' | 'functions' | 'lines'>

/**
 * Who signs and uses the contracts of a register, and whose its functions are (REG-25). A contract without any named is signed by the
 * bank, and used by the entities of the functions that it supports, or by the bank. Entities that are not in the register count for nothing.
 */
export function groupUse({ entity, members, functions, lines }: Facts) {
  const own: GroupUser = { id: entity.id, lei: entity.lei, name: entity.name, branch: null }
  const known = new Map<string, GroupUser>([
    [entity.id, own],
    ...members.map(({ id, kind, name, lei, parentLei, code }): [string, GroupUser] => [
      id,
      kind === 'MEMBER' ? { id, lei, name, branch: null } : { id, lei: parentLei ?? entity.lei, name, branch: code },
    ]),
  ])
  const byId = new Map(functions.map(each => [each.id, each]))
  const linesOf = Map.groupBy(lines, ({ arrangementId }) => arrangementId)
  const present = (ids: readonly string[]) => ids.flatMap(id => known.get(id) ?? [])
  const ownerOf = ({ memberId }: Pick<FunctionFacts, 'memberId'>) => known.get(memberId ?? entity.id)
  const ownersIn = ({ id }: Pick<ArrangementFacts, 'id'>) => [
    ...new Set(
      (linesOf.get(id) ?? []).flatMap(({ functionId }) => {
        const found = byId.get(functionId)
        return (found && ownerOf(found)) ?? []
      }),
    ),
  ]
  return {
    /** Whose a function is. */
    ownerOf,
    /** Whose the function of a line is. */
    ownerOfLine: ({ functionId }: Pick<LineFacts, 'functionId'>): GroupUser | undefined => {
      const found = byId.get(functionId)
      return found && ownerOf(found)
    },
    /** The functions that a contract supports. */
    functionsIn: ({ id }: Pick<ArrangementFacts, 'id'>): FunctionFacts[] => [
      ...new Set((linesOf.get(id) ?? []).flatMap(({ functionId }) => byId.get(functionId) ?? [])),
    ],
    signersOf: ({ signers }: Pick<ArrangementFacts, 'signers'>): GroupUser[] =>
      signers.length > 0 ? present(signers) : [own],
    usersOf: (contract: Pick<ArrangementFacts, 'id' | 'users'>): GroupUser[] => {
      if (contract.users.length > 0) return present(contract.users)
      const owners = ownersIn(contract)
      return owners.length > 0 ? owners : [own]
    },
  }
}
export type GroupUse = ReturnType<typeof groupUse>
