import { lineOf, type Mutant, read, sources, testsOf } from './mutant.ts'

/** The operands of a condition at its top level, with their offsets. */
function partsOf(condition: string, operator: '||' | '&&'): [from: number, to: number][] {
  const parts: [number, number][] = []
  let [depth, start] = [0, 0]
  for (let i = 0; i < condition.length; i++) {
    if ('([{'.includes(condition[i]!)) depth++
    else if (')]}'.includes(condition[i]!)) depth--
    else if (depth === 0 && condition.startsWith(operator, i)) {
      parts.push([start, i])
      start = i + operator.length
    }
  }
  return [...parts, [start, condition.length]]
}

/** Every `if (…) throw new DomainError(…)` and early `return null`, one operand of its condition at a time. */
export function refusals(): Mutant[] {
  const guard = /^[ \t]*(?:else )?if \((.+)\) (?:throw new DomainError\('(\w+)'|(return null)$|(return)$)/gm
  return sources('src/server/**/*.ts')
    .filter(file => !file.startsWith('src/server/demo/'))
    .flatMap(file => {
      const text = read(file)
      const isGuarded = /\/(session|http)\//.test(file)
      return [...text.matchAll(guard)]
        .filter(match => match[2] || isGuarded)
        .flatMap(match => {
          const condition = match[1]!
          const at = match.index + match[0].indexOf(condition)
          const parts = partsOf(condition, '||')
          return parts.map(
            ([from, to]): Mutant => ({
              guard: `${file}:${lineOf(text, at)} ${match[2] ?? 'nothing'} unless ${condition.slice(from, to).trim()}`,
              file,
              from: at + from,
              to: at + to,
              instead: parts.length > 1 ? ' (false as boolean) ' : 'false as boolean',
              tests: testsOf(file),
              watched: { from: at + from, to: at + to },
            }),
          )
        })
    })
}

/** The column's name, or the whole condition for a call: both are truthy when evaluated. */
function spanOf({ index, 0: text }: RegExpExecArray): { from: number; to: number } {
  const column = text.indexOf("'")
  return text.includes('isNotDeleted')
    ? { from: index + text.indexOf('isNotDeleted'), to: index + text.length - 1 }
    : { from: index + column, to: index + text.indexOf("',") + 1 }
}

const HIDING =
  /^[ \t]*\.where\((?:'[\w.]*(?:deleted_at|ended_at|onboarded_at|participant_id|evaluator_id|user_id|used_at|expires_at|token_hash)'|isOfLiving\().*\)$/gm
const ANY = /^[ \t]*\.where(?:Ref)?\((?:'|isOfLiving\().*\)$/gm

/** Every query condition that excludes deleted, foreign or unpublished rows; with `wheres` every condition on a line. */
export function conditions({ wheres }: { wheres: boolean }): Mutant[] {
  const where = wheres ? ANY : HIDING
  return sources('src/server/**/*.ts')
    .filter(file => !/\/(demo|database|expiry|mail)\//.test(file))
    .flatMap(file => {
      const text = read(file)
      return [...text.matchAll(where)].map(
        (match): Mutant => ({
          guard: `${file}:${lineOf(text, match.index)} ${match[0].trim()}`,
          file,
          from: match.index,
          to: match.index + match[0].length,
          instead: '',
          tests: testsOf(file),
          watched: spanOf(match),
        }),
      )
    })
}
