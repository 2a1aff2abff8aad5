import type { PortalCommand } from '#server/admin/command.ts'
import { CommandError } from '#server/admin/command.ts'
import { alone, jobLocks } from '#server/database/lock.ts'
import { untilFollowed } from '#server/follow-secrets.ts'
import type { Portal } from '#server/portal.ts'
import { earlierKeysIn, forgetEarlierKeys, loadSecrets, rotateSecretKey } from '#server/secrets.ts'
import { endAll } from '#server/session/open-sessions.ts'
import { inUnit } from '#server/unit.ts'

type Work = (portal: Portal) => Promise<string>

/** Closes anew, with the present key, what earlier ones closed. */
async function reseal(portal: Portal): Promise<number> {
  const secrets = await loadSecrets(portal.settings)
  let resealed = 0
  for (const user of await withApps(portal)) {
    resealed += await inUnit(portal, null, async ({ db }) => {
      // As who sets an app up holds it: nobody copies meanwhile what an earlier key closed.
      await db.selectFrom('portal_user').select('id').where('id', '=', user).forUpdate().execute()
      let rows = 0
      for (const table of ['totp_factor', 'totp_enrolment'] as const) {
        const kept = await db.selectFrom(table).select('sealed_secret').where('user_id', '=', user).executeTakeFirst()
        if (!kept) continue
        const sealed_secret = secrets.seal('totp', user, secrets.unseal('totp', user, kept.sealed_secret))
        await db.updateTable(table).set({ sealed_secret }).where('user_id', '=', user).execute()
        rows++
      }
      return rows
    })
  }
  return resealed
}

/** The users for whom something is sealed. */
async function withApps({ db }: Portal): Promise<string[]> {
  const rows = await db
    .selectFrom('totp_factor')
    .select('user_id')
    .union(db.selectFrom('totp_enrolment').select('user_id'))
    .orderBy('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

const rotate: Work = async portal => {
  const { appSecret, dataDir } = portal.settings
  if (appSecret) {
    // A server that still has only the key before could open nothing that is closed with the new one.
    throw new CommandError(
      'La clave viene de APP_SECRET, que cada servidor lee al arrancar: aquí no se ha cambiado nada.\n' +
        'Primero ponga la nueva en APP_SECRET_BEFORE y reinicie todos los servidores. Después ponga la nueva en APP_SECRET y la anterior en APP_SECRET_BEFORE y reinícielos otra vez. Entonces, «secret reseal».',
    )
  }
  await rotateSecretKey(dataDir)
  return (
    `Clave nueva. Selladas de nuevo: ${await reseal(portal)}. El portal la toma por sí mismo en unos segundos; la firma del registro cambia con ella.\n` +
    'Pasados 14 días, «secret forget» olvida la anterior y cierra las sesiones abiertas.'
  )
}

/** What a session writes with is derived from the key under which it began: without that it could read, and not even end itself. */
const forget: Work = async portal => {
  const { appSecret, dataDir } = portal.settings
  if (!appSecret) {
    if (earlierKeysIn(dataDir) === '') return 'No hay ninguna clave anterior que olvidar.'
    await untilFollowed()
  }
  await reseal(portal)
  const ended = await inUnit(portal, null, unit => endAll(unit, 'admin'))
  await forgetEarlierKeys(dataDir)
  return (
    `${appSecret ? 'Quite APP_SECRET_BEFORE y reinicie todos los servidores.' : 'Las claves anteriores se han borrado.'}\n` +
    `Sesiones abiertas cerradas: ${ended}; sus usuarios tienen que volver a entrar, y lo que tenían escrito sin enviar se pierde. ` +
    'Si queda por salir algún correo con contraseña o enlace de antes, no servirá: repítalo.'
  )
}

const works: Record<string, Work> = {
  rotate,
  reseal: async portal => `Selladas de nuevo: ${await reseal(portal)}.`,
  forget,
}

/** Changes the key of the installation; what the old one closed goes on opening until `forget`. */
export const secret: PortalCommand = {
  usage: 'secret rotate | reseal | forget',
  words: [1, 1],
  async run(portal, [what = '']) {
    const work = works[what]
    if (!work) throw new CommandError('Diga qué: secret rotate, secret reseal o secret forget.')
    const said = await alone(portal, jobLocks.changeKey, () => work(portal))
    if (said === null) {
      throw new CommandError('Otra orden está cambiando la clave en este momento: espere a que termine y repita esta.')
    }
    return said
  },
}
