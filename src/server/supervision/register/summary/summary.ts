import type { Actor } from '#domain/identity/roles.ts'
import { choiceLabel } from '#domain/record/field.ts'
import { proposedReferenceDate } from '#domain/supervision/register/as-of.ts'
import { tableCodes } from '#domain/supervision/register/edition/edition.ts'
import { offered } from '#domain/supervision/register/edition/editions.ts'
import { groupEntities } from '#domain/supervision/register/facts.ts'
import { countFaults } from '#domain/supervision/register/lint/lint.ts'
import { keptOf } from '#domain/supervision/register/package/changes.ts'
import type { SummaryWire } from '#domain/supervision/register/summary/contract.ts'
import { filingOf } from '#domain/supervision/register/summary/filing.ts'
import { registerFigures } from '#domain/supervision/register/summary/summary.ts'
import type { Day } from '#domain/values/day.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { printInWorker } from '#server/supervision/paper/printing.ts'
import { entityOf } from '#server/supervision/register/entry/entity.ts'
import { lintedRegister } from '#server/supervision/register/lint.ts'
import { changesSinceFiled } from '#server/supervision/register/package/packages.ts'

/**
 * The page of a bank's register for the one who signs, as of a reference date (REG-24).
 * @throws DomainError invalid for a date that is no reference date
 */
export async function registerSummaryOf(
  db: Db,
  entityId: string,
  today: Day,
  referenceDate: Day = proposedReferenceDate(today),
): Promise<SummaryWire> {
  const { edition, facts, tables, faults } = await lintedRegister(db, entityId, today, referenceDate)
  const { with: filed, changes } = await changesSinceFiled(db, entityId, { edition, rows: keptOf(tables) })
  const changed = Map.groupBy(changes, ({ table }) => table)
  const [{ filingOn }, { registerFiling }] = await Promise.all([entityOf(db, entityId), centreRulesOf(db)])
  return {
    entity: facts.entity.name,
    referenceDate,
    edition: edition.number,
    groupSize: groupEntities(facts).length,
    ...registerFigures(facts, code => choiceLabel(offered().country, code)),
    changes: {
      with: filed,
      tables: tableCodes.flatMap(table => {
        const rows = changed.get(table)
        if (!rows) return []
        const count = (kind: string) => rows.filter(each => each.kind === kind).length
        const counts = { NEW: count('NEW'), GONE: count('GONE'), CHANGED: count('CHANGED') }
        return [{ table, name: edition.tables[table].name, ...counts }]
      }),
    },
    counts: countFaults(faults),
    filing: filingOf(filingOn, registerFiling[0] ?? null, today),
  }
}

/** That page as PDF. The audit log notes the download. @throws DomainError invalid, unavailable */
export async function summaryFile(
  { app, db, actor }: { app: AppContext; db: Db; actor: Actor },
  referenceDate?: Day,
): Promise<MadeAnswer> {
  const { participantId } = actor
  const summary = await registerSummaryOf(db, participantId, app.clock.today(), referenceDate)
  const bytes = await printInWorker({
    summary: { product: app.settings.productName, madeAt: app.clock.now(), summary },
  })
  return {
    name: `resumen del registro a ${summary.referenceDate}.pdf`,
    mediaType: 'application/pdf',
    bytes,
    onSend: () =>
      inTransaction(app, actor, async tx =>
        tx.record({
          event: 'register.summary-downloaded',
          object: { kind: 'register', id: participantId },
          participantId,
        }),
      ),
  }
}
