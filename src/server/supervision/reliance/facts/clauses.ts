import { sql } from 'kysely'
import { clausesLeft, clausesLeftText, clauseText } from '#domain/supervision/register/clause/answers.ts'
import { clauses } from '#domain/supervision/register/clause/clauses.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { clausesWhere } from '#server/supervision/register/clause/clauses.ts'
import type { Gatherer } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

const audit = onlyOf(clauses.filter(({ key }) => key === '3e1'))

/**
 * What the contracts of the use lack of article 30 where they support a critical function, and where they give the right to audit
 * (condition h, REG-26).
 */
export const gatherClauses: Gatherer = async ({ db, use, lines }): Promise<Fact[]> => {
  if (lines.length === 0) return []
  const ids = [...new Set(lines.map(({ arrangementId }) => arrangementId))]
  const contracts = await clausesWhere(db, use.entityId, sql`a.id = any(${ids})`)
  return contracts
    .filter(({ isCritical }) => isCritical)
    .flatMap(({ id, reference, ...values }) => {
      const source = ['register', id] as const
      const left = clausesLeftText(clausesLeft(values, true)) ?? 'Ninguna'
      return [
        factOf('h', `audit-clause:${id}`, `${audit.name}, contrato ${reference}`, clauseText(values, audit), {
          source,
        }),
        factOf('h', `clauses:${id}`, `Cláusulas del artículo 30 que faltan, contrato ${reference}`, left, { source }),
      ]
    })
}
