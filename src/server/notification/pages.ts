import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import type { listNotifications } from '#domain/notification/contract.ts'
import type { Reader } from '#server/notification/queries.ts'
import {
  notificationCount,
  notificationSelection,
  notificationsOf,
  notificationWireOf,
} from '#server/notification/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'

type Page = { size: number; offset: number }

function found(db: Db, reader: Reader, isRead: boolean | undefined) {
  const all = notificationsOf(db, reader)
  return isRead === undefined ? all : all.where('r.read_at', isRead ? 'is not' : 'is', null)
}

// Every open page polls this each minute. One plan for all: the index that has this order.
const rowsOf = (isRead: boolean | undefined, direction: 'asc' | 'desc') =>
  statement((db, of: Reader & Page) =>
    found(db, of, isRead)
      .select(notificationSelection)
      .orderBy('n.created_at', direction)
      .orderBy('n.id', direction)
      .limit(of.size)
      .offset(of.offset)
      .compile(),
  )
const ask = {
  'all asc': rowsOf(undefined, 'asc'),
  'all desc': rowsOf(undefined, 'desc'),
  'true asc': rowsOf(true, 'asc'),
  'true desc': rowsOf(true, 'desc'),
  'false asc': rowsOf(false, 'asc'),
  'false desc': rowsOf(false, 'desc'),
}

/**
 * A page of the notifications of the caller's participant, and their total; a list that ends on the page needs no
 * count.
 */
export async function notificationPage(
  db: Db,
  { participantId, userId, isPrincipal }: Reader,
  { isRead, page, size, sort }: QueryOf<typeof listNotifications>,
): Promise<AnswerOf<typeof listNotifications>> {
  const reader = { participantId, userId, isPrincipal }
  const offset = page * size
  const rows = await ask[`${isRead ?? 'all'} ${sort.endsWith(',desc') ? 'desc' : 'asc'}`](db, {
    ...reader,
    size,
    offset,
  })
  const content = rows.map(notificationWireOf)
  if (rows.length < size && (rows.length > 0 || page === 0)) return { content, totalElements: offset + rows.length }
  if (isRead === undefined) return { content, totalElements: await notificationCount(db, reader) }
  const { total } = await found(db, reader, isRead)
    .select(eb => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { content, totalElements: total }
}
