import { sql } from 'kysely'
import type { QueryOf } from '#domain/contract/contract.ts'
import type { InvitationWire } from '#domain/invitation/contract.ts'
import {
  changeInvitation,
  countDeliveries,
  countInvitations,
  entityTemplate,
  exportInvitations,
  importEntities,
  importProviders,
  invite,
  inviteEntity,
  invitePreloaded,
  invitePreloadedProviders,
  previewEntities,
  previewProviders,
  providerTemplate,
} from '#domain/invitation/contract.ts'
import type { InvitationDraft } from '#domain/invitation/invitation.ts'
import { invitationStatusLabels, kindLabels, moveOfWish } from '#domain/invitation/invitation.ts'
import { filterInstants } from '#domain/list/filter-days.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { keysByLabel } from '#domain/values/collate.ts'
import { withExport } from '#server/http/list/export.ts'
import { pageOfQuery } from '#server/http/list/page-of-query.ts'
import type { Route } from '#server/http/route.ts'
import { own, read, write } from '#server/http/route.ts'
import { sendInvitationAgain, withdrawInvitation } from '#server/invitation/change.ts'
import { inviteRows, inviteSheet, previewSheet } from '#server/invitation/import.ts'
import { inviteParticipant } from '#server/invitation/invite.ts'
import { entityImport, providerImport } from '#server/invitation/preloads.ts'
import {
  firstMailsOf,
  invitationSelection,
  invitations,
  invitationWireOf,
  knownInvitation,
} from '#server/invitation/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { contains } from '#server/participant/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { writeTemplate } from '#server/platform/spreadsheet/import-sheet.ts'

const inOrderOf = (labels: Record<string, string>, column: string) =>
  sql`array_position(${keysByLabel(labels)}::text[], ${sql.ref(column)})`

const sorts = {
  createdAt: sql`i.created_at`,
  email: sql`i.email`,
  type: inOrderOf(kindLabels, 'i.kind'),
  status: inOrderOf(invitationStatusLabels, 'i.status'),
}

/** The invitations that match the filters, in any status. */
function filtered(db: Db, query: QueryOf<typeof countInvitations>) {
  let found = invitations(db)
  if (query.type) found = found.where('i.kind', '=', query.type)
  if (query.email) found = found.where(contains(query.email, sql`i.email`))
  const { from, to } = filterInstants(query.from, query.to)
  if (from) found = found.where('i.created_at', '>=', from)
  if (to) found = found.where('i.created_at', '<=', to)
  return found
}

export const invitationRoutes: Route[] = [
  ...withExport(exportInvitations, async ({ db, app, query }) => {
    let found = filtered(db, query)
    if (query.status) found = found.where('i.status', '=', query.status)
    const { rows, total } = await pageOfQuery(
      found.select(invitationSelection),
      query,
      sorts,
      (key, way) => sql`${key} ${way}, i.id ${way}`,
    )
    const now = app.clock.now()
    return { content: rows.map(row => invitationWireOf(row, now)), totalElements: total }
  }),

  read(countInvitations, async ({ db, query }) => {
    const rows = await filtered(db, query)
      .select(['i.status', eb => eb.fn.countAll<number>().as('total')])
      .groupBy('i.status')
      .execute()
    const of = (status: string) => rows.find(row => row.status === status)?.total ?? 0
    const counts = invitationMachine.states.map(status => [status, of(status)])
    return Object.fromEntries(counts) as Record<InvitationStatus, number>
  }),

  write(invite, ({ app, tx, body }) => inviteOne(app, tx, body)),

  write(inviteEntity, ({ app, tx, body }) => inviteOne(app, tx, { type: 'ENTITY', ...body })),

  write(changeInvitation, async ({ app, tx, db, params, body }) => {
    if (moveOfWish(body.status) === 'withdraw') await withdrawInvitation(tx, params.id)
    else await sendInvitationAgain(app, tx, params.id)
    return invitationWireOf(await knownInvitation(db, params.id), tx.now)
  }),

  write(importEntities, async ({ app, tx, uploads }) => ({
    created: await inviteSheet(app, tx, entityImport, uploads.file),
  })),

  write(importProviders, async ({ app, tx, uploads }) => ({
    created: await inviteSheet(app, tx, providerImport, uploads.file),
    sentAt: tx.now,
  })),

  own(previewEntities, async ({ app, uploads, shape }) =>
    shape(await previewSheet(app.db, entityImport, uploads.file)),
  ),

  own(previewProviders, async ({ app, uploads, shape }) =>
    shape(await previewSheet(app.db, providerImport, uploads.file)),
  ),

  write(invitePreloaded, async ({ app, tx, body }) => ({
    created: await inviteRows(app, tx, entityImport, body.rows),
    sentAt: tx.now,
  })),

  write(invitePreloadedProviders, async ({ app, tx, body }) => ({
    created: await inviteRows(app, tx, providerImport, body.rows),
    sentAt: tx.now,
  })),

  read(countDeliveries, ({ db, query }) => firstMailsOf(db, query)),

  read(entityTemplate, ({ query }) => writeTemplate(entityImport.template, query.format)),

  read(providerTemplate, ({ query }) => writeTemplate(providerImport.template, query.format)),
]

async function inviteOne(app: AppContext, tx: Transaction, body: InvitationDraft): Promise<InvitationWire> {
  const id = await inviteParticipant(app, tx, body)
  tx.mayUndo({ act: 'invitation', objectId: id })
  return invitationWireOf(await knownInvitation(tx.db, id), tx.now)
}
