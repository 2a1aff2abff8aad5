import { readFileSync } from 'node:fs'
import { definitions } from '#server/platform/settings/setting-list.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

/** Secrets that can come from files, as vaults and orchestrators provide them, such as `DATABASE_URL_FILE`. */
const inFiles = definitions.filter(([, definition]) => definition.secret).map(([name]) => name)

/**
 * The environment with the content of the files that its `…_FILE` variables name.
 * @throws SettingsError if a file cannot be read or is empty: treated as absent, it would start the portal with another
 * key or database.
 */
export function withSecretFiles(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = inFiles.flatMap(name => {
    const path = environment[`${name}_FILE`]
    if (!path) return []
    if (environment[name]) throw new SettingsError(`Set either ${name} or ${name}_FILE, not both.`)
    const value = textOf(name, path)
    if (value === '') {
      throw new SettingsError(`${name}_FILE is empty. Check that the secret store has written it.`)
    }
    return [[name, value] as const]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

function textOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new SettingsError(`${name}_FILE cannot be read: ${(error as NodeJS.ErrnoException).code}.`)
  }
}
