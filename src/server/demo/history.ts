import type { DemoRequest } from '#server/demo/requests.ts'
import { type DemoIncident, insertIncident } from '#server/demo/seed-notices.ts'
import { seedRequest } from '#server/demo/seed-requests.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { after, MINUTE } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'

/*
 * A year of use, so that comparisons, expiries and statistics of a portal that is only looked at have something to show.
 * Tests start from the smaller world without it.
 */

const qualified = (
  provider: DemoRequest['provider'],
  evaluator: DemoRequest['evaluator'],
  service: string,
  concept: string,
  [sentAgo, expiresIn]: [number, number],
  rating: string,
): DemoRequest => ({ provider, evaluator, service, concept, sentAgo, expiresIn, rating, state: 'QUALIFIED' })

const requests: readonly DemoRequest[] = [
  // Its renewal is under way; another one of the same provider may be renewed now.
  {
    ...qualified('tramontana', 'quintanilla', 'Transporte de valija', 'Rutas de Madrid', [300, 65], 'B/A/A'),
    renewalSentAgo: 6,
  },
  qualified('cantera', 'quintanilla', 'Custodia documental', 'Centro de Zaragoza', [210, 155], 'A/A/A'),
  qualified('cantera', 'quintanilla', 'Archivo intermedio', 'Centro de Madrid', [90, 275], 'B/A/A'),
  qualified('cantera', 'somport', 'Digitalización certificada', 'Centro de Zaragoza', [300, 62], 'A/B/A'),
  qualified('lumbre', 'somport', 'Impresión y ensobrado', 'Planta de Albacete', [250, 118], 'B/B/B'),
  qualified('arcadio', 'quintanilla', 'Valija interna', 'Rutas insulares', [140, 228], 'A/B/B'),
  qualified('arcadio', 'somport', 'Destrucción confidencial', 'Nave de Getafe', [330, 40], 'C/B/B'),
  qualified('valdeoca', 'quintanilla', 'Archivo intermedio', 'Nave de Illescas', [200, 168], 'B/C/B'),
  {
    provider: 'lumbre',
    evaluator: 'quintanilla',
    service: 'Valija interna',
    concept: 'Rutas de Albacete',
    sentAgo: 45,
    state: 'REJECTED',
    rejectedReason: 'El informe no describe el custodio de las llaves de los vehículos.',
  },
  {
    provider: 'valdeoca',
    evaluator: 'somport',
    service: 'Atención telefónica',
    concept: 'Plataforma de Toledo',
    sentAgo: 100,
    state: 'REJECTED',
    rejectedReason: 'La hoja de controles es la del ejercicio anterior.',
  },
]

const incidents: readonly DemoIncident[] = [
  ['tramontana', 'Retraso en una retirada', 'La retirada mensual de Coslada se hizo un día después.', 'CLOSED', 300],
  [
    'arcadio',
    'Saca extraviada y hallada',
    'Una saca precintada apareció en otra ruta, con el precinto íntegro.',
    'CLOSED',
    230,
  ],
  [
    'lumbre',
    'Locución equivocada',
    'La locución de festivos estuvo activa durante una mañana laborable.',
    'CLOSED',
    170,
  ],
  ['cantera', 'Latencia en Madrid', 'Respuestas lentas durante 25 minutos por un enlace saturado.', 'CLOSED', 110],
  ['valdeoca', 'Lote con sobres de otro formato', 'Un lote de 400 sobres salió con ventana; se repitió.', 'OPEN', 20],
]

/** Days between two sessions of the same user, and how far they look back. */
const EVERY = 9
const BACK = 180

/** A session every few days for everyone but the demo accounts, whose first sign-in is left to the visitor. */
async function addSessions(seeding: Seeding, visitors: readonly string[]): Promise<void> {
  const { tx } = seeding
  const users = await tx.db
    .selectFrom('portal_user as u')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['u.id', 'u.email', 'p.kind'])
    .where('u.last_password_change', 'is not', null)
    .where('u.email', 'not in', visitors)
    .orderBy('u.email')
    .execute()
  const scores = await tx.db.selectFrom('score').select(['id', 'scored_at']).orderBy('scored_at').execute()
  for (const [index, user] of users.entries()) {
    for (let days = 1 + (index % EVERY); days < BACK; days += EVERY + (days % 3)) {
      const startedAt = ago(seeding, days, (index * 3 + days) % 7)
      const id = newId(startedAt)
      const lastSeenAt = after(startedAt, (6 + ((index * 17 + days * 7) % 80)) * MINUTE)
      await tx.db
        .insertInto('session')
        .values({
          id,
          user_id: user.id,
          // Of no token, so these sessions cannot be continued.
          token_hash: `demo-${index}-${days}`,
          device_id: `demo-${index}`,
          started_at: startedAt,
          last_seen_at: lastSeenAt,
          ended_at: lastSeenAt,
        })
        .execute()
      const score = scores.filter(({ scored_at }) => scored_at < startedAt)[(index + days) % 5]
      if (user.kind !== 'ENTITY' || !score) continue
      const readAt = after(startedAt, 3 * MINUTE)
      await tx.db
        .insertInto('file_read')
        .values({
          id: newId(readAt),
          user_id: user.id,
          session_id: id,
          kind: 'score',
          score_id: score.id,
          by_centre: false,
          read_at: readAt,
        })
        .execute()
    }
  }
}

/** Adds the history; `visitors` are the accounts that visitors of the demo use. */
export async function addHistory(seeding: Seeding, visitors: readonly string[]): Promise<void> {
  for (const request of requests) await seedRequest(seeding, request)
  for (const incident of incidents) await insertIncident(seeding, incident)
  await addSessions(seeding, visitors)
}
