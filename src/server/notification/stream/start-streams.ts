import { isSessionAlive } from '#domain/identity/session/limits.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { listenForChanges } from '#server/notification/stream/listen.ts'
import type { Streams } from '#server/notification/stream/streams.ts'
import { openStreams } from '#server/notification/stream/streams.ts'
import type { Connection } from '#server/platform/database/connect.ts'

/** The streams that this server serves, and whether it hears what changes. */
export type ServedStreams = Pick<Streams, 'hasRoom' | 'add' | 'endAll' | 'check' | 'size'> & {
  isHeard(): boolean
  stop(): Promise<void>
}

/** Listens for changes, and passes them on to the streams that it gets. */
export function startStreams(app: () => AppContext, connection: Connection): ServedStreams {
  const streams = openStreams({ max: app().settings.streams, alive: ids => livingSessions(app(), ids) })
  const ear = listenForChanges(connection, { onChange: streams.hear, onReturn: streams.hearAll })
  return {
    hasRoom: streams.hasRoom,
    add: streams.add,
    endAll: streams.endAll,
    check: streams.check,
    get size() {
      return streams.size
    },
    isHeard: () => ear.hears,
    stop: async () => {
      streams.stop()
      await ear.stop()
    },
  }
}

/** Which of some sessions are alive, and whose users and participants are. */
async function livingSessions({ db, clock }: AppContext, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('session as s')
    .innerJoin('portal_user as u', 'u.id', 's.user_id')
    .innerJoin('participant as p', 'p.id', 'u.participant_id')
    .select(['s.id', 's.started_at', 's.last_seen_at'])
    .where('s.id', 'in', [...ids])
    .where('s.ended_at', 'is', null)
    .where('u.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .execute()
  const now = clock.now()
  const living = rows.filter(row => isSessionAlive({ startedAt: row.started_at, lastSeenAt: row.last_seen_at }, now))
  return new Set(living.map(({ id }) => id))
}
