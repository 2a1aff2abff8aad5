import type { NotNull } from 'kysely'
import type { EventName } from '#domain/audit-log/events.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { namedIn } from '#domain/notification/notices.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import type { Party } from '#domain/validation/clarification/clarification.ts'
import { addDays } from '#domain/values/day.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { demoCompanies } from '#server/demo/people.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { bilingualNotices } from '#server/notification/bilingual.ts'
import { newId } from '#server/platform/ids.ts'

/*
 * The last days of the demo world: what waits for an answer, and the notices by which a visitor meets it.
 */

const CLOUD = 'Alojamiento en nube'
const CUSTODY = 'Custodia documental'

type DemoThread = {
  provider: CompanyKey
  /** Of the request that the thread is about. */
  evaluator: CompanyKey
  service: string
  kind: 'QUESTION' | 'APPEAL'
  from: Party
  to: Party
  subject: string
  text: string
  askedAgo: number
}

/** A question for the provider that signs in, one of the evaluator that signs in, and an appeal for CCI. */
const threads: readonly DemoThread[] = [
  {
    ...{ provider: 'tramontana', evaluator: 'somport', service: 'Digitalización certificada' },
    ...{ kind: 'QUESTION', from: 'CCI', to: 'PROVIDER' },
    subject: 'Turno de noche en Getafe',
    text: 'El informe describe la línea de día. ¿Sigue el turno de noche el mismo procedimiento?',
    askedAgo: 1,
  },
  {
    ...{ provider: 'valdeoca', evaluator: 'quintanilla', service: 'Impresión y ensobrado' },
    ...{ kind: 'QUESTION', from: 'AUDIT', to: 'PROVIDER' },
    subject: 'Muestra de la segunda línea',
    text: 'Falta la muestra de octubre de la segunda línea. ¿Pueden enviarla?',
    askedAgo: 3,
  },
  {
    ...{ provider: 'tramontana', evaluator: 'quintanilla', service: 'Transporte de valija' },
    ...{ kind: 'APPEAL', from: 'PROVIDER', to: 'CCI' },
    subject: 'Disponibilidad de las rutas de Madrid',
    text: 'La ruta de respaldo que pide el dictamen existe desde enero. Pedimos que se revise el nivel.',
    askedAgo: 2,
  },
]

export async function addStory(seeding: Seeding): Promise<void> {
  for (const thread of threads) await addThread(seeding, thread)
  await tellOfFindings(seeding)
  await tellBank(seeding)
  await tellCentre(seeding)
}

/** The newest request of a provider for a service. */
const requestOf = ({ tx, idsOf, serviceIdOf }: Seeding, provider: CompanyKey, service: string) =>
  tx.db
    .selectFrom('validation')
    .select(['id', 'evaluator_id', 'status'])
    .where('participant_id', '=', idsOf(provider).participant)
    .where('service_id', '=', serviceIdOf(service))
    .orderBy('created_at', 'desc')

/** The facts of a provider and its service, as its events have them. */
const factsOf = ({ idsOf, serviceIdOf }: Seeding, provider: CompanyKey, service: string) => ({
  participantId: idsOf(provider).participant,
  participantName: demoCompanies[provider].name,
  providerId: idsOf(provider).participant,
  providerName: demoCompanies[provider].name,
  serviceId: serviceIdOf(service),
  serviceName: service,
})

/** Writes the notices of an event, without mails. */
async function tell(seeding: Seeding, event: EventName, facts: EventPayload, at: string): Promise<void> {
  const { tx, idsOf } = seeding
  const cci = await tx.db.selectFrom('participant').select('id').where('kind', '=', 'CCI').executeTakeFirstOrThrow()
  for (const notice of bilingualNotices(event, facts)) {
    const { to, type, message, english, info } = notice
    const bank = idsOf('cajamar').participant
    const participantId = to === 'centre' ? cci.id : 'participant' in to ? to.participant : bank
    await tx.db
      .insertInto('notification')
      .values({
        ...{ id: newId(at), participant_id: participantId, about: namedIn(notice, facts), type, message },
        ...{ reason: notificationReasons[type], message_english: english, info: JSON.stringify(info), created_at: at },
      })
      .execute()
  }
}

async function addThread(seeding: Seeding, thread: DemoThread): Promise<void> {
  const { tx, idsOf, cciUser } = seeding
  const { provider, evaluator, service, kind, from, to, subject, text, askedAgo } = thread
  // An appeal is about the published request, also while a renewal is open.
  const requests = await requestOf(seeding, provider, service).execute()
  const request = kind === 'APPEAL' ? requests.at(-1)! : requests[0]!
  const { user: providerUser, participant } = idsOf(provider)
  const { user: evaluatorUser, participant: evaluatorId } = idsOf(evaluator)
  const askedBy = from === 'CCI' ? cciUser : from === 'AUDIT' ? evaluatorUser : providerUser
  const score = await tx.db
    .selectFrom('score')
    .select('id')
    .where('validation_id', '=', request.id)
    .where('is_current', '=', true)
    .executeTakeFirst()
  const at = ago(seeding, askedAgo)
  const id = newId(at)
  await tx.db
    .insertInto('clarification')
    .values({
      ...{ id, validation_id: request.id, kind, subject, asked_by: askedBy, asked_by_role: from, asked_of: to },
      ...{ status: 'WAITING', due_on: addDays(tx.today, 14 - askedAgo), created_at: at },
      ...(kind === 'APPEAL' && score ? { score_id: score.id } : {}),
    })
    .execute()
  await tx.db
    .insertInto('clarification_message')
    .values({ id: newId(at), clarification_id: id, number: 1, party: from, user_id: askedBy, text, at })
    .execute()
  const event = kind === 'APPEAL' ? 'appeal.made' : 'clarification.asked'
  tx.record({
    ...{ event, object: { kind: 'clarification', id }, participantId: participant },
    ...{ data: { subject, validationId: request.id }, tell: false },
  })
  const facts: EventPayload = {
    ...factsOf(seeding, provider, service),
    ...{ asker: from, asked: to, subject, clarificationId: id, validationId: request.id },
    ...{ evaluatorId, evaluatorName: demoCompanies[evaluator].name },
  }
  await tell(seeding, event, facts, at)
}

/** One measure is late, and one waits for its evaluator. */
async function tellOfFindings(seeding: Seeding): Promise<void> {
  const found = await seeding.tx.db
    .selectFrom('finding')
    .select(['id', 'title', 'status', 'due_on', 'validation_id'])
    .where('provider_id', '=', seeding.idsOf('tramontana').participant)
    .where('due_on', 'is not', null)
    .$narrowType<{ due_on: NotNull }>()
    .execute()
  const evaluator = { id: seeding.idsOf('quintanilla').participant, name: demoCompanies.quintanilla.name }
  for (const { id, title, due_on, validation_id } of found) {
    const isLate = due_on < seeding.tx.today
    const facts: EventPayload = {
      ...factsOf(seeding, 'tramontana', CUSTODY),
      ...{ findingId: id, finding: title, findingShown: 'Integridad', validationId: validation_id },
      ...{ evaluatorId: evaluator.id, evaluatorName: evaluator.name, expiresOn: due_on },
    }
    if (isLate) await tell(seeding, 'finding.overdue', facts, ago(seeding, 8))
    else await tell(seeding, 'finding.done', facts, ago(seeding, 2))
  }
}

/** A level that is not met any more, a change of a chain, and the newest bulletin. */
async function tellBank(seeding: Seeding): Promise<void> {
  const { tx, idsOf } = seeding
  const bank = idsOf('cajamar').participant
  const digitising = factsOf(seeding, 'cantera', 'Digitalización certificada')
  const use = await tx.db
    .selectFrom('service_use')
    .select('id')
    .where('entity_id', '=', bank)
    .where('provider_id', '=', digitising.providerId)
    .where('service_id', '=', digitising.serviceId)
    .executeTakeFirstOrThrow()
  const gap = 'Integridad: exigido A, obtenido B'
  await tell(seeding, 'use.level-broken', { ...digitising, participantId: bank, useId: use.id, gap }, ago(seeding, 5))
  const cloud = factsOf(seeding, 'cantera', CLOUD)
  await tell(seeding, 'chain.changed', { ...cloud, holdsFrom: [addDays(tx.today, 40)] }, ago(seeding, 4))
  const bulletin = await tx.db
    .selectFrom('bulletin as b')
    .innerJoin('incident as i', 'i.id', 'b.incident_id')
    .select(['b.id', 'b.published_at', 'i.id as incidentId', 'i.title as incidentTitle'])
    .orderBy('b.number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  await tell(
    seeding,
    'bulletin.published',
    {
      ...{ participantId: bank, bulletinId: bulletin.id, phase: 'UPDATE', severity: 'MEDIUM', services: [CLOUD] },
      ...{ providerName: cloud.providerName, providerId: cloud.providerId },
      ...{ incidentId: bulletin.incidentId, incidentTitle: bulletin.incidentTitle },
    },
    bulletin.published_at,
  )
}

/** A renewal, a confirmed evaluation and what banks ask for. */
async function tellCentre(seeding: Seeding): Promise<void> {
  const renewed = await requestOf(seeding, 'tramontana', 'Transporte de valija').executeTakeFirstOrThrow()
  const evaluatorName = demoCompanies.quintanilla.name
  const renewal = { ...factsOf(seeding, 'tramontana', 'Transporte de valija'), validationId: renewed.id, evaluatorName }
  await tell(seeding, 'request.renewal-sent', renewal, ago(seeding, 6))
  const printed = await requestOf(seeding, 'valdeoca', 'Impresión y ensobrado').executeTakeFirstOrThrow()
  const assessment = await seeding.tx.db
    .selectFrom('assessment')
    .select('id')
    .where('validation_id', '=', printed.id)
    .executeTakeFirstOrThrow()
  const confirmed = {
    ...factsOf(seeding, 'valdeoca', 'Impresión y ensobrado'),
    validationId: printed.id,
    evaluatorName,
  }
  await tell(seeding, 'assessment.confirmed', { ...confirmed, assessmentId: assessment.id }, ago(seeding, 5))
  const { participant } = seeding.idsOf('cajamar')
  const asked = {
    participantId: participant,
    participantName: demoCompanies.cajamar.name,
    askedFor: 'Nube del Tajo, S.A.',
  }
  await tell(seeding, 'invitation-request.asked', asked, ago(seeding, 6))
}
