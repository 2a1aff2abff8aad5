import type { NotNull } from 'kysely'
import { outcomeOf } from '#domain/assessment/finding/finding.ts'
import { illustrativeControls } from '#domain/assessment/framework/illustrative.ts'
import { addDays } from '#domain/values/day.ts'
import { answersOf } from '#server/assessment/queries.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'

type DemoFinding = {
  of: readonly [provider: CompanyKey, evaluator: CompanyKey, service: string]
  title: string
  detail: string
  dimension: 'C' | 'I' | 'D'
  priority: 'HIGH' | 'MEDIUM'
  raisedAgo: number
  plan?: { measure: string; ownerName: string; dueIn: number }
  /** Proven with the file of one of its documents. */
  done?: { proof: string; ago: number; document: string }
}

const DOCUMENT = 'Plan de continuidad de negocio'
const custody = ['tramontana', 'quintanilla', 'Custodia documental'] as const

/** Of the provider that signs in: one open, one planned that is late, and one done that waits for its evaluator. */
const findings: readonly DemoFinding[] = [
  {
    of: custody,
    title: 'Sin segundo factor en la consulta de expedientes',
    detail: 'El acceso desde fuera de la nave pide solo usuario y contraseña.',
    dimension: 'C',
    priority: 'HIGH',
    raisedAgo: 12,
  },
  {
    of: custody,
    title: 'Inventario de cajas sin contraste físico',
    detail: 'La muestra de la visita difiere en 3 de 200 cajas.',
    dimension: 'I',
    priority: 'HIGH',
    raisedAgo: 150,
    plan: {
      measure: 'Contar todas las cajas de la nave 2 y corregir el inventario.',
      ownerName: 'Íñigo Salcedo Prieto',
      dueIn: -9,
    },
  },
  {
    of: custody,
    title: 'Plan de continuidad sin revisar',
    detail: 'El plan describe la nave anterior.',
    dimension: 'D',
    priority: 'MEDIUM',
    raisedAgo: 150,
    plan: {
      measure: 'Reescribir el plan para la nave de Alcalá y probarlo con la brigada.',
      ownerName: 'Lucía Ferrer Casals',
      dueIn: 20,
    },
    done: { proof: 'Plan aprobado por el comité y probado el mes pasado. Se adjunta.', ago: 2, document: DOCUMENT },
  },
]

/** Adds findings by hand, and those of the published evaluations whose controls are not met. */
export async function addFindings(seeding: Seeding): Promise<void> {
  for (const finding of findings) await addFinding(seeding, finding)
  await addUnmet(seeding)
}

async function addFinding(seeding: Seeding, finding: DemoFinding): Promise<void> {
  const { tx, idsOf, serviceIdOf } = seeding
  const [provider, evaluator, service] = finding.of
  const { participant, user } = idsOf(provider)
  const { title, detail, dimension, priority, raisedAgo, plan, done } = finding
  const raisedAt = ago(seeding, raisedAgo)
  const id = newId(raisedAt)
  const { id: validationId } = await tx.db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', participant)
    .where('service_id', '=', serviceIdOf(service))
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('finding')
    .values({
      id,
      provider_id: participant,
      service_id: serviceIdOf(service),
      validation_id: validationId,
      title,
      detail,
      dimension,
      priority,
      status: done ? 'DONE' : plan ? 'PLANNED' : 'OPEN',
      raised_by: idsOf(evaluator).user,
      raised_at: raisedAt,
      ...(plan
        ? { measure: plan.measure, owner_name: plan.ownerName, due_on: addDays(tx.today, plan.dueIn), told: 'overdue' }
        : {}),
      ...(done ? { proof: done.proof, done_at: ago(seeding, done.ago) } : {}),
    })
    .execute()
  if (done) {
    const { file_name, sha256 } = await tx.db
      .selectFrom('document_version as w')
      .innerJoin('document as d', 'd.id', 'w.document_id')
      .innerJoin('validation as v', 'v.id', 'd.validation_id')
      .select(['w.file_name', 'w.sha256'])
      .where('v.participant_id', '=', participant)
      .where('d.name', '=', done.document)
      .where('w.is_current', '=', true)
      .executeTakeFirstOrThrow()
    const uploadedAt = ago(seeding, done.ago)
    await tx.db
      .insertInto('finding_file')
      .values({ id: newId(uploadedAt), finding_id: id, file_name, sha256, uploaded_by: user, uploaded_at: uploadedAt })
      .execute()
  }
  recordRaised(seeding, id, participant, { finding: title, serviceName: service, validationId })
}

const recordRaised = ({ tx }: Seeding, id: string, participantId: string, data: Record<string, unknown>) =>
  tx.record({ event: 'finding.raised', object: { kind: 'finding', id }, participantId, data, tell: false })

/** What the current evaluations found, as their publication would have raised it. */
async function addUnmet(seeding: Seeding): Promise<void> {
  const { tx, cciUser } = seeding
  const published = await tx.db
    .selectFrom('score as k')
    .innerJoin('assessment as a', 'a.id', 'k.assessment_id')
    .innerJoin('validation as v', 'v.id', 'k.validation_id')
    .innerJoin('service as s', 's.id', 'v.service_id')
    .select(['a.id', 'a.target', 'v.id as validationId', 'v.participant_id as providerId', 'v.service_id as serviceId'])
    .select(['s.description as service', 'k.scored_at as scoredAt'])
    .where('k.is_current', '=', true)
    .$narrowType<{ serviceId: NotNull }>()
    .execute()
  for (const { id: assessmentId, target, validationId, providerId, serviceId, service, scoredAt } of published) {
    const answers = await answersOf(tx.db, assessmentId)
    const { unmet } = outcomeOf({ controls: illustrativeControls, target, answers })
    for (const { controlKey, domain, dimension, title, detail, priority } of unmet) {
      const id = newId(scoredAt)
      await tx.db
        .insertInto('finding')
        .values({
          ...{ id, provider_id: providerId, service_id: serviceId, validation_id: validationId },
          ...{ assessment_id: assessmentId, control_key: controlKey, domain, dimension, title, detail, priority },
          ...{ status: 'OPEN', raised_by: cciUser, raised_at: scoredAt },
        })
        .execute()
      recordRaised(seeding, id, providerId, { finding: controlKey, serviceName: service, validationId })
    }
  }
}
