import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { conditions, lawOf } from '#domain/supervision/reliance/conditions.ts'
import type { Answers, ConditionAnswer, Written } from '#domain/supervision/reliance/file.ts'
import { addDays } from '#domain/values/day.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'
import { writtenColumns } from '#server/supervision/reliance/change.ts'
import { gatherFacts } from '#server/supervision/reliance/facts/gather.ts'
import { sealedColumns, signerNow } from '#server/supervision/reliance/sign.ts'
import { usesWhere } from '#server/supervision/use/queries.ts'

type DemoFile = {
  service: string
  provider: string
  /** Days since it was signed; a draft is not. */
  signedAgo: number | null
  /** Days until it is reviewed; negative where that day has passed. */
  reviewIn: number
  auditIn: number
  answers: Partial<Record<(typeof conditions)[number], Partial<ConditionAnswer>>>
  measures?: string
}

/** One signed file that is due again, one in force, and a draft that only needs its signature. */
const files: readonly DemoFile[] = [
  {
    provider: 'Tramontana',
    service: 'Custodia documental',
    signedAgo: 340,
    reviewIn: -6,
    auditIn: 90,
    answers: {
      b: {
        verdict: 'RESERVATIONS',
        text: 'El alcance no incluye el transporte hasta la nave, que es de otra empresa.',
      },
    },
    measures: 'Visita conjunta con otras entidades a la nave de Alcalá, con muestra de 200 cajas y del transporte.',
  },
  {
    provider: 'Cantera',
    service: 'Digitalización certificada',
    signedAgo: 45,
    reviewIn: 210,
    auditIn: 320,
    answers: { c: { text: 'Riesgos y Auditoría interna leyeron el informe y el dictamen, y los contrastaron.' } },
  },
  {
    provider: 'Cantera',
    service: 'Alojamiento en nube',
    signedAgo: null,
    reviewIn: 180,
    auditIn: 240,
    answers: { f: { text: 'El informe prueba la eficacia operativa durante el periodo completo.' } },
  },
]

function writtenOf({ answers, measures = '', reviewIn, auditIn }: DemoFile, { tx }: Seeding): Written {
  const holds: ConditionAnswer = { verdict: 'HOLDS', text: '', clause: '' }
  const clauses: DemoFile['answers'] = { g: { clause: 'Cláusula 14.2' }, h: { clause: 'Cláusula 15 y anexo III' } }
  return {
    answers: Object.fromEntries(
      conditions.map(each => [each, { ...holds, ...clauses[each], ...answers[each] }]),
    ) as Answers,
    plan: { nextAuditOn: addDays(tx.today, auditIn), reason: '' },
    conclusion: measures ? 'RELY_WITH_MEASURES' : 'RELY',
    measures,
    reviewOn: addDays(tx.today, reviewIn),
  }
}

/** The reliance files of the demo bank. */
export async function addReliance(seeding: Seeding): Promise<void> {
  const { tx, idsOf } = seeding
  const { participant, user } = idsOf('cajamar')
  const actor: Actor = {
    ...{ role: 'ENTITY', participantId: participant, userId: user },
    ...{ isPrincipal: true, completed: true, onboarded: true },
  }
  const uses = await usesWhere(tx.db, sql<boolean>`u.entity_id = ${participant} and u.until is null`, tx.today)
  for (const file of files) {
    const use = uses.find(each => each.service === file.service && each.provider.startsWith(file.provider))!
    const written = writtenOf(file, seeding)
    const at = ago(seeding, file.signedAgo ?? 1)
    const id = newId(at)
    const row = { id, entity_id: participant, use_id: use.id, number: 1, created_at: at, ...writtenColumns(written) }
    if (file.signedAgo === null) {
      await tx.db
        .insertInto('reliance_file')
        .values({ ...row, status: 'DRAFT' })
        .execute()
      tx.record({ event: 'reliance.begun', object: { kind: 'reliance', id }, participantId: participant, tell: false })
      continue
    }
    const known = await gatherFacts(tx.db, actor, use, { now: at, today: tx.today })
    const signedBy = await signerNow(tx.db, actor)
    const law = lawOf(known.ictType, tx.today, [])
    const sealed = sealedColumns({ id, number: 1, law, signedBy, signedAt: at }, known, written)
    await tx.db
      .insertInto('reliance_file')
      .values({ ...row, status: 'SIGNED', signed_by: user, ...sealed })
      .execute()
    const data = { contentHash: sealed.content_hash }
    const object = { kind: 'reliance', id } as const
    tx.record({ event: 'reliance.signed', object, participantId: participant, data, tell: false })
  }
}
