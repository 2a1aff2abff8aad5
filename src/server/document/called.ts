import { sql } from 'kysely'

/** The name of the user of a row. Erased users have no name, and an address without meaning. */
export const called = <T = string>(alias: 'u' | 'w') => sql<T>`case when ${sql.ref(`${alias}.destroyed_at`)} is not null
  then 'Un usuario que ya no está'
  else coalesce(nullif(trim(${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.surnames`)}), ''), ${sql.ref(`${alias}.email`)}) end`
