import type { EventName } from '#domain/audit-log/events.ts'
import { reportDocuments } from '#domain/document/document.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { namedIn } from '#domain/notification/notices.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import { addDays } from '#domain/values/day.ts'
import { demoDocuments } from '#server/demo/catalogue.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import { demoCompanies } from '#server/demo/people.ts'
import { demoRequests } from '#server/demo/requests.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { bilingualNotices } from '#server/notification/bilingual.ts'
import { newId } from '#server/platform/ids.ts'

export type DemoIncident = readonly [
  provider: CompanyKey,
  title: string,
  detail: string,
  status: 'PENDING' | 'OPEN' | 'CLOSED',
  daysAgo: number,
]

/** Incidents of invented providers about themselves, one in each state. */
const incidents: readonly DemoIncident[] = [
  [
    'valdeoca',
    'Parada de la línea de ensobrado',
    'Avería de la línea 2 en Illescas. Sin envíos durante seis horas; se recuperó el mismo día.',
    'PENDING',
    1,
  ],
  [
    'lumbre',
    'Corte de la centralita',
    'Corte de la centralita de Albacete durante 40 minutos por una obra en la calle.',
    'OPEN',
    12,
  ],
  [
    'cantera',
    'Mantenimiento fuera de ventana',
    'Un mantenimiento en Zaragoza se alargó dos horas sobre la ventana acordada.',
    'CLOSED',
    50,
  ],
]

export async function addIncidents(seeding: Seeding): Promise<void> {
  for (const incident of incidents) await insertIncident(seeding, incident)
}

/** Adds an incident that a provider raised about itself. */
export async function insertIncident(
  seeding: Seeding,
  [key, title, detail, status, days]: DemoIncident,
): Promise<void> {
  const { tx, idsOf } = seeding
  const { participant, user } = idsOf(key)
  const id = tx.newId()
  const at = ago(seeding, days)
  await tx.db
    .insertInto('incident')
    .values({
      id,
      title,
      detail,
      provider_id: participant,
      issuer_id: participant,
      raised_by: user,
      status,
      created_at: at,
      updated_at: at,
    })
    .execute()
  tx.record({ event: 'incident.raised', object: { kind: 'incident', id }, participantId: participant, tell: false })
}

/** The notifications of the first day, created by the usual rules but without mails. */
export async function addNotifications(seeding: Seeding): Promise<void> {
  const { tx, idsOf } = seeding
  const happened: [event: EventName, facts: EventPayload, daysAgo: number][] = []
  const cci = await tx.db.selectFrom('participant').select('id').where('kind', '=', 'CCI').executeTakeFirstOrThrow()
  const nameOf = (key: CompanyKey) => demoCompanies[key].name
  for (const key of ['hontanar', 'ferrandez', 'caixabank'] as const) {
    const { participant, validation } = idsOf(key)
    happened.push([
      'documentation.sent',
      { participantId: participant, participantName: nameOf(key), validationId: validation },
      demoCompanies[key].sentAgo,
    ])
  }
  const rejected = idsOf('rechazado')
  happened.push([
    'documentation.rejected',
    {
      participantId: rejected.participant,
      validationId: rejected.validation,
      documents: [demoDocuments.PROVIDER[2][0]],
    },
    4,
  ])
  const requests = await tx.db
    .selectFrom('validation')
    .select(['id', 'participant_id', 'evaluator_id', 'service_id', 'status', 'sent_at'])
    .where('kind', '=', 'AUDIT_REPORT')
    .execute()
  for (const request of demoRequests) {
    const providerId = idsOf(request.provider).participant
    const row = requests.find(
      r => r.participant_id === providerId && r.service_id === seeding.serviceIdOf(request.service),
    )!
    const facts: EventPayload = {
      providerId,
      providerName: nameOf(request.provider),
      evaluatorId: idsOf(request.evaluator).participant,
      evaluatorName: nameOf(request.evaluator),
      serviceName: request.service,
      validationId: row.id,
      rating: request.rating,
      documents: [reportDocuments[1]],
      expiresOn: request.expiresIn === undefined ? undefined : addDays(tx.today, request.expiresIn),
    }
    if (request.state === 'PENDING') happened.push(['request.sent', facts, request.sentAgo])
    if (request.state === 'REJECTED') happened.push(['request.rejected', facts, request.sentAgo - 1])
    if (request.state === 'QUALIFIED' && request.sentAgo < 400)
      happened.push(['request.qualified', facts, request.sentAgo - 6])
  }
  for (const [event, facts, days] of happened) {
    for (const notice of bilingualNotices(event, facts)) {
      const to =
        notice.to === 'centre'
          ? cci.id
          : 'participant' in notice.to
            ? notice.to.participant
            : idsOf('cajamar').participant
      if (notice.to !== 'centre' && 'fansOf' in notice.to && notice.to.fansOf === idsOf('mirlo').participant) continue
      const at = ago(seeding, days, 1)
      await tx.db
        .insertInto('notification')
        .values({
          id: newId(at),
          participant_id: to,
          about: namedIn(notice, facts),
          type: notice.type,
          reason: notificationReasons[notice.type],
          message: notice.message,
          message_english: notice.english,
          info: JSON.stringify(notice.info),
          created_at: at,
        })
        .execute()
    }
  }
}
