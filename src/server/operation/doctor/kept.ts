/** What must not be lost: the key, back-ups, files and the audit log. */

import { appsOf } from '#server/identity/second-factor/unopened.ts'
import type { Check, Finding } from '#server/operation/doctor/finding.ts'
import { broken, causeOf, ofDatabase, ok, together, warn } from '#server/operation/doctor/finding.ts'
import { isOwnKey } from '#server/operation/key.ts'
import { headState } from '#server/platform/audit-log/head-state.ts'
import { newestIn } from '#server/platform/backup/newest.ts'
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { findOrphans } from '#server/platform/files/scrub.ts'
import { checkIdentity } from '#server/platform/installation/identity.ts'

const KEYS = 'Siga «Keys» de docs/operations/running.md.'

export const key: Check = {
  name: 'key',
  title: 'Clave',
  look: ofDatabase(async ({ db, secrets }) => {
    if (!secrets)
      return broken(
        'Falta la clave del portal.',
        'Recupere APP_SECRET, o el fichero secret de DATA_DIR, de donde lo guardó.',
      )
    const own = { db, secrets }
    if (!(await isOwnKey(own)))
      return broken(
        'La clave no es la de esta base de datos.',
        `Ponga la anterior en APP_SECRET o en DATA_DIR/secret. ${KEYS}`,
      )
    const closed = (await appsOf(own)).filter(({ opens }) => !opens).length
    return closed === 0
      ? ok('Abre los datos de esta base de datos.')
      : warn(`No abre ${closed} segundos factores.`, `Ponga la clave anterior en APP_SECRET_BEFORE. ${KEYS}`)
  }),
}

/** The timer takes one each night; a week without any is no back-up. */
const BACKUP_AGE = { late: 30 * HOUR, lost: 8 * DAY, unverified: 8 * DAY }
const TAKE = 'Ejecute npm run admin -- backup --rotate y active almotacen-backup.timer.'

const UNITS: readonly [ms: number, name: string][] = [
  [DAY, 'días'],
  [HOUR, 'h'],
  [MINUTE, 'min'],
]
/** An age in the largest unit that it has two of. */
function ageOf(ms: number): string {
  const [unit, name] = UNITS.find(([each]) => ms >= 2 * each) ?? UNITS.at(-1)!
  return `${Math.floor(ms / unit)} ${name}`
}

export const backups: Check = {
  name: 'backups',
  title: 'Copias de seguridad',
  async look({ settings: { backupDir }, clock }) {
    if (!backupDir)
      return warn('Falta BACKUP_DIR, así que no se sabe de ninguna.', 'Ponga BACKUP_DIR en otro disco que DATA_DIR.')
    const found = await newestIn(backupDir).catch(error => broken(`No se lee ${backupDir} (${causeOf(error)}).`, TAKE))
    if ('state' in found) return found
    const { taken, verified } = found
    if (!taken) return broken(`No hay ninguna completa en ${backupDir}.`, TAKE)
    const since = (instant: string) => Date.parse(clock.now()) - Date.parse(instant)
    const age = since(taken)
    const old = age > BACKUP_AGE.lost ? broken : age > BACKUP_AGE.late ? warn : null
    const check = verified === null ? Number.POSITIVE_INFINITY : since(verified)
    return together(
      [
        old === null ? null : old(`La última es de hace ${ageOf(age)}.`, TAKE),
        check > BACKUP_AGE.unverified
          ? warn(
              verified === null ? 'Ninguna se ha verificado.' : `Se verificó por última vez hace ${ageOf(check)}.`,
              'Ejecute npm run admin -- backup verify con la carpeta de la última.',
            )
          : null,
      ],
      `La última es de hace ${ageOf(age)}; verificada hace ${ageOf(check)}.`,
    )
  },
}

export const storedFiles: Check = {
  name: 'files',
  title: 'Ficheros',
  look: ofDatabase(async ({ db, settings }) => {
    const damaged = await db.selectFrom('file_damage').select('kind').where('kind', '<>', 'orphan').execute()
    const opened = await openFiles(settings)
    try {
      const foreign = await checkIdentity(db, opened.mark).then(
        () => null,
        error => broken(`No son los de esta base de datos: ${(error as Error).message}`, 'Corrija lo que indica.'),
      )
      if (foreign) return foreign
      const orphans = await findOrphans({ db, files: await opened.store() })
      return together(
        [
          damaged.length === 0
            ? null
            : broken(
                `Dañados o desaparecidos: ${damaged.length}.`,
                'Ejecute npm run admin -- scrub y recupérelos de una copia de seguridad.',
              ),
          orphans.length === 0
            ? null
            : warn(
                `Huérfanos, de más de una hora: ${orphans.length}.`,
                'El portal los borra él mismo cada 15 minutos; si siguen ahí, npm run admin -- scrub los nombra.',
              ),
        ],
        'Ninguno dañado ni huérfano.',
      )
    } finally {
      opened.close()
    }
  }),
}

/** The portal signs a minute after an entry at the latest. */
const UNSIGNED_MS = 5 * MINUTE
const VERIFY = 'Ejecute npm run admin -- trail verify.'

export const auditLog: Check = {
  name: 'auditLog',
  title: 'Registro de auditoría',
  look: ofDatabase(async ({ db, settings, secrets, clock }): Promise<Finding> => {
    if (!secrets) return warn('No se ha comprobado: falta la clave.', 'Recupere la clave.')
    const { entries, signed, unsignedSince, verdict } = await headState({ db, settings, secrets })
    if (!verdict.ok) return broken(`Está alterado en la entrada ${verdict.firstBad} (${verdict.why}).`, VERIFY)
    const waits = unsignedSince === null ? 0 : Date.parse(clock.now()) - Date.parse(unsignedSince)
    if (waits > UNSIGNED_MS) {
      const rest = `Sin firmar desde hace ${ageOf(waits)}: ${entries - signed}.`
      return signed === 0
        ? broken(`No hay ninguna cabeza firmada. ${rest}`, VERIFY)
        : warn(rest, 'Arranque el portal; si ya sirve, su log dice por qué no firma.')
    }
    return ok(`Intacto; firmado hasta la entrada ${signed} de ${entries}.`)
  }),
}
