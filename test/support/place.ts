import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { openApp } from '#server/app/app-start.ts'
import { seedWorld } from '#server/demo/seed.ts'
import { movableClock } from '#server/platform/clock.ts'
import { readSettings } from '#server/platform/settings/settings.ts'
import type { TestDatabase } from '#test/support/postgres.ts'
import { createTestDatabase } from '#test/support/postgres.ts'

/** When the clocks of test portals start. */
export const START = '2026-11-21T09:00:00.000Z'

/** The database and the data folder of a test portal. */
type Place = { database: TestDatabase; dataDir: string; remove(): Promise<void> }

/** A new place with a copy of a database; an empty, migrated one by default. */
export async function newPlace(template?: string): Promise<Place> {
  const dataDir = await mkdtemp(join(inject('database').folder, 'portal-'))
  const database = await createTestDatabase(template)
  const remove = async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { database, dataDir, remove }
}

let world: Promise<{ name: string; dataDir: string }> | undefined

/** A new place with the demo data. Each worker seeds them once and then copies them, which costs a tenth. */
export async function newWorld(): Promise<Place> {
  world ??= seedOnce()
  const { name, dataDir } = await world
  const place = await newPlace(name)
  await cp(dataDir, place.dataDir, { recursive: true })
  return place
}

async function seedOnce(): Promise<{ name: string; dataDir: string }> {
  const { database, dataDir } = await newPlace()
  const { connection, owner, name } = database
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const { app, stop } = await openApp(settings, connection, { clock: movableClock(START), autoMail: false, owner })
  await seedWorld(app)
  await stop()
  return { name, dataDir }
}
