import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { enterAll } from '#test/support/model/run.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { createTestDatabase } from '#test/support/postgres.ts'

/** The demo data, created once and copied for every run, with everyone signed in. */
export type Ground = {
  /** Runs `work` with a portal on its own copy, and removes it afterwards. */
  stand(work: (portal: TestPortal, signedIn: ReadonlyMap<string, Caller>) => Promise<void>): Promise<void>
  remove(): Promise<void>
}

export async function breakGround(): Promise<Ground> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almotacen-model-'))
  const original = await createTestDatabase()
  const first = await startTestPortal({ place: { database: original, dataDir } })
  const signedIn = await enterAll(first)
  await first.stop()
  return {
    stand: async work => {
      const database = await createTestDatabase(original.name)
      const portal = await startTestPortal({ seed: 'none', place: { database, dataDir } })
      try {
        await work(portal, signedIn)
      } finally {
        await portal.stop()
        await database.drop()
      }
    },
    remove: async () => {
      await original.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
