import { cp, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { inject } from 'vitest'
import { openApp } from '#server/app/app-start.ts'
import { addEvaluations } from '#server/demo/evaluations.ts'
import { seedCci, seedWorld } from '#server/demo/seed.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
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

/**
 * Hashes the password of the demo accounts as the portal does, at nearly no cost: a sign-in costs what its hash says.
 * Not the least, which is that of one-time passwords.
 */
const cheaply = (password: string) => hash(password, { memoryCost: 16, timeCost: 1, parallelism: 1 })

/** 'centre': only CCI with its user; 'world': also the demo data; 'evaluated': with its evaluations. */
export type Seed = 'centre' | 'world' | 'evaluated'

const seeds: Record<Seed, (app: AppContext) => Promise<void>> = {
  centre: app => seedCci(app, cheaply),
  world: app => seedWorld(app, null, cheaply),
  evaluated: app => seedWorld(app, addEvaluations, cheaply),
}

export const seedPlace = (app: AppContext, seed: Seed): Promise<void> => seeds[seed](app)

const originals = new Map<Seed, Promise<{ name: string; dataDir: string }>>()

/** A new place with the data of a seed. Each worker seeds it once and then copies it, which costs a tenth. */
export async function newSeededPlace(seed: Seed): Promise<Place> {
  const original = originals.get(seed) ?? seedOnce(seed)
  originals.set(seed, original)
  const { name, dataDir } = await original
  const place = await newPlace(name)
  await cp(dataDir, place.dataDir, { recursive: true })
  return place
}

async function seedOnce(seed: Seed): Promise<{ name: string; dataDir: string }> {
  const { database, dataDir } = await newPlace()
  const { connection, owner, name } = database
  const settings = readSettings({ NODE_ENV: 'test', DATA_DIR: dataDir })
  const { app, stop } = await openApp(settings, connection, { clock: movableClock(START), autoMail: false, owner })
  await seedPlace(app, seed)
  await stop()
  return { name, dataDir }
}
