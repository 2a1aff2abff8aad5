import type { BareCommand } from '#server/admin/command.ts'
import { checkBackup } from '#server/backup/check.ts'
import type { Manifest } from '#server/backup/manifest.ts'
import { BackupError } from '#server/backup/manifest.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { existingKey, takeBackup } from '#server/backup/take.ts'
import { systemClock } from '#server/clock.ts'

const wordAfter = (words: string[], option: string) =>
  words.includes(option) ? words[words.indexOf(option) + 1] : null

/** What goes wrong is one sentence and exit code 1. */
async function inOneSentence(work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    process.exitCode = 1
    return error.message
  }
}

const contentOf = ({ takenAt, files, trail }: Manifest) =>
  `${takenAt}, con ${files.count} archivos y ${trail?.number ?? 0} apuntes`

/** Takes a back-up, whether the portal runs or not; or reads one and compares every part with its hash. */
export const backup: BareCommand = {
  usage: 'backup --to <carpeta nueva> [--with-secret] | backup verify <carpeta>',
  bare: true,
  run: (settings, withDatabase, words) =>
    inOneSentence(async () => {
      if (words[0] === 'verify' && words[1]) {
        const { manifest, wrong } = await checkBackup(words[1])
        if (wrong.length > 0) throw new BackupError(`La copia no sirve:\n${wrong.join('\n')}`)
        return `La copia está completa: ${contentOf(manifest)}.`
      }
      const folder = wordAfter(words, '--to')
      if (!folder) throw new BackupError(`Uso: ${backup.usage}`)
      const secretKey = await existingKey(settings.dataDir, settings.appSecret)
      if (secretKey === null) throw new BackupError(`En ${settings.dataDir} no hay ningún portal: falta su clave.`)
      const source = { dataDir: settings.dataDir, secretKey, clock: systemClock(settings.clockOffsetMs) }
      const manifest = await withDatabase(connection =>
        takeBackup({ ...source, connection }, folder, {
          withSecret: words.includes('--with-secret'),
          log: line => console.error(line),
        }),
      )
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
  usage: 'restore --from <carpeta>',
  bare: true,
  run: (settings, withDatabase, words) =>
    inOneSentence(async () => {
      const folder = wordAfter(words, '--from')
      if (!folder) throw new BackupError(`Uso: ${restore.usage}`)
      const { dataDir, appSecret } = settings
      const target = { dataDir, appSecret, clock: systemClock(settings.clockOffsetMs) }
      const { manifest, mailsSetAside, sameKey } = await withDatabase(connection =>
        restoreBackup({ ...target, connection }, folder),
      )
      return [
        `Restaurado: ${contentOf(manifest)}. El registro está íntegro. Las sesiones de entonces se han cerrado.`,
        ...(sameKey ? [] : ['El portal tendrá otra clave que entonces.']),
        ...(mailsSetAside > 0
          ? [
              `${mailsSetAside} correos por enviar llevaban una contraseña de la clave anterior: repita esas invitaciones.`,
            ]
          : []),
        ...manifest.damaged.map(sha256 => `Falta, porque ya faltaba al hacer la copia: ${sha256}`),
      ].join('\n')
    }),
}
