import { addDays } from '#domain/values/day.ts'
import { ago, type Seeding } from '#server/demo/seeding.ts'
import { newId } from '#server/platform/ids.ts'

/** Days ago. */
const ASKED = 162
const ANSWERED = 159
const DECIDED = 155

const SUBJECT = 'Alcance de la visita a la nave 2'
const messages = [
  {
    of: 'quintanilla',
    party: 'AUDIT',
    at: ASKED,
    text: 'El informe describe la nave 1. ¿La nave 2 de Coslada está dentro del alcance?',
  },
  {
    of: 'tramontana',
    party: 'PROVIDER',
    at: ANSWERED,
    text: 'Sí, desde enero. La visita del día 14 la incluyó, y figura en la página 4 del informe.',
  },
] as const

/** Of the provider that signs in: what its evaluator asked before the published score, which closed it. */
export async function addClarifications(seeding: Seeding): Promise<void> {
  const { tx, idsOf, serviceIdOf } = seeding
  const participantId = idsOf('tramontana').participant
  const { id: validationId } = await tx.db
    .selectFrom('validation')
    .select('id')
    .where('participant_id', '=', participantId)
    .where('service_id', '=', serviceIdOf('Custodia documental'))
    .executeTakeFirstOrThrow()
  const createdAt = ago(seeding, ASKED)
  const id = newId(createdAt)
  await tx.db
    .insertInto('clarification')
    .values({
      id,
      validation_id: validationId,
      kind: 'QUESTION',
      subject: SUBJECT,
      asked_by: idsOf('quintanilla').user,
      asked_by_role: 'AUDIT',
      asked_of: 'PROVIDER',
      status: 'CLOSED',
      due_on: addDays(tx.today, 14 - ASKED),
      created_at: createdAt,
      closed_at: ago(seeding, DECIDED),
      closed_by: 'DECISION',
    })
    .execute()
  for (const [index, { of, party, at, text }] of messages.entries()) {
    const said = ago(seeding, at)
    await tx.db
      .insertInto('clarification_message')
      .values({
        id: newId(said),
        clarification_id: id,
        number: index + 1,
        party,
        user_id: idsOf(of).user,
        text,
        at: said,
      })
      .execute()
  }
  const data = { subject: SUBJECT, validationId }
  for (const event of ['clarification.asked', 'clarification.answered', 'clarification.closed'] as const) {
    tx.record({ event, object: { kind: 'clarification', id }, participantId, data, tell: false })
  }
}
