import { lasting, type Mutant } from './mutant.ts'
import { named } from './named.ts'
import { conditions, refusals } from './server.ts'
import { states } from './states.ts'

export function everyGuard({ wheres = false } = {}): Mutant[] {
  return numbered([...refusals(), ...conditions({ wheres }), ...named(), ...states()])
}

/** A number distinguishes guards with the same text in one file. */
function numbered(mutants: Mutant[]): Mutant[] {
  const seen = new Map<string, number>()
  return mutants.map(mutant => {
    const count = (seen.get(lasting(mutant.guard)) ?? 0) + 1
    seen.set(lasting(mutant.guard), count)
    return count > 1 ? { ...mutant, guard: `${mutant.guard} (${count})` } : mutant
  })
}
