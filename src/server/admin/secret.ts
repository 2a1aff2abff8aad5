import { sql } from 'kysely'
import type { PortalCommand } from '#server/admin/command.ts'
import { CommandError } from '#server/admin/command.ts'
import { alone, jobLocks } from '#server/database/lock.ts'
import { untilFollowed } from '#server/follow-secrets.ts'
import { foreignKey, isOwnKey, noteKey } from '#server/installation/key.ts'
import type { Portal } from '#server/portal.ts'
import { appsOf, removalOf } from '#server/second-factor/unopened.ts'
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
  await noteKey(portal.db, secrets)
  return resealed
}

/** Whether the key that a start would take is the database's. */
const fits = async ({ db, settings }: Portal) => isOwnKey({ db, secrets: await loadSecrets(settings) })

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

/** What was closed with a key that is lost stays closed: what can be begun anew is ended, and the operator told of the rest. */
const adopt: Work = async portal => {
  if (await fits(portal)) return 'La clave del portal ya es la de esta base de datos: no se ha hecho nada.'
  const { ended, mails } = await inUnit(portal, null, async unit => {
    const { numUpdatedRows } = await unit.db
      .updateTable('outbox_mail')
      .set({ given_up_at: unit.now, last_error: 'Su clave se ha perdido: envíelo de nuevo.' })
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where(sql<boolean>`data ? 'nonce'`)
      .executeTakeFirstOrThrow()
    await noteKey(unit.db, portal.secrets)
    return { ended: await endAll(unit, 'admin'), mails: numUpdatedRows }
  })
  const closed = (await appsOf(portal)).filter(({ opens }) => !opens).map(({ email }) => email)
  return [
    'Desde ahora la clave de esta base de datos es la que el portal tiene. Reinicie los servidores que sirvan con otra.',
    `Sesiones abiertas cerradas: ${ended}. Correos por salir con una contraseña o un enlace de antes, apartados: ${mails}; repítalos.`,
    'Las cabezas del registro que firmó la clave perdida se comprueban solo con su clave pública.',
    ...(closed.length > 0
      ? [`La verificación en dos pasos por aplicación de estos usuarios no se abrirá: ${removalOf(closed)}`]
      : []),
  ].join('\n')
}

const works: Record<string, Work> = {
  rotate,
  reseal: async portal => `Selladas de nuevo: ${await reseal(portal)}.`,
  forget,
  adopt,
}

/** Changes the key of the installation; what the old one closed goes on opening until `forget`, or is given up by `adopt`. */
export const secret: PortalCommand = {
  usage: 'secret rotate | reseal | forget | adopt',
  words: [1, 1],
  async run(portal, [what = '']) {
    const work = works[what]
    if (!work) throw new CommandError('Diga qué: secret rotate, secret reseal, secret forget o secret adopt.')
    if (work !== adopt && !(await fits(portal))) throw new CommandError(foreignKey)
    const said = await alone(portal, jobLocks.changeKey, () => work(portal))
    if (said === null) {
      throw new CommandError(
        'Otra orden está cambiando la clave en este momento, o una copia de seguridad la lee: espere a que termine y repita esta.',
      )
    }
    return said
  },
}
