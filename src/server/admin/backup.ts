import type { BareCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { checkDataFolder, checkFiles } from '#server/admin/existing.ts'
import { checkBackup } from '#server/backup/check.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { takeBackup } from '#server/backup/take.ts'
import { systemClock } from '#server/clock.ts'

/** What goes wrong with a back-up is one sentence as well. */
async function inOneSentence(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error
  }
}

const takeForm = {
  usage: 'backup --to <carpeta nueva> [--with-secret] | backup verify <carpeta>',
  words: [0, 2] as [number, number],
  options: { to: { type: 'string' }, 'with-secret': { type: 'boolean' } } as const,
}

const restoreForm = {
  usage: 'restore --from <carpeta>',
  words: [0, 0] as [number, number],
  options: { from: { type: 'string' } } as const,
}

const misread = ({ usage }: { usage: string }) => new CommandError(`Uso: npm run admin -- ${usage}`)

const contentOf = ({ takenAt, files, trail }: Manifest) =>
  `${takenAt}, con ${files.count} archivos y ${trail?.number ?? 0} apuntes`

/** Takes a back-up, whether the portal runs or not; or reads one and compares every part with its hash. */
export const backup: BareCommand = {
  ...takeForm,
  bare: true,
  run: (settings, withDatabase, given) =>
    inOneSentence(async () => {
      const {
        words: [word, place],
        options,
      } = readWords(takeForm, given)
      const folder = options.to
      if (word === 'verify' && place && Object.keys(options).length === 0) {
        const { manifest, wrong } = await checkBackup(place, systemClock(settings.clockOffsetMs))
        if (wrong.length > 0) throw new BackupError(`La copia no sirve:\n${wrong.join('\n')}`)
        return `La copia está completa: ${contentOf(manifest)}.`
      }
      if (!folder || word !== undefined) throw misread(takeForm)
      checkDataFolder(settings)
      const { dataDir, appSecret, appSecretBefore } = settings
      const source = { dataDir, appSecret, appSecretBefore, clock: systemClock(settings.clockOffsetMs) }
      const manifest = await withDatabase(async connection => {
        await checkFiles(connection, dataDir)
        return takeBackup({ ...source, connection }, folder, {
          withSecret: options['with-secret'],
          log: line => console.error(line),
        })
      })
      if (manifest.damaged.length > 0) process.exitCode = 1
      return [
        `Copia hecha: ${contentOf(manifest)}.`,
        manifest.secret.included
          ? 'Lleva la clave del portal: guárdela como una contraseña.'
          : 'No lleva la clave del portal (APP_SECRET, o el archivo secret de DATA_DIR): guárdela aparte.',
        ...manifest.damaged.map(sha256 => `Dañado o perdido ya en el portal, y por tanto también aquí: ${sha256}`),
      ].join('\n')
    }),
}

/** Restores a back-up where there is no portal yet. */
export const restore: BareCommand = {
  ...restoreForm,
  bare: true,
  run: (settings, withDatabase, words) =>
    inOneSentence(async () => {
      const folder = readWords(restoreForm, words).options.from
      if (!folder) throw misread(restoreForm)
      const { dataDir, appSecret, appSecretBefore } = settings
      const target = { dataDir, appSecret, appSecretBefore, clock: systemClock(settings.clockOffsetMs) }
      const { manifest, mailsSetAside, resetsSetAside, sameKey } = await withDatabase(connection =>
        restoreBackup({ ...target, connection }, folder),
      )
      return [
        `Restaurado: ${contentOf(manifest)}. El registro está íntegro. Las sesiones de entonces se han cerrado.`,
        ...(sameKey
          ? []
          : [
              'El portal tendrá otra clave que entonces. Con ella no se abre la verificación en dos pasos de quien la hace con una ' +
                'aplicación: si alguien la tiene, el portal no arranca y dice de quiénes se quita con «remove-second-factor».',
            ]),
        ...(mailsSetAside > 0
          ? [
              `${mailsSetAside} correos por enviar llevaban una contraseña de una clave que falta: repita esas invitaciones.`,
            ]
          : []),
        ...(resetsSetAside > 0
          ? [
              `${resetsSetAside} correos por enviar llevaban un enlace de «Recuperar contraseña», que ya no vale: ` +
                'quien lo esperaba tiene que pedir otro.',
            ]
          : []),
        ...manifest.damaged.map(sha256 => `Falta, porque ya faltaba al hacer la copia: ${sha256}`),
      ].join('\n')
    }),
}
