import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readManifest, verifiedAt } from '#server/platform/backup/manifest.ts'
import { isBackupName } from '#server/platform/backup/rotation.ts'

/** When the newest complete back-up of a folder was taken, and when one was last verified; null: never. */
export async function newestIn(folder: string): Promise<{ taken: string | null; verified: string | null }> {
  const names = (await readdir(folder)).filter(isBackupName).sort().reverse()
  let taken: string | null = null
  let verified: string | null = null
  for (const name of names) {
    const path = join(folder, name)
    taken ??= (await readManifest(path).catch(() => null))?.takenAt ?? null
    const at = await verifiedAt(path)
    if (at && (!verified || at > verified)) verified = at
  }
  return { taken, verified }
}
