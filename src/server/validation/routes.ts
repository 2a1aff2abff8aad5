import { DomainError } from '#domain/contract/domain-error.ts'
import { may } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import {
  changeValidation,
  createValidation,
  documentsToVerify,
  exportQueue,
  listValidations,
  readValidation,
} from '#domain/validation/contract.ts'
import { moveAskedFor } from '#domain/validation/validation.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import { slotsOfOne } from '#server/document/queries.ts'
import { withExport } from '#server/http/list/export.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { participantWireOf } from '#server/participant/profile-row.ts'
import { participantsFor } from '#server/participant/queries.ts'
import { finishDocumentation, sendDocumentation } from '#server/validation/documentation.ts'
import { validationPage } from '#server/validation/list.ts'
import { documentationOf, visibleValidation } from '#server/validation/queries.ts'
import { queuePage } from '#server/validation/queue.ts'
import { documentWires, freshValidation, validationWireOf, validationWires } from '#server/validation/wire.ts'

export const validationRoutes: Route[] = [
  read(listValidations, async ({ query, db, actor, app }) => {
    const { rows, totalElements } = await validationPage(db, actor, query)
    return { content: await validationWires(db, actor, rows, app.clock.today()), totalElements }
  }),

  read(readValidation, ({ params, db, actor, app }) => freshValidation(db, actor, params.id, app.clock.today())),

  write(createValidation, async ({ body, tx, actor }) => {
    if (body.genericEntityId !== actor.participantId) throw new DomainError('notFound')
    if (body.role !== undefined && body.role !== actor.role) {
      throw new DomainError('invalid', { fields: { role: t('No es la clase de su organización') } })
    }
    const { id } = await documentationOf(tx.db, actor, actor.participantId)
    return freshValidation(tx.db, actor, id, tx.today)
  }),

  write(changeValidation, async ({ params, body, tx, actor, app }) => {
    const sends = moveAskedFor(body.status) === 'send'
    await visibleValidation(tx.db, actor, params.id)
    if (!may(actor, sends ? 'documentation.send' : 'document.verify')) throw new DomainError('notYourMove')
    if (sends) await sendDocumentation(tx, actor, params.id, app.settings.cifRule)
    else await finishDocumentation(tx, actor, params.id)
    return freshValidation(tx.db, actor, params.id, tx.today)
  }),

  read(documentsToVerify, async ({ query, db, actor, app }) => {
    const today = app.clock.today()
    const row = await documentationOf(db, actor, query.idGenericEntity)
    const slots = await slotsOfOne(db, row)
    const participant = await participantsFor(db, actor)
      .where('p.id', '=', row.participant_id)
      .executeTakeFirstOrThrow()
    const asked = query.onboard ? slots.filter(slot => slot.requested) : slots
    return {
      user: participantWireOf(participant),
      validation: validationWireOf(row, slots, actor, today),
      documentation: documentWires(row, asked, actor, today),
    }
  }),

  ...withExport(exportQueue, async ({ query, db, actor, app }) => {
    const rules = await centreRulesOf(db)
    return queuePage(db, query, { userId: actor.userId, today: app.clock.today(), rules })
  }),
]
