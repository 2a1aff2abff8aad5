import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restoreDrill } from '#assurance/trust/restore-drill.ts'
import { canonical } from '#domain/audit-log/audit-log.ts'
import { invite } from '#domain/invitation/contract.ts'
import { answerResetWishes, askForReset } from '#server/identity/session/reset.ts'
import { foreignKey, settleKey } from '#server/operation/key.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { checkBackup } from '#server/platform/backup/check.ts'
import type { Manifest, Part } from '#server/platform/backup/manifest.ts'
import { BackupError } from '#server/platform/backup/manifest.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import { connect } from '#server/platform/database/connect.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { createEmptyDatabase } from '#test/support/postgres.ts'
import { flipBit } from '#test/support/stored-files.ts'

const KEY = 'una-clave-de-prueba-de-treinta-y-dos-letras'
let world: TestPortal
let folder: string
let whole: string
beforeAll(async () => {
  world = await startTestPortal({ environment: { APP_SECRET: KEY } })
  folder = await mkdtemp(join(tmpdir(), 'almotacen-backup-'))
  whole = join(folder, 'whole')
  const cci = await world.signIn('cci@almotacen.example')
  await cci.call(invite, { body: { type: 'PROVIDER', email: 'pendiente@uno.example' } })
  await takeBackup(source(), whole, { withSecret: true })
})
afterAll(async () => {
  await world.stop()
  await rm(folder, { recursive: true, force: true })
})

function source() {
  const { pool, settings } = world.app
  return { connection: pool.options, dataDir: settings.dataDir, appSecret: KEY, clock: world.clock }
}

async function restoreElsewhere(
  from: string,
  {
    appSecret = KEY as string | null,
    appSecretBefore = null as string | null,
    prepare = async (_dataDir: string) => {},
  } = {},
) {
  const database = await createEmptyDatabase()
  const dataDir = await mkdtemp(join(folder, 'elsewhere'))
  await prepare(dataDir)
  const target = { connection: database.owner, dataDir, appSecret, appSecretBefore, clock: world.clock }
  return { ...database, dataDir, target, result: await restoreBackup(target, from).catch((error: Error) => error) }
}

/** Runs `work` on a copy of the whole backup. */
async function harmed(work: (copy: string) => Promise<void>): Promise<string> {
  const copy = await mkdtemp(join(folder, 'harmed-'))
  const { cp } = await import('node:fs/promises')
  await cp(whole, copy, { recursive: true })
  await work(copy)
  return copy
}

const aFile = async (copy: string) => {
  const [place] = await readdir(join(copy, 'files'))
  const [name] = await readdir(join(copy, 'files', place!))
  return join(copy, 'files', place!, name!)
}

test('R14: a back-up taken under load restores elsewhere', async () => {
  expect(await restoreDrill.run({ trials: 1, seed: 1, log: () => {} })).toEqual({ trials: 1, failures: [] })
}, 120_000)

test('restores every table row by row with its keys, and keeps the back-up private', async () => {
  const { result, owner, drop } = await restoreElsewhere(whole)
  expect(result).not.toBeInstanceOf(Error)
  const { db } = connect(owner, 2)
  const here = world.app.db
  const { rows: tables } = await sql<{ name: string }>`select c.relname::text as name from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'`.execute(here)
  expect(tables.length).toBeGreaterThan(25)
  const contentOf = async (from: typeof here, table: string) => {
    const { rows } = await sql<{ line: string }>`
      select t::text as line from ${sql.table(table)} t order by 1`.execute(from)
    return rows.map(row => row.line)
  }
  for (const { name } of tables) {
    // The restore ended its sessions, both audit logs have new entries since, and it is another installation.
    if (['session', 'trail', 'installation'].includes(name)) continue
    expect([name, await contentOf(db, name)]).toEqual([name, await contentOf(here, name)])
  }
  const definitions = (from: typeof here) =>
    sql`select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d, convalidated as v from pg_constraint
      union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled = 'O' from pg_trigger
      where not tgisinternal order by 1, 2, 3`
      .execute(from)
      .then(({ rows }) => rows)
  expect(await definitions(db)).toEqual(await definitions(here))
  const events = await db.selectFrom('trail').select('event').orderBy('number', 'desc').limit(1).execute()
  expect(events).toEqual([{ event: 'backup.restored' }])
  for (const path of [whole, await aFile(whole), join(whole, 'manifest.json'), join(whole, 'secret')]) {
    expect((await stat(path)).mode & 0o077).toBe(0)
  }
  await db.destroy()
  await drop()
})

describe('damaged back-ups are never accepted', () => {
  test.each<[string, RegExp, (copy: string) => Promise<void>]>([
    ['without its manifest', /is not a complete back-up/, copy => unlink(join(copy, 'manifest.json'))],
    [
      'with its manifest not yet in place',
      /is not a complete back-up/,
      copy => rename(join(copy, 'manifest.json'), join(copy, 'manifest.json.new')),
    ],
    [
      'with a changed manifest',
      /is altered/,
      async copy => {
        const path = join(copy, 'manifest.json')
        await writeFile(path, (await readFile(path, 'utf8')).replace(/"rows": [1-9]\d*/, '"rows": 0'))
      },
    ],
    [
      'of an unknown format',
      /does not know the format/,
      async copy => {
        const path = join(copy, 'manifest.json')
        await writeFile(path, (await readFile(path, 'utf8')).replace('"version": 1', '"version": 2'))
      },
    ],
    ['without a table', /participant\.copy\.gz: missing/, copy => unlink(join(copy, 'database/participant.copy.gz'))],
    [
      'with a changed table',
      /trail\.copy\.gz: differs from what was backed up/,
      async copy => {
        const file = await open(join(copy, 'database/trail.copy.gz'), 'r+')
        await file.write(Buffer.from([1]), 0, 1, 40)
        await file.close()
      },
    ],
    ['without a file', /files\/.*: missing|is missing or differs/, async copy => unlink(await aFile(copy))],
    [
      'with a changed file',
      /files\/.*: differs from what was backed up|is missing or differs/,
      async copy => writeFile(await aFile(copy), 'otra cosa'),
    ],
  ])('%s', async (_what, reason, work) => {
    const copy = await harmed(work)
    const verdict = await checkBackup(copy, world.clock).then(({ wrong }) => wrong.join('\n'), String)
    expect(verdict).toMatch(reason)
    const { result, owner, drop } = await restoreElsewhere(copy)
    expect(String(result)).toMatch(reason)
    const { db } = connect(owner, 1)
    const rows = await sql`select to_regclass('participant') is not null and exists (select from participant) as any`
      .execute(db)
      .then(
        answer => answer.rows,
        () => [{ any: false }],
      )
    expect(rows).toEqual([{ any: false }])
    await db.destroy()
    await drop()
  })

  test('a whole one is', async () => {
    expect((await checkBackup(whole, world.clock)).wrong).toEqual([])
  })
})

test.each<[string, RegExp, (path: string) => Promise<void>]>([
  ['missing', /^secret: missing$/m, path => unlink(path)],
  ['empty', /^secret: not the key that was backed up$/m, path => writeFile(path, '')],
  ['changed', /^secret: not the key that was backed up$/m, path => writeFile(path, KEY.replace('u', 't'))],
])('a key that is %s is reported and nothing is restored; a key given apart restores', async (_what, reason, work) => {
  const copy = await harmed(path => work(join(path, 'secret')))
  expect((await checkBackup(copy, world.clock)).wrong.join('\n')).toMatch(reason)
  const withoutIdempotencyKey = await restoreElsewhere(copy, { appSecret: null })
  expect(String(withoutIdempotencyKey.result)).toMatch(reason)
  expect(String(withoutIdempotencyKey.result)).toMatch(/APP_SECRET/)
  expect(await readdir(withoutIdempotencyKey.dataDir)).toEqual([])
  expect(await restoreBackup({ ...withoutIdempotencyKey.target, appSecret: KEY }, copy)).toMatchObject({
    sameKey: true,
  })
  await withoutIdempotencyKey.drop()
})

/** Changes a backup with knowledge of its format: the hashes are recomputed. */
async function forge(copy: string, work: (manifest: Manifest) => Promise<void>): Promise<void> {
  const path = join(copy, 'manifest.json')
  const { seal: _before, ...manifest } = JSON.parse(await readFile(path, 'utf8'))
  await work(manifest)
  const seal = createHash('sha256').update(canonical(manifest)).digest('hex')
  await writeFile(path, JSON.stringify({ ...manifest, seal }))
}

test.each<[string, RegExp, (copy: string) => (manifest: Manifest) => Promise<void>]>([
  [
    'was altered',
    /altered from entry \d/,
    copy => async manifest => {
      const { part } = manifest.tables.find(({ name }) => name === 'trail')!
      const text = gunzipSync(await readFile(join(copy, part.path))).toString()
      const packed = gzipSync(text.replace(/\tuser\.[a-z-]+\t/, '\tuser.forged\t'))
      await writeFile(join(copy, part.path), packed)
      Object.assign(part, { bytes: packed.length, sha256: createHash('sha256').update(packed).digest('hex') })
    },
  ],
  [
    'does not end as it says',
    /does not end where it ended/,
    () => async manifest => void Object.assign(manifest.trail!, { hash: '0'.repeat(64) }),
  ],
])('a back-up with an audit log that %s restores nothing', async (_what, reason, change) => {
  const copy = await harmed(path => forge(path, change(path)))
  const { target, result, owner, dataDir, drop } = await restoreElsewhere(copy, { appSecret: null })
  expect(String(result)).toMatch(reason)
  const { db } = connect(owner, 1)
  expect(await db.selectFrom('participant').select('id').execute()).toEqual([])
  expect(await db.selectFrom('trail').select('number').execute()).toEqual([])
  await db.destroy()
  expect(await readdir(dataDir)).not.toContain('secret')
  expect(await restoreBackup(target, whole)).toMatchObject({ sameKey: true })
  await drop()
})

/** Replaces a table's rows or the list of files, with matching hashes. */
async function replacePart(copy: string, part: Part, content: Buffer): Promise<void> {
  await writeFile(join(copy, part.path), content)
  Object.assign(part, { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') })
}

const without = (manifest: Manifest, name: string) => {
  manifest.tables = manifest.tables.filter(table => table.name !== name)
}

/** Where the change is detected: by `backup verify`, which has no database, or only by a restore. */
type Found = 'without a database' | 'in the database'

test.each<[string, Found, RegExp, (manifest: Manifest, copy: string) => unknown]>([
  [
    'its trail',
    'in the database',
    /Missing: trail \(/,
    manifest => {
      without(manifest, 'trail')
      manifest.trail = null
    },
  ],
  ['its users', 'in the database', /Missing: portal_user \(/, manifest => without(manifest, 'portal_user')],
  [
    'the name of a table',
    'in the database',
    /Unknown: usuario \(/,
    async (manifest, copy) => {
      const table = manifest.tables.find(({ name }) => name === 'favourite')!
      table.name = 'usuario'
      await rename(join(copy, table.part.path), join(copy, 'database/usuario.copy.gz'))
      table.part.path = 'database/usuario.copy.gz'
    },
  ],
  [
    'a column',
    'in the database',
    /Missing: trail \(/,
    manifest => manifest.tables.find(({ name }) => name === 'trail')!.columns.pop(),
  ],
  [
    'a sequence',
    'in the database',
    /Unknown: otra_seq/,
    manifest => manifest.sequences.push({ name: 'otra_seq', value: '7', nameMatches: true }),
  ],
  [
    'the rows of a table that others name',
    'in the database',
    /cannot be restored \(23503, table \w+\).*Use another back-up\.$/,
    async (manifest, copy) => {
      const table = manifest.tables.find(({ name }) => name === 'portal_user')!
      table.rows = 0
      await replacePart(copy, table.part, gzipSync(''))
    },
  ],
  [
    'its files and the list of them',
    'in the database',
    /does not match its rows/,
    async (manifest, copy) => {
      Object.assign(manifest.files, { count: 0, bytes: 0 })
      await replacePart(copy, manifest.files.list, Buffer.from(''))
    },
  ],
  [
    'the count of its rows',
    'without a database',
    /trail.* rows/,
    manifest => manifest.tables.find(({ name }) => name === 'trail')!.rows++,
  ],
  ['the count of its files', 'without a database', /files\.txt: does not name/, manifest => manifest.files.count++],
  [
    'the moment',
    'without a database',
    /manifest\.json .*is altered/,
    manifest => Object.assign(manifest, { takenAt: 'ayer' }),
  ],
  [
    'the year',
    'without a database',
    /in the future/,
    manifest => Object.assign(manifest, { takenAt: '2199-01-01T00:00:00.000Z' }),
  ],
  [
    'the place of a part',
    'without a database',
    /is altered/,
    manifest => Object.assign(manifest.tables[0]!.part, { path: '../whole/files.txt' }),
  ],
  ['what is damaged', 'without a database', /not in the list/, manifest => manifest.damaged.push('0'.repeat(64))],
])('a manifest resealed over %s is refused: found %s', async (_what, found, reason, change) => {
  const copy = await harmed(path => forge(path, async manifest => void (await change(manifest, path))))
  const verdict = await checkBackup(copy, world.clock).then(({ wrong }) => wrong.join('\n'), String)
  if (found === 'without a database') expect(verdict).toMatch(reason)
  const { result, owner, drop } = await restoreElsewhere(copy)
  expect(result).toBeInstanceOf(BackupError)
  expect((result as Error).message).toMatch(reason)
  const { db } = connect(owner, 1)
  const { rows } = await sql<{ name: string | null }>`select to_regclass('portal_user') as name`.execute(db)
  if (rows[0]!.name) expect(await db.selectFrom('portal_user').select('id').execute()).toEqual([])
  await db.destroy()
  await drop()
})

test('reports a database lost during the restore in one sentence', async () => {
  const connection = { host: '127.0.0.1', port: 1, user: 'nadie', database: 'nada' }
  const target = { connection, dataDir: join(folder, 'lost'), appSecret: KEY, clock: world.clock }
  const refused = await restoreBackup(target, whole).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(BackupError)
  expect(String(refused)).toMatch(/ECONNREFUSED.*repeat it/)
})

test('a restore that was cut is begun again, and a second one finds the place taken', async () => {
  const copy = await harmed(async path => unlink(await aFile(path)))
  const { target, result, drop } = await restoreElsewhere(copy)
  expect(String(result)).toMatch(/is missing or differs/)
  await restoreBackup(target, whole)
  await expect(restoreBackup(target, whole)).rejects.toThrow('is not empty')
  await drop()
})

test('a restore that is cut once its rows are there is in the trail', async () => {
  const { result, owner, drop } = await restoreElsewhere(whole, {
    prepare: async dataDir => {
      await mkdir(join(dataDir, 'files'))
      // A file in place of a folder: the stored files cannot be adopted.
      await writeFile(join(dataDir, 'files', 'incoming'), '')
    },
  })
  expect(String(result)).toMatch(/cannot be read or written/)
  const { db } = connect(owner, 1)
  const last = await db.selectFrom('trail').select('event').orderBy('number', 'desc').limit(1).execute()
  expect(last).toEqual([{ event: 'backup.restored' }])
  expect(await verifyAuditLog(db)).toMatchObject({ ok: true })
  await db.destroy()
  await drop()
})

test('the key comes back when it was asked for, and without it mails with its passwords are set aside', async () => {
  const same = await restoreElsewhere(whole, { appSecret: null })
  expect(same.result).toMatchObject({ sameKey: true, mailsSetAside: 0 })
  expect(await readFile(join(same.dataDir, 'secret'), 'utf8')).toBe(KEY)
  await same.drop()

  const plain = join(folder, 'plain')
  await takeBackup(source(), plain)
  expect(await readdir(plain)).not.toContain('secret')
  const other = await restoreElsewhere(plain, { appSecret: null })
  expect(other.result).toMatchObject({ sameKey: false, mailsSetAside: 1 })
  await other.drop()
})

test('links to a new password that wait to be mailed are ended with the others, and set aside', async () => {
  await askForReset(world.app, 'cci@almotacen.example')
  await answerResetWishes(world.app)
  const waiting = join(folder, 'waiting')
  await takeBackup(source(), waiting)
  const { result, owner, drop } = await restoreElsewhere(waiting)
  expect(result).toMatchObject({ mailsSetAside: 0, resetsSetAside: 1 })
  const { db } = connect(owner, 1)
  const mails = await db
    .selectFrom('outbox_mail')
    .select(['template', 'last_error'])
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is not', null)
    .execute()
  expect(mails).toEqual([{ template: 'password-reset', last_error: expect.stringContaining('Pida otro') }])
  await db.destroy()
  await drop()
})

test('a back-up includes the earlier keys: mail under them leaves with it, or is set aside', async () => {
  const [now, keyed, plain] = ['n'.repeat(40), join(folder, 'keyed'), join(folder, 'unkeyed')]
  const rotated = { ...source(), appSecret: now, appSecretBefore: KEY }
  await takeBackup(rotated, keyed, { withSecret: true })
  const whole = await restoreElsewhere(keyed, { appSecret: null })
  expect(whole.result).toMatchObject({ sameKey: true, mailsSetAside: 0 })
  const files = ['secret', 'secret-before'].map(name => readFile(join(whole.dataDir, name), 'utf8'))
  expect(await Promise.all(files)).toEqual([now, KEY])
  await whole.drop()
  await writeFile(join(keyed, 'secret'), now)
  expect((await checkBackup(keyed, world.clock)).wrong).toEqual(['secret: not the key that was backed up'])

  await takeBackup(rotated, plain)
  for (const [appSecretBefore, mailsSetAside] of [
    [KEY, 0],
    [null, 1],
  ] as const) {
    const { result, drop } = await restoreElsewhere(plain, { appSecret: now, appSecretBefore })
    expect(result).toMatchObject({ sameKey: true, mailsSetAside })
    await drop()
  }
}, 60_000)

test('a restore that was cut while it put the keys is begun again, and one that cannot put them leaves none', async () => {
  const keyed = join(folder, 'cut')
  await takeBackup({ ...source(), appSecret: 'n'.repeat(40), appSecretBefore: KEY }, keyed, { withSecret: true })
  const { target, result, dataDir, drop } = await restoreElsewhere(keyed, {
    appSecret: null,
    prepare: async place => {
      await writeFile(join(place, 'secret-before'), 'half a k')
      await mkdir(join(place, 'secret'))
    },
  })
  expect(String(result)).toMatch(/now holds a key that is not of the back-up/)
  expect((await readdir(dataDir)).toSorted()).toEqual(['files', 'secret'])
  await rmdir(join(dataDir, 'secret'))
  await writeFile(join(dataDir, 'secret-before'), 'half a k')
  expect(await restoreBackup(target, keyed)).toMatchObject({ sameKey: true, mailsSetAside: 0 })
  expect(await readFile(join(dataDir, 'secret-before'), 'utf8')).toBe(KEY)
  expect((await readdir(dataDir)).toSorted()).toEqual(['files', 'secret', 'secret-before'])
  await drop()
})

test('a back-up of when nothing was said of the keys before is restored', async () => {
  const old = await harmed(path =>
    forge(path, async manifest => void Reflect.deleteProperty(manifest.secret, 'before')),
  )
  const { result, dataDir, drop } = await restoreElsewhere(old, { appSecret: null })
  expect(result).toMatchObject({ sameKey: true })
  expect(await readdir(dataDir)).not.toContain('secret-before')
  await drop()
})

test('CARE-13: a back-up shares the files that an earlier one has whole, and copies those that are damaged there', async () => {
  const earlier = join(folder, 'earlier')
  const later = join(folder, 'later')
  await takeBackup(source(), earlier)
  const list = await readFile(join(earlier, 'files.txt'), 'utf8')
  const paths = list
    .split('\n')
    .filter(Boolean)
    .map(line => join('files', line.slice(0, 2), line.slice(0, 64)))
  expect(paths.length).toBeGreaterThan(2)
  const [damaged, missing, ...shared] = paths as [string, string, ...string[]]
  await writeFile(join(earlier, damaged), 'another content')
  await unlink(join(earlier, missing))
  const said: string[] = []
  const manifest = await takeBackup(source(), later, { earlier, log: line => said.push(line) })
  expect(manifest.damaged).toEqual([])
  expect(said).toContain(`Files shared with ${earlier}: ${shared.length}.`)
  const inodes = (path: string) => Promise.all([earlier, later].map(async each => (await stat(join(each, path))).ino))
  for (const path of shared) expect(new Set(await inodes(path)).size).toBe(1)
  expect(new Set(await inodes(damaged)).size).toBe(2)
  expect((await checkBackup(later, world.clock)).wrong).toEqual([])
  // A rotation removes the earlier one.
  await rm(earlier, { recursive: true })
  expect((await checkBackup(later, world.clock)).wrong).toEqual([])
})

test('a back-up goes on when the portal has a damaged file, and names it', async () => {
  const { sha256 } = await world.app.db.selectFrom('stored_file').select('sha256').executeTakeFirstOrThrow()
  await flipBit(world.app, sha256, 9)
  const path = join(folder, 'damaged')
  expect((await takeBackup(source(), path)).damaged).toEqual([sha256])
  await flipBit(world.app, sha256, 9)
  expect((await checkBackup(path, world.clock)).wrong).toEqual([])
  const { result, drop } = await restoreElsewhere(path)
  expect(result).toMatchObject({ manifest: { damaged: [sha256] } })
  await drop()
})

test.each<[string, RegExp, () => Promise<string>]>([
  ['a file', /is not a folder/, () => aFile(whole)],
  ['within a file', /is not a folder/, async () => join(await aFile(whole), 'x')],
  ['in a folder that is not there', /does not exist/, async () => join(folder, 'no', 'copy')],
  ...(process.platform === 'linux'
    ? ([['where none can be', /cannot be written/, async () => '/proc/x']] as [string, RegExp, () => Promise<string>][])
    : []),
  ['in the data folder', /DATA_DIR/, async () => join(world.app.settings.dataDir, 'copy')],
  [
    'in the data folder by another name',
    /DATA_DIR/,
    async () => {
      await symlink(world.app.settings.dataDir, join(folder, 'other-name'))
      return join(folder, 'other-name', 'copy')
    },
  ],
])('a back-up %s is refused in words, and nothing is made', async (_where, reason, target) => {
  const refused = await takeBackup(source(), await target()).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(BackupError)
  expect(String(refused)).toMatch(reason)
  expect(await readdir(world.app.settings.dataDir)).not.toContain('copy')
})

test('R14: a back-up with a key that never served the database is refused', async () => {
  // As a start does.
  await settleKey(world.app)
  const foreign = join(folder, 'foreign')
  const withForeign = { ...source(), appSecret: 'f'.repeat(40) }
  const refused = takeBackup(withForeign, foreign, { withSecret: true })
  await expect(refused).rejects.toThrow(foreignKey)
  expect(await readdir(foreign)).toEqual([])
  // The database's key as the previous one: a change of the key is under way.
  await takeBackup({ ...withForeign, appSecretBefore: KEY }, foreign)
  expect(await readdir(foreign)).toContain('manifest.json')
})

test('a back-up goes only into an empty folder, and is noted in the trail', async () => {
  await expect(takeBackup(source(), whole)).rejects.toThrow('is not empty')
  const { db } = world.app
  const noted = await db.selectFrom('trail').select('event').where('event', '=', 'backup.taken').execute()
  expect(noted.length).toBeGreaterThan(0)
})

test('a back-up is in the audit log before it is complete', async () => {
  const { db } = world.app
  const noted = () => db.selectFrom('trail').select('number').where('event', '=', 'backup.taken').execute()
  const before = await noted()
  const cut = join(folder, 'cut-at-its-manifest')
  const log = () => writeFileSync(join(cut, 'manifest.json.new'), '')
  await expect(takeBackup(source(), cut, { log })).rejects.toThrow('manifest.json.new')
  expect(await noted()).toHaveLength(before.length + 1)
})
