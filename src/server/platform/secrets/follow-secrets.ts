import { statSync, unwatchFile, watchFile } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { logLine } from '#server/platform/log.ts'
import { keyFiles, loadSecrets, type Secrets, secretsIn } from '#server/platform/secrets/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** How often a portal looks whether its key was changed: so long may it go on closing with the one before. */
const LOOK_MS = 2000

/** Tells one content of the files from the next: a change puts new files in their places. */
const stampOf = (paths: readonly string[]) =>
  paths
    .map(path => statSync(path, { throwIfNoEntry: false }))
    .map(file => (file ? `${file.ino} ${file.mtimeMs}` : 'none'))
    .join()

function raiseAlarm(error: unknown): void {
  const { code } = ((error as Error).cause ?? error) as NodeJS.ErrnoException
  const message = `The key was changed and cannot be read (${code}): this portal goes on with the one before`
  logLine('error', 'alarm', { message })
}

/**
 * The secrets of a portal that may serve for long. `npm run admin -- secret` changes the key's files beside it: they are
 * read again every few seconds where they changed, and at once when something does not open, so that nobody is disturbed
 * and nothing has to be restarted. A key of the settings changes with these, at a start.
 */
export async function followSecrets(
  settings: Pick<Settings, 'dataDir' | 'appSecret' | 'appSecretBefore'>,
): Promise<{ secrets: Secrets; stop(): void }> {
  if (settings.appSecret) return { secrets: await loadSecrets(settings), stop: () => {} }
  const paths = keyFiles(settings.dataDir)
  let seen = stampOf(paths)
  let current = await loadSecrets(settings)
  let told = false

  /** @returns whether there are other keys than before. Whoever sends rubbish makes it look, and read nothing. */
  const changed = (): boolean => {
    try {
      const stamp = stampOf(paths)
      const other = stamp !== seen
      if (other) current = secretsIn(settings.dataDir, settings.appSecretBefore)
      seen = stamp
      told = false
      return other
    } catch (error) {
      // A file that is gone or cannot be read takes no key away that is here; but what others close will not open.
      if (!told) raiseAlarm(error)
      told = true
      return false
    }
  }
  const look = () => void changed()
  for (const path of paths) watchFile(path, { interval: LOOK_MS, persistent: false }, look)

  const secrets: Secrets = {
    get prints() {
      return current.prints
    },
    get checkpointKey() {
      return current.checkpointKey
    },
    derive(purpose, nonce) {
      if (!current.knows(nonce)) look()
      return current.derive(purpose, nonce)
    },
    newNonce: () => current.newNonce(),
    knows: nonce => current.knows(nonce) || (changed() && current.knows(nonce)),
    wasDerived: (...value) => current.wasDerived(...value) || (changed() && current.wasDerived(...value)),
    seal: (...plain) => current.seal(...plain),
    blind: typed => current.blind(typed),
    unseal(...sealed) {
      try {
        return current.unseal(...sealed)
      } catch (error) {
        if (!changed()) throw error
        return current.unseal(...sealed)
      }
    },
  }
  return {
    secrets,
    stop: () => {
      for (const path of paths) unwatchFile(path, look)
    },
  }
}

/** Waits until every portal must have seen a key that was just made: what one closes with the key before is lost with it. */
export const untilFollowed = () => sleep(2 * LOOK_MS)
