import type { Portal } from '#server/portal.ts'
import { SettingsError } from '#server/settings.ts'

/**
 * A key that opens none of the apps is another installation's, or a new one: whoever has an app could not sign in. Single
 * ones that do not open are not the key's fault, and passkeys need none. @throws SettingsError that says what to do.
 */
export async function refuseForeignKey({ db, secrets }: Pick<Portal, 'db' | 'secrets'>): Promise<void> {
  const apps = await db
    .selectFrom('totp_factor as t')
    .innerJoin('portal_user as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email', 't.sealed_secret'])
    .orderBy('u.email')
    .execute()
  const opens = (app: (typeof apps)[number]) => {
    try {
      return secrets.unseal('totp', app.id, app.sealed_secret).length > 0
    } catch {
      return false
    }
  }
  if (apps.length === 0 || apps.some(opens)) return
  throw new SettingsError(
    'La clave del portal no es la de esta base de datos: no abre la verificación en dos pasos de nadie. Devuelva la clave ' +
      'de entonces a APP_SECRET, o al archivo secret de DATA_DIR; para cambiarla, siga «Keys» de docs/security.md. Si se ha ' +
      `perdido, quítelas: npm run admin -- remove-second-factor ${apps.map(app => app.email).join(' ')}`,
  )
}
