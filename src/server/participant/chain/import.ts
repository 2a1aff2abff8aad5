import type { AnswerOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { importChain, previewChain } from '#domain/participant/chain/contract.ts'
import { factsOfSubcontract, subcontractLabels } from '#domain/participant/chain/facts.ts'
import type { ChainCells } from '#domain/participant/chain/import.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { writeSubcontract } from '#server/participant/chain/change.ts'
import { insertSubcontract } from '#server/participant/chain/declare.ts'
import type { ChainStep } from '#server/participant/chain/plan.ts'
import { chainPlanOf } from '#server/participant/chain/plan.ts'
import { writtenProvider } from '#server/participant/chain/write.ts'
import { companyFor } from '#server/participant/company/name.ts'
import { lockedProvider, refuseUnseen } from '#server/participant/company/provider.ts'
import type { Db } from '#server/platform/database/connect.ts'

const factsOf = ({ link, recipient }: ChainStep) => factsOfSubcontract({ ...link, recipient })

/** The fields that a step changes, in words. */
function changesOf(step: ChainStep): { label: string; from: string; to: string }[] {
  const before = step.before ? factsOf({ ...step, link: step.before }) : {}
  return Object.entries(factsOf(step))
    .filter(([field, to]) => to !== (before[field] ?? ''))
    .map(([field, to]) => ({ label: subcontractLabels(field) ?? field, from: before[field] ?? '', to }))
}

const isChange = (step: ChainStep) => !step.before || changesOf(step).length > 0

const countsOf = (steps: readonly ChainStep[]) => ({
  added: steps.filter(({ before }) => !before).length,
  changed: steps.filter(step => step.before && isChange(step)).length,
  unchanged: steps.filter(step => !isChange(step)).length,
})

/**
 * What an import would add and change, in the order of the file.
 * @throws DomainError notFound, invalid with fields, rowsWrong
 */
export async function chainPreviewOf(
  db: Db,
  actor: Actor,
  today: Day,
  asked: string | undefined,
  rows: readonly ChainCells[],
): Promise<AnswerOf<typeof previewChain>> {
  const providerId = writtenProvider(actor, asked)
  await refuseUnseen(db, actor, providerId)
  const steps = await chainPlanOf(db, actor, { providerId, today }, rows, line => `row ${line}`)
  return {
    ...countsOf(steps),
    rows: steps
      .filter(isChange)
      .toSorted((a, b) => a.line - b.line)
      .map(step => ({
        line: step.line,
        isNew: !step.before,
        service: step.chain.serviceName,
        company: step.link.name,
        changes: changesOf(step),
      })),
  }
}

/**
 * Declares and changes the subcontractors of a sheet, all or none (CHAIN-11).
 * @throws DomainError notFound, invalid with fields, rowsWrong
 */
export async function importChainFrom(
  tx: Transaction,
  actor: Actor,
  asked: string | undefined,
  rows: readonly ChainCells[],
): Promise<AnswerOf<typeof importChain>> {
  const providerId = writtenProvider(actor, asked)
  await lockedProvider(tx, actor, providerId)
  const ids = new Map(rows.map(({ line }) => [line, tx.newId()]))
  const steps = await chainPlanOf(tx.db, actor, { providerId, today: tx.today }, rows, line => valueIn(ids, line))
  for (const step of steps.filter(isChange)) {
    const { chain, link, before, input, urgentReason } = step
    if (before) {
      const ends = link.until !== null && link.until !== before.until
      await writeSubcontract(tx, chain, before, link, { urgentReason, ends })
    } else {
      const company = input
        ? { ...link.company, id: (await companyFor(tx, actor, providerId, input, 'company')).id }
        : link.company
      await insertSubcontract(tx, chain, { ...link, company, countries: [...link.countries] })
    }
  }
  return countsOf(steps)
}
