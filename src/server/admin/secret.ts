import type { PortalCommand } from '#server/admin/command.ts'
import type { Portal } from '#server/portal.ts'
import { forgetEarlierKeys, loadSecrets, rotateSecretKey } from '#server/secrets.ts'

/** Closes anew, with the present key, what earlier ones closed. */
async function reseal(portal: Portal): Promise<number> {
  const secrets = await loadSecrets(portal.settings)
  let resealed = 0
  for (const table of ['totp_factor', 'totp_enrolment'] as const) {
    const rows = await portal.db.selectFrom(table).select(['user_id', 'sealed_secret']).execute()
    for (const { user_id, sealed_secret } of rows) {
      const anew = secrets.seal('totp', user_id, secrets.unseal('totp', user_id, sealed_secret))
      const { numUpdatedRows } = await portal.db
        .updateTable(table)
        .set({ sealed_secret: anew })
        .where('user_id', '=', user_id)
        .where('sealed_secret', '=', sealed_secret)
        .executeTakeFirst()
      resealed += Number(numUpdatedRows)
    }
  }
  return resealed
}

/** Changes the key of the installation; what the old one closed goes on opening until `forget`. */
export const secret: PortalCommand = {
  usage: 'secret rotate | reseal | forget',
  async run(portal, [what = '']) {
    const { settings } = portal
    if (what === 'rotate') {
      if (settings.appSecret) {
        return 'La clave viene de APP_SECRET: ponga ahí la nueva y la anterior en APP_SECRET_BEFORE, reinicie, y después «secret reseal».'
      }
      await rotateSecretKey(settings.dataDir)
      return `Clave nueva. Selladas de nuevo: ${await reseal(portal)}. Reinicie el portal para que la use; la firma del registro cambia con ella.`
    }
    if (what === 'reseal') return `Selladas de nuevo: ${await reseal(portal)}.`
    if (what === 'forget') {
      await reseal(portal)
      await forgetEarlierKeys(settings.dataDir)
      return 'Las claves anteriores se han borrado. Los correos con contraseña o enlace que aún no se han usado ya no sirven.'
    }
    return 'Diga qué: secret rotate, secret reseal o secret forget.'
  },
}
