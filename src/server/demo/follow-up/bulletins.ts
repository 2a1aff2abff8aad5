import { ago, type Seeding } from '#server/demo/seeding.ts'
import { after, HOUR } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'

const SERVICE = 'Alojamiento en nube'
const title = 'Caída de una sala en Zaragoza'
const detail = 'Fallo de alimentación en la sala 3. Parte de los servidores alojados no responde.'

/** Hours before now. `acknowledgedAgo`: by the demo bank. */
const bulletins = [
  {
    phase: 'INITIAL',
    severity: 'HIGH',
    text: 'Una parte del alojamiento en nube no responde desde las primeras horas de la mañana. El proveedor trabaja en recuperarlo y no hay indicios de pérdida de datos.',
    publishedAgo: 22,
    acknowledgedAgo: 21,
  },
  {
    phase: 'UPDATE',
    severity: 'MEDIUM',
    text: 'El alojamiento vuelve a responder. El proveedor comprueba que los datos están íntegros y dará hoy el resultado.',
    publishedAgo: 3,
  },
] as const

/** An open incident with two bulletins; the demo bank has acknowledged the first. */
export async function addBulletins(seeding: Seeding): Promise<void> {
  const { tx, idsOf, serviceIdOf, cciUser } = seeding
  const [provider, bank] = [idsOf('cantera'), idsOf('cajamar')]
  const service = serviceIdOf(SERVICE)
  const hoursAgo = (hours: number) => after(tx.now, -hours * HOUR)
  const [startedAt, detectedAt] = [hoursAgo(25), hoursAgo(24.5)]
  const raisedAt = ago(seeding, 0, 24)
  const incident = newId(raisedAt)
  await tx.db
    .insertInto('incident')
    .values({
      id: incident,
      title,
      detail,
      provider_id: provider.participant,
      issuer_id: provider.participant,
      raised_by: provider.user,
      status: 'OPEN',
      services: [service],
      severity: 'HIGH',
      kind: 'SYSTEM',
      started_at: startedAt,
      detected_at: detectedAt,
      created_at: raisedAt,
      opened_at: hoursAgo(23),
      updated_at: hoursAgo(3),
    })
    .execute()
  const object = { kind: 'incident', id: incident }
  tx.record({ event: 'incident.raised', object, participantId: provider.participant, tell: false })
  for (const [index, { phase, severity, text, publishedAgo, ...answer }] of bulletins.entries()) {
    const at = hoursAgo(publishedAgo)
    const id = newId(at)
    await tx.db
      .insertInto('bulletin')
      .values({
        id,
        incident_id: incident,
        provider_id: provider.participant,
        number: index + 1,
        phase,
        severity,
        text,
        services: [service],
        audience: 'USERS',
        started_at: startedAt,
        detected_at: detectedAt,
        published_by: cciUser,
        published_at: at,
      })
      .execute()
    const told = { bulletin_id: id, entity_id: bank.participant }
    // The first was acknowledged before a reminder.
    await tx.db.insertInto('bulletin_sent').values(told).execute()
    if ('acknowledgedAgo' in answer) {
      const answered = hoursAgo(answer.acknowledgedAgo)
      await tx.db
        .insertInto('acknowledgement')
        .values({
          id: newId(answered),
          ...told,
          user_id: bank.user,
          impact: 'MINOR',
          shared: true,
          note: 'Canales digitales lentos; sin efecto en pagos.',
          at: answered,
        })
        .execute()
    }
    tx.record({
      event: 'bulletin.published',
      object: { kind: 'bulletin', id },
      participantId: provider.participant,
      facts: { incidentId: incident, incidentTitle: title, phase, severity },
      data: { number: index + 1 },
      tell: false,
    })
  }
}
