import { sql } from 'kysely'
import { notifications, privateTypes } from '#domain/notification/notification.ts'
import { privateSubjects } from '#server/identity/session/account-notice.ts'

/** Subjects of mails about what only their bank may read (BASE-10). */
const reasons = [...privateTypes.map(type => notifications[type].reason), ...privateSubjects]

/** The outbox's mail `m` tells CCI nothing of what only a bank may read. A digest may hold lines that do. */
export const isNotPrivateMail = sql<boolean>`m.template <> 'digest' and m.data -> 'forUse' is null
  and coalesce(m.data ->> 'reason', '') <> all(${reasons}::text[])`
