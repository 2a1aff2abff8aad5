import { sql } from 'kysely'
import type { Criticality } from '#domain/supervision/use/use.ts'
import { addDays } from '#domain/values/day.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { noteSituations } from '#server/supervision/use/note-situations.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'

type DemoUse = {
  provider: CompanyKey
  service: string
  critical: Criticality
  required: string
  /** Days since the bank began to use it, and since it stopped. */
  since: number
  until?: number
  note?: string
  /** Accepted as it is, with this reason. */
  accepted?: { rating: string; reason: string }
}

const use = (
  provider: CompanyKey,
  service: string,
  critical: Criticality,
  required: string,
  since: number,
  more: Partial<DemoUse> = {},
): DemoUse => ({ provider, service, critical, required, since, ...more })

/** Twelve uses of one bank: four met, three below, two unrated, one lapsed, two that have ended. */
const uses: readonly DemoUse[] = [
  use('tramontana', 'Custodia documental', 'YES', 'A/B/A', 900, { note: 'Expedientes hipotecarios.' }),
  use('cantera', 'Alojamiento en nube', 'YES', 'A/A/A', 620, { note: 'Canales digitales.' }),
  use('lumbre', 'Impresión y ensobrado', 'NO', 'C/C/B', 480),
  use('arcadio', 'Valija interna', 'NO', 'B/B/B', 1200),
  use('cantera', 'Digitalización certificada', 'YES', 'A/A/A', 300, { note: 'Alta de clientes.' }),
  use('arcadio', 'Destrucción confidencial', 'NO', 'B/B/B', 700),
  use('valdeoca', 'Archivo intermedio', 'NO', 'B/B/B', 410, {
    accepted: {
      rating: 'B/C/B',
      reason: 'Solo archivo anterior a 2015, sin datos de clientes. Revisión en la renovación.',
    },
  }),
  use('mirlo', 'Firma electrónica', 'YES', 'A/A/A', 150, { note: 'Contratación a distancia.' }),
  use('arcadio', 'Transporte de valija', 'NOT_ASSESSED', 'B/B/B', 1200),
  use('lumbre', 'Atención telefónica', 'YES', 'B/B/B', 800, { note: 'Bloqueo de tarjetas.' }),
  use('cantera', 'Custodia documental', 'NO', 'B/B/B', 1500, { until: 200 }),
  use('tramontana', 'Archivo intermedio', 'NO', 'B/B/B', 1100, { until: 60 }),
]

/** What the demo bank has written about its suppliers. */
export async function addLevels(seeding: Seeding): Promise<void> {
  const { tx, idsOf, serviceIdOf } = seeding
  const bank = idsOf('cajamar')
  const dayAgo = (days: number) => addDays(tx.today, -days)
  const rows = uses.map((each, index) => {
    const at = after(ago(seeding, 120), index * MINUTE)
    return { ...each, at, id: newId(at) }
  })
  await tx.db
    .insertInto('service_use')
    .values(
      rows.map(({ id, provider, service, critical, required, since, until, note = '', at }) => ({
        id,
        entity_id: bank.participant,
        provider_id: idsOf(provider).participant,
        service_id: serviceIdOf(service),
        critical,
        required_rating: required,
        since: dayAgo(since),
        until: until === undefined ? null : dayAgo(until),
        note,
        created_at: at,
      })),
    )
    .execute()
  const accepted = rows.flatMap(({ id, accepted: decision, required }) =>
    decision ? [{ id, required, ...decision }] : [],
  )
  const decidedAt = ago(seeding, 40)
  await tx.db
    .insertInto('acceptance')
    .values(
      accepted.map(({ id, required, rating, reason }) => ({
        id: newId(decidedAt),
        use_id: id,
        status: 'ACTIVE',
        reason,
        accepted_rating: rating,
        required_rating: required,
        until: addDays(tx.today, 168),
        decided_by: bank.user,
        decided_at: decidedAt,
      })),
    )
    .execute()
  await tx.db
    .insertInto('level_policy')
    .values({ entity_id: bank.participant, critical_rating: 'A/A/A', other_rating: 'B/B/B' })
    .execute()
  for (const { id } of rows) {
    tx.record({ event: 'use.declared', object: { kind: 'use', id }, participantId: bank.participant, tell: false })
  }
  const noted = await usesWhere(tx.db, sql<boolean>`u.entity_id = ${bank.participant}`, tx.today)
  await noteSituations(tx, noted, { silently: true })
}
