import type { PortalCommand } from '#server/admin/command.ts'
import type { Portal } from '#server/portal.ts'
import type { Heads } from '#server/trail/heads.ts'
import { headFolders, isSignedBy, publicKeyOf, readHeads } from '#server/trail/heads.ts'
import { verifyTrail } from '#server/trail/verify.ts'

const usage = 'trail verify|heads|key [--heads carpeta] [--key clave]'

const valuesOf = (words: string[], name: string) =>
  words.flatMap((word, index) => (word === name && words[index + 1] ? [words[index + 1]!] : []))

/** Verifies the trail, by itself and against its signed heads; lists these; prints the key they are signed with. */
export const trail: PortalCommand = {
  usage,
  async run(portal, [word, ...words]) {
    const own = publicKeyOf(portal.secrets.trailKey)
    const given = valuesOf(words, '--heads')
    const folders = given.length > 0 ? given : headFolders(portal.settings)
    const keys = [own, ...valuesOf(words, '--key')]
    if (word === 'key') return own
    if (word === 'heads') return listed(await readHeads(folders), keys)
    if (word === 'verify') return verified(portal, await readHeads(folders), keys)
    return `Uso: ${usage}`
  },
}

function listed({ heads, illegible }: Heads, keys: string[]): string {
  const lines = heads.map(head => {
    const mark = isSignedBy(keys, head) ? 'firmada' : 'SIN FIRMA VÁLIDA'
    return `${head.at}  apunte ${head.number}  ${head.hash}  ${mark}`
  })
  if (illegible > 0) lines.push(`Y ${illegible} líneas a medio escribir.`)
  return lines.length > 0 ? lines.join('\n') : 'No hay ninguna cabeza firmada.'
}

async function verified(portal: Portal, { heads, illegible }: Heads, keys: string[]): Promise<string> {
  const forged = heads.find(head => !isSignedBy(keys, head))
  if (forged) {
    process.exitCode = 1
    return (
      `La cabeza del ${forged.at} (apunte ${forged.number}) no lleva la firma de este portal. ` +
      'Si se firmó con una clave anterior, repita la orden con --key y esa clave.'
    )
  }
  const verdict = await verifyTrail(portal.db, { heads })
  if (!verdict.ok) {
    process.exitCode = 1
    return `El registro está alterado: el primer apunte malo es el ${verdict.firstBad} (${verdict.why}).`
  }
  const cut = illegible > 0 ? ` Hay ${illegible} líneas a medio escribir entre las cabezas.` : ''
  const newest = heads.at(-1)
  if (!newest) {
    return `El registro está íntegro: ${verdict.entries} apuntes. Sin cabezas firmadas no se vería si le falta el final o si se escribió de nuevo entero.${cut}`
  }
  return `El registro está íntegro: ${verdict.entries} apuntes, conforme con sus ${heads.length} cabezas firmadas, la última del ${newest.at} (apunte ${newest.number}).${cut}`
}
