import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backup } from '#server/admin/backup.ts'
import type { BareCommand } from '#server/admin/command.ts'
import { openApp } from '#server/app/app-start.ts'
import { restoreBackup } from '#server/platform/backup/restore.ts'
import { takeBackup } from '#server/platform/backup/take.ts'
import { systemClock } from '#server/platform/clock.ts'
import { connect } from '#server/platform/database/connect.ts'
import { scrub } from '#server/platform/files/scrub.ts'
import { settleIdentity } from '#server/platform/installation/identity.ts'
import { folderMark, identityFile } from '#server/platform/installation/mark.ts'
import { readSettings, SettingsError } from '#server/platform/settings/settings.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createEmptyDatabase, createTestDatabase } from '#test/support/postgres.ts'
import { age } from '#test/support/stored-files.ts'

/* A database and a data folder belong together: neither is ever served with another's. */

let place: string
let databases: TestDatabase[]
let one: TestDatabase
let folder: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'almotacen-installation-'))
  databases = []
})
beforeEach(async () => {
  one = await another()
  folder = await mkdtemp(join(place, 'data-'))
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  await rm(place, { recursive: true, force: true })
})

async function another(make = createTestDatabase): Promise<TestDatabase> {
  const database = await make()
  databases.push(database)
  return database
}

const settingsOf = (dataDir: string) => readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir })
const open = ({ connection, owner }: TestDatabase, dataDir: string) =>
  openApp(settingsOf(dataDir), connection, { owner, autoMail: false, poolSize: 2 })
const start = async (database: TestDatabase, dataDir: string) => (await open(database, dataDir)).stop()
const idIn = async (dataDir: string) => (await readFile(identityFile(dataDir), 'utf8')).trim()
const idOf = async (database: TestDatabase) =>
  (await database.asOwner('select id from installation')) as { id: string }[]

test('the first start gives both the same identity, and a server that shares only the files has it too', async () => {
  await start(one, folder)
  expect(await idOf(one)).toEqual([{ id: await idIn(folder) }])
  await start(one, folder)
  const beside = await mkdtemp(join(place, 'data-'))
  await cp(join(folder, 'files'), join(beside, 'files'), { recursive: true })
  await start(one, beside)
  expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([])
})

test('an empty folder under a database that has started before is refused, and nothing is made in it', async () => {
  await start(one, folder)
  const empty = await mkdtemp(join(place, 'data-'))
  const refused = open(one, empty)
  await expect(refused).rejects.toThrow(SettingsError)
  await expect(refused).rejects.toThrow(`DATA_DIR: the files in ${empty} do not belong to this database`)
  expect(await readdir(empty)).toEqual([])
  await start(one, folder)
})

test('a folder that was moved or recovered is taken on purpose, as the sentence says', async () => {
  await start(one, folder)
  const moved = await mkdtemp(join(place, 'data-'))
  await mkdir(join(moved, 'files'))
  const said: string = await open(one, moved).then(
    () => '',
    error => error.message,
  )
  const [, id, path] = /echo (\w+) > '(.+)'$/.exec(said)!
  await writeFile(path!, `${id}\n`)
  await start(one, moved)
})

test('the folder of another installation is refused, to a database that is new as well', async () => {
  await start(one, folder)
  const two = await another()
  await expect(open(two, folder)).rejects.toThrow(/belong to an installation that has another database.*DATABASE_URL/)
  const other = await mkdtemp(join(place, 'data-'))
  await start(two, other)
  await expect(open(two, folder)).rejects.toThrow(/belongs to another installation/)
  await expect(open(one, other)).rejects.toThrow(/belongs to another installation/)
  await start(one, folder)
  await start(two, other)
})

test('servers that start at once agree on one identity', async () => {
  await Promise.all(Array.from({ length: 8 }, () => start(one, folder)))
  expect(await idOf(one)).toEqual([{ id: await idIn(folder) }])
})

test('of servers that start at once with a folder each, one is accepted', async () => {
  const folders = await Promise.all(Array.from({ length: 6 }, () => mkdtemp(join(place, 'data-'))))
  const { db } = connect(one.connection, 6)
  const starts = await Promise.allSettled(
    folders.map(each => settleIdentity(db, folderMark(each), systemClock().now())),
  )
  await db.destroy()
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a first start that was cut before the file was there is finished by the next', async () => {
  await start(one, folder)
  await rm(identityFile(folder))
  await one.asOwner('update installation set in_place = false')
  await start(one, folder)
  expect(await idOf(one)).toEqual([{ id: await idIn(folder) }])
})

test('the identity file is no orphan for the scrub, and is not rewritten', async () => {
  const running = await open(one, folder)
  await age(identityFile(folder))
  const was = await stat(identityFile(folder))
  expect((await scrub(running.app))!.orphans).toEqual([])
  await running.stop()
  await start(one, folder)
  expect((await stat(identityFile(folder))).mtimeMs).toBe(was.mtimeMs)
})

test('R14: a restored database is a new installation, and refuses the folder of another', async () => {
  await start(one, folder)
  const copy = join(place, 'copy')
  const clock = systemClock()
  const key = { appSecret: 'k'.repeat(40) }
  await takeBackup({ connection: one.owner, dataDir: folder, clock, ...key }, copy)
  const two = await another(createEmptyDatabase)
  const restore = (dataDir: string) => restoreBackup({ connection: two.owner, dataDir, clock, ...key }, copy)
  await expect(restore(folder)).rejects.toThrow(`${folder} holds the files of another installation.`)
  const elsewhere = await mkdtemp(join(place, 'data-'))
  await restore(elsewhere)
  expect(await idOf(two)).toEqual([{ id: await idIn(elsewhere) }])
  expect(await idIn(elsewhere)).not.toBe(await idIn(folder))
  await start(two, elsewhere)
  await expect(open(two, folder)).rejects.toThrow(SettingsError)
})

test('a back-up of other files than the database’s is not taken', async () => {
  await start(one, folder)
  const other = await mkdtemp(join(place, 'data-'))
  await start(await another(), other)
  const { run } = backup as BareCommand
  const settings = { ...settingsOf(other), databaseUrl: 'postgres://elsewhere' }
  const taken = run(settings, work => work(one.owner, one.connection), ['--to', join(place, 'wrong')])
  await expect(taken).rejects.toThrow(SettingsError)
  await expect(stat(join(place, 'wrong'))).rejects.toThrow('ENOENT')
})
