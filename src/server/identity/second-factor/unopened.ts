import type { AppContext } from '#server/kernel/app-context.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

type WithKey = Pick<AppContext, 'db' | 'secrets'>

/**
 * Refuses a key that opens none of the apps: it belongs to another installation or is new, and no user with an app
 * could sign in. Single unreadable apps are not the key's fault, and passkeys need no key.
 * @throws SettingsError that says what to do.
 */
export async function refuseForeignKey(portal: WithKey): Promise<void> {
  const apps = await appsOf(portal)
  if (apps.length === 0 || apps.some(({ opens }) => opens)) return
  throw new SettingsError(
    "The key of the portal does not belong to this database: it opens nobody's second factor. Put the earlier key back " +
      'into APP_SECRET, or into the file secret of DATA_DIR. To change the key, follow "Keys" in docs/operations/running.md. If it ' +
      `is lost, remove the second factors: ${removalOf(apps.map(app => app.email))}`,
  )
}

/** The command that removes the factors of users whose app no key opens any more. */
export const removalOf = (emails: readonly string[]) => `npm run admin -- remove-second-factor ${emails.join(' ')}`

/** The users with an app, and whether an available key opens it. */
export async function appsOf({ db, secrets }: WithKey): Promise<{ email: string; opens: boolean }[]> {
  const apps = await db
    .selectFrom('totp_factor as t')
    .innerJoin('portal_user as u', 'u.id', 't.user_id')
    .select(['u.id', 'u.email', 't.sealed_secret'])
    .orderBy('u.email')
    .execute()
  return apps.map(({ id, email, sealed_secret }) => ({ email, opens: opens(secrets, id, sealed_secret) }))
}

function opens(secrets: WithKey['secrets'], userId: string, sealed: string): boolean {
  try {
    return secrets.unseal('totp', userId, sealed).length > 0
  } catch {
    return false
  }
}
