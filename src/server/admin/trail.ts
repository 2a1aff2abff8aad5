import { sql } from 'kysely'
import type { PortalCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import { after, HOUR } from '#server/clock.ts'
import type { Portal } from '#server/portal.ts'
import type { Heads } from '#server/trail/heads.ts'
import { headFolders, isPublicKey, isSignedBy, publicKeyOf, readHeads } from '#server/trail/heads.ts'
import { verifyTrail } from '#server/trail/verify.ts'

const form = {
  usage: 'trail verify [--strict] | heads | key [--heads carpeta] [--key clave]',
  words: [1, 1] as [number, number],
  options: {
    heads: { type: 'string', multiple: true },
    key: { type: 'string', multiple: true },
    strict: { type: 'boolean' },
  } as const,
}

/** The exit code of `trail verify --strict` when the audit log holds, and ends with entries that are not signed yet. */
const UNSIGNED = 3

/** Verifies the audit log, by itself and against its signed heads; lists the heads; prints the key that signs them. */
export const trail: PortalCommand = {
  ...form,
  readsOnly: true,
  async run(portal, given) {
    const {
      words: [word],
      options,
    } = readWords(form, given)
    if (options.key?.some(key => !isPublicKey(key))) {
      throw new CommandError(
        'Lo que sigue a --key no es una clave: son las 43 letras que imprimió «npm run admin -- trail key» cuando se firmaba con ella.',
      )
    }
    if (options.strict && word !== 'verify') throw new CommandError(`Uso: npm run admin -- ${form.usage}`)
    const own = publicKeyOf(portal.secrets.trailKey)
    const keys = [own, ...(options.key ?? [])]
    if (word === 'key') return own
    if (word === 'heads') return listed(await expectedHeads(portal, options.heads), keys)
    if (word === 'verify') {
      const { sentence, unsigned } = await verified(portal, await expectedHeads(portal, options.heads), keys)
      if (options.strict && unsigned > 0) process.exitCode = UNSIGNED
      return sentence
    }
    throw new CommandError(`Uso: npm run admin -- ${form.usage}`)
  },
}

/**
 * The heads of the folders that are given, or else of the portal's own. Who takes heads away takes what would show a
 * cut tail: where there must be some, none is an answer.
 * @throws CommandError for a folder without any, but of a portal that has not had the time to sign
 */
async function expectedHeads(portal: Portal, given: string[] | undefined): Promise<Heads> {
  const folders = given ?? headFolders(portal.settings)
  const bare: string[] = []
  for (const folder of folders) if ((await readHeads([folder])).heads.length === 0) bare.push(folder)
  if (bare.length > 0 && (given || !(await isNew(portal)))) {
    throw new CommandError(
      `No hay ninguna cabeza firmada en ${bare.join(' ni en ')}: sin ellas no se ve si al registro le falta el final. ` +
        'El portal las firma al arrancar, cada 100 apuntes o cada minuto con apuntes nuevos, y al parar; si las ha firmado, alguien las ha quitado o la carpeta es otra.',
    )
  }
  return readHeads(folders)
}

/** Whether the portal was installed or restored within the hour: it signs its first head at its first start. */
async function isNew({ db, clock }: Portal): Promise<boolean> {
  const { rows } = await sql<{ since: string | null }>`
    select max(at) as since from trail
    where event = 'backup.restored' or number = (select min(number) from trail)`.execute(db)
  const { since } = rows[0]!
  return since === null || after(since, HOUR) > clock.now()
}

function listed({ heads, illegible }: Heads, keys: string[]): string {
  const lines = heads.map(head => {
    const mark = isSignedBy(keys, head) ? 'firmada' : 'SIN FIRMA VÁLIDA'
    return `${head.at}  apunte ${head.number}  ${head.hash}  ${mark}`
  })
  if (illegible > 0) lines.push(`Y ${illegible} líneas a medio escribir.`)
  return lines.length > 0 ? lines.join('\n') : 'No hay ninguna cabeza firmada.'
}

/** @returns what the log is, and how many entries follow the last signed head. @throws CommandError when it does not hold. */
async function verified(
  portal: Portal,
  { heads, illegible }: Heads,
  keys: string[],
): Promise<{ sentence: string; unsigned: number }> {
  const forged = heads.find(head => !isSignedBy(keys, head))
  if (forged) {
    throw new CommandError(
      `La cabeza del ${forged.at} (apunte ${forged.number}) no lleva la firma de este portal. ` +
        'Si se firmó con una clave anterior, repita la orden con --key y esa clave.',
    )
  }
  const verdict = await verifyTrail(portal.db, { heads })
  if (!verdict.ok) {
    throw new CommandError(
      `El registro está alterado: el primer apunte malo es el ${verdict.firstBad} (${verdict.why}).`,
    )
  }
  const cut = illegible > 0 ? ` Hay ${illegible} líneas a medio escribir entre las cabezas.` : ''
  const newest = heads.at(-1)
  const unsigned = verdict.entries - (newest?.number ?? 0)
  const rest = `Apuntes posteriores a la última cabeza, aún sin firmar: ${unsigned}.${cut}`
  const sentence = newest
    ? `El registro está íntegro: ${verdict.entries} apuntes, conforme con sus ${heads.length} cabezas firmadas, la última del ${newest.at} (apunte ${newest.number}). ${rest}`
    : `El registro está íntegro: ${verdict.entries} apuntes. Sin cabezas firmadas no se vería si le falta el final o si se escribió de nuevo entero. ${rest}`
  return { sentence, unsigned }
}
