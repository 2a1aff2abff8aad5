import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import type { importUses, previewUses } from '#domain/supervision/use/contract.ts'
import { factsOfUse, useLabels } from '#domain/supervision/use/facts.ts'
import type { UseCells, UseRowFault, UseValues } from '#domain/supervision/use/import.ts'
import { readUseRow, useFault } from '#domain/supervision/use/import.ts'
import { requiredByPolicy } from '#domain/supervision/use/use.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import type { Day } from '#domain/values/day.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { every, lockParticipants } from '#server/participant/queries.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { rowsWrong } from '#server/platform/spreadsheet/import-sheet.ts'
import { useFieldsOf } from '#server/supervision/use/change.ts'
import { noteSituations } from '#server/supervision/use/note-situations.ts'
import { policyOf } from '#server/supervision/use/policy.ts'
import type { Use } from '#server/supervision/use/queries.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'

type Named = { id: string; name: string }
/** What a right row does: a new use, a change of one that is there, or nothing. */
type Step = {
  line: number
  provider: Named
  service: Named
  /** The present use, if there is one. */
  use: Use | undefined
  values: Required<UseValues>
  isChange: boolean
}

/**
 * What the rows would do, or every fault in them.
 * @throws DomainError rowsWrong
 */
async function planOf(db: Db, actor: Actor, today: Day, rows: readonly UseCells[]): Promise<Step[]> {
  const [providers, services, uses, policy] = await Promise.all([
    providersBy(db, actor, rows),
    servicesOf(db),
    usesWhere(db, every([sql`u.entity_id = ${actor.participantId}`, sql`u.until is null`]), today),
    policyOf(db, actor.participantId),
  ])
  const present = new Map(uses.map(use => [`${use.providerId} ${use.serviceId}`, use]))
  const seen = new Map<string, number>()
  const faults: UseRowFault[] = []
  const steps: Step[] = []
  for (const cells of rows) {
    const { line } = cells
    const { values, faults: unread } = readUseRow(cells)
    faults.push(...unread)
    const blank = new Set(unread.map(({ column }) => column))
    const provider = providers.get(normaliseCif(cells.cif))
    const service = services.get(foldForSearch(cells.service.trim()).toLowerCase())
    if (!provider && !blank.has('cif')) {
      faults.push(useFault(line, 'cif', 'no es el CIF de ningún proveedor del portal.'))
    }
    if (!service && !blank.has('service')) {
      faults.push(useFault(line, 'service', 'no es la clave de ningún servicio. Están en «Proveedores», en el filtro.'))
    }
    if (!provider || !service || unread.length > 0) continue
    const pair = `${provider.id} ${service.id}`
    const first = seen.get(pair)
    if (first !== undefined) {
      faults.push(useFault(line, 'service', `repite el proveedor y el servicio de la fila ${first}. Deje solo una.`))
      continue
    }
    seen.set(pair, line)
    const use = present.get(pair)
    const critical = values.critical ?? use?.critical ?? 'NOT_ASSESSED'
    const required = use ? use.requiredScore : requiredByPolicy(policy, critical)
    const wanted = {
      critical,
      requiredScore: values.requiredScore === undefined ? required : values.requiredScore,
      since: values.since ?? use?.since ?? null,
      note: values.note ?? use?.note ?? '',
    }
    const isChange = !use || Object.entries(wanted).some(([key, value]) => use[key as keyof UseValues] !== value)
    steps.push({ line, provider, service, use, values: wanted, isChange })
  }
  if (faults.length > 0) throw rowsWrong(faults)
  return steps
}

async function providersBy(db: Db, actor: Actor, rows: readonly UseCells[]): Promise<Map<string, Named>> {
  const cifs = [...new Set(rows.map(row => normaliseCif(row.cif)))].filter(cif => /^[A-Z0-9]{9}$/.test(cif))
  const found = await sql<Named & { cif: string }>`
    select p.id, p.display_name as name, p.cif from participant p
    where p.kind = 'PROVIDER' and p.deleted_at is null and p.cif = any(${cifs})
      and ${canAccess(actor, seesParticipants(actor, 'PROVIDER'))}`.execute(db)
  return new Map(found.rows.map(({ cif, ...provider }) => [cif, provider]))
}

/** The living services by key, and by description where only one has it. */
async function servicesOf(db: Db): Promise<Map<string, Named>> {
  const rows = await db
    .selectFrom('service')
    .select(['id', 'key', 'description as name'])
    .where('deleted_at', 'is', null)
    .execute()
  const by = (text: string) => foldForSearch(text).toLowerCase()
  const named = Map.groupBy(rows, ({ name }) => by(name))
  return new Map([
    ...[...named].flatMap(([name, [one, other]]) => (one && !other ? [[name, one] as const] : [])),
    ...rows.map(row => [by(row.key), row] as const),
  ])
}

const countsOf = (steps: readonly Step[]) => ({
  added: steps.filter(({ use }) => !use).length,
  changed: steps.filter(({ use, isChange }) => use && isChange).length,
  unchanged: steps.filter(({ isChange }) => !isChange).length,
})

/**
 * What an import would add and change (LEVEL-18).
 * @throws DomainError rowsWrong
 */
export async function usesPreview(
  db: Db,
  actor: Actor,
  today: Day,
  rows: readonly UseCells[],
): Promise<AnswerOf<typeof previewUses>> {
  const steps = await planOf(db, actor, today, rows)
  return {
    ...countsOf(steps),
    rows: steps
      .filter(({ isChange }) => isChange)
      .map(({ line, provider, service, use, values }) => {
        const [before, after] = [use ? factsOfUse(useFieldsOf(use)) : {}, factsOfUse(values)]
        return {
          line,
          isNew: !use,
          provider: provider.name,
          service: service.name,
          changes: Object.entries(after)
            .filter(([field, to]) => to !== (before[field] ?? ''))
            .map(([field, to]) => ({ label: useLabels(field) ?? field, from: before[field] ?? '', to })),
        }
      }),
  }
}

/**
 * Declares and changes the uses of a sheet, all or none (LEVEL-17). The bank has seen in the preview what it does, and
 * gets no notices of it.
 * @throws DomainError rowsWrong
 */
export async function importUsesFrom(
  tx: Transaction,
  actor: Actor,
  rows: readonly UseCells[],
): Promise<AnswerOf<typeof importUses>> {
  const { participantId } = actor
  const asked = await planOf(tx.db, actor, tx.today, rows)
  await lockParticipants(tx.db, [...new Set(asked.map(({ provider }) => provider.id))])
  // Read again under the locks.
  const steps = await planOf(tx.db, actor, tx.today, rows)
  const added = steps.filter(({ use }) => !use).map(step => ({ ...step, id: tx.newId() }))
  const changed = steps.flatMap(step => (step.use && step.isChange ? [{ ...step, id: step.use.id }] : []))
  await insertAll(tx, participantId, added)
  await updateAll(tx, changed)
  for (const { id, use } of [...added, ...changed]) {
    tx.record({ event: use ? 'use.changed' : 'use.declared', object: { kind: 'use', id }, participantId })
  }
  const ids = [...added, ...changed].map(({ id }) => id)
  await noteSituations(tx, await usesWhere(tx.db, sql`u.id = any(${ids})`, tx.today), { silently: true })
  return countsOf(steps)
}

type Written = Step & { id: string }
const columnOf = (steps: readonly Written[], key: keyof UseValues) => steps.map(({ values }) => values[key])

async function insertAll({ db, now }: Transaction, entityId: string, steps: readonly Written[]): Promise<void> {
  if (steps.length === 0) return
  await sql`
    insert into service_use (id, entity_id, provider_id, service_id, critical, required_rating, since, note, created_at)
    select n.id, ${entityId}, n.provider_id, n.service_id, n.critical, n.required, n.since, n.note, ${now}::timestamptz
    from unnest(${steps.map(({ id }) => id)}::text[], ${steps.map(({ provider }) => provider.id)}::text[],
        ${steps.map(({ service }) => service.id)}::text[], ${columnOf(steps, 'critical')}::text[],
        ${columnOf(steps, 'requiredScore')}::text[], ${columnOf(steps, 'since')}::date[], ${columnOf(steps, 'note')}::text[])
      as n (id, provider_id, service_id, critical, required, since, note)`.execute(db)
}

async function updateAll({ db }: Transaction, steps: readonly Written[]): Promise<void> {
  if (steps.length === 0) return
  await sql`
    update service_use u set critical = n.critical, required_rating = n.required, since = n.since, note = n.note,
      version = u.version + 1
    from unnest(${steps.map(({ id }) => id)}::text[], ${columnOf(steps, 'critical')}::text[],
        ${columnOf(steps, 'requiredScore')}::text[], ${columnOf(steps, 'since')}::date[], ${columnOf(steps, 'note')}::text[])
      as n (id, critical, required, since, note)
    where u.id = n.id`.execute(db)
}
