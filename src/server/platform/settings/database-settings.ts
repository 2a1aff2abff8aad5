import type { Definition } from '#server/platform/settings/setting-values.ts'
import { postgresUrl, whole } from '#server/platform/settings/setting-values.ts'

/** The settings of the database; part of `SETTINGS`. */
export const DATABASE_SETTINGS = {
  DATABASE_URL: {
    group: 'Database',
    value: postgresUrl,
    without: 'embedded PostgreSQL in `DATA_DIR`',
    meaning:
      'PostgreSQL server to use (built and tested on 18). In production a remote one needs `sslmode=verify-full`.',
    secret: true,
  },
  DATABASE_OWNER_URL: {
    group: 'Database',
    value: postgresUrl,
    meaning:
      'With `DATABASE_URL`: the owner of the tables, used for migrations only (`npm run admin -- database roles`).',
    secret: true,
  },
  DATABASE_DIRECT_URL: {
    group: 'Database',
    value: postgresUrl,
    without: '`DATABASE_URL` leads to PostgreSQL itself',
    meaning:
      'With `DATABASE_URL` through PgBouncer in transaction mode: the same user and database without it, for the locks of jobs, the record that a server runs, and commands (`docs/operations/two-hosts.md`).',
    secret: true,
  },
  DATABASE_READ_URL: {
    group: 'Database',
    value: postgresUrl,
    without: 'everything is read from `DATABASE_URL`',
    meaning:
      'A replica of the same database, for lists, exports, searches and statistics. One that has not replayed what was written before a call, or does not answer, is passed over.',
    secret: true,
  },
  DATABASE_POOL: {
    group: 'Database',
    value: whole(2, 200),
    default: '10',
    meaning: 'Maximum number of database connections of one worker.',
  },
  DATABASE_STATEMENT_SECONDS: {
    group: 'Database',
    value: whole(1, 3600),
    default: '30',
    meaning: 'Time limit of one database statement.',
  },
} as const satisfies Record<string, Definition>
