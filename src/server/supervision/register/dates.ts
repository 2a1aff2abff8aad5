import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'

/** The last day on which the bank can give notice that a contract `k` does not go on. */
export const noticeBy: RawBuilder<unknown> = sql`(k.ends_on - k.notice_entity_days)`

/** Whether there is such a day: not of a contract without end, nor of one that was terminated. */
export const hasNotice: RawBuilder<SqlBool> = sql`(k.ends_on is not null and k.ends_on < '9999-01-01'
  and k.notice_entity_days > 0 and k.end_reason is null)`
