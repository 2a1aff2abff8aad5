import { readFileSync } from 'node:fs'
import { SettingsError } from '#server/settings.ts'

/** Settings that are secrets may lie in a file, as vaults and orchestrators give them: `DATABASE_URL_FILE` and the like. */
const inFiles = [
  'APP_SECRET',
  'APP_SECRET_BEFORE',
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
] as const

/**
 * The environment with what its `…_FILE` variables hold.
 * @throws SettingsError when one cannot be read, or is empty: as if it were absent, the portal would begin elsewhere anew.
 */
export function withSecretFiles(environment: Record<string, string | undefined>): Record<string, string | undefined> {
  const read = inFiles.flatMap(name => {
    const path = environment[`${name}_FILE`]
    if (!path) return []
    if (environment[name]) throw new SettingsError(`${name} y ${name}_FILE: indique solo una de las dos.`)
    const value = textOf(name, path)
    if (value === '') {
      throw new SettingsError(`${name}_FILE está vacío: ¿ha puesto ya el almacén de secretos su contenido?`)
    }
    return [[name, value] as const]
  })
  return { ...environment, ...Object.fromEntries(read) }
}

function textOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new SettingsError(`${name}_FILE no se puede leer: ${(error as NodeJS.ErrnoException).code}`)
  }
}
