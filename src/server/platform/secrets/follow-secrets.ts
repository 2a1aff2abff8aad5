import { statSync, unwatchFile, watchFile } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { logLine } from '#server/platform/log.ts'
import { keyFiles, loadSecrets, secretsIn } from '#server/platform/secrets/key-files.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** How often a server checks for a new key, in milliseconds. It may encrypt with the previous key for that long. */
const LOOK_MS = 2000

/** Changes with the content of the files: a key change replaces the files. */
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
 * The secrets of a running server. `npm run admin -- secret` changes the key files beside it: the server checks them
 * every few seconds, and at once when a value does not decrypt, so a key change needs no restart. A key from the
 * settings is only read at startup.
 */
export async function followSecrets(
  settings: Pick<Settings, 'dataDir' | 'appSecret' | 'appSecretBefore'>,
): Promise<{ secrets: Secrets; stop(): void }> {
  if (settings.appSecret) return { secrets: await loadSecrets(settings), stop: () => {} }
  const paths = keyFiles(settings.dataDir)
  let seen = stampOf(paths)
  let current = await loadSecrets(settings)
  let told = false

  /** @returns whether the keys changed. An invalid value from a client costs one stat, not a read. */
  const changed = (): boolean => {
    try {
      const stamp = stampOf(paths)
      const other = stamp !== seen
      if (other) current = secretsIn(settings.dataDir, settings.appSecretBefore)
      seen = stamp
      told = false
      return other
    } catch (error) {
      // A missing or unreadable file removes no loaded key, but values encrypted with a newer key will not decrypt.
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
    get certificateKey() {
      return current.certificateKey
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

/** Waits until every server has loaded a new key: a value encrypted with a removed key is lost. */
export const untilFollowed = () => sleep(2 * LOOK_MS)
