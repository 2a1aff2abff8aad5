import { sql } from 'kysely'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError } from '#server/admin/command.ts'
import { appsOf, removalOf } from '#server/identity/second-factor/unopened.ts'
import type { SealedSecret } from '#server/integration/webhook/sign.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { foreignKey, isOwnKey, noteKey } from '#server/operation/key.ts'
import { alone, jobLocks } from '#server/platform/database/lock.ts'
import { untilFollowed } from '#server/platform/secrets/follow-secrets.ts'
import { earlierKeysIn, forgetEarlierKeys, loadSecrets, rotateSecretKey } from '#server/platform/secrets/key-files.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import { endAll } from '#server/session/open-sessions.ts'

type Work = (app: AppContext) => Promise<string>

/** Re-encrypts with the present key what earlier keys encrypted. */
async function reseal(app: AppContext): Promise<number> {
  const secrets = await loadSecrets(app.settings)
  let resealed = 0
  for (const user of await withApps(app)) {
    resealed += await inTransaction(app, null, async ({ db }) => {
      // The same lock as enrolment, so that no app encrypted with an earlier key is copied during the change.
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
  resealed += await resealWebhooks(app, secrets)
  await noteKey(app.db, secrets)
  return resealed
}

/** Re-encrypts the secrets of webhooks. @returns how many webhooks */
async function resealWebhooks(app: AppContext, secrets: Secrets): Promise<number> {
  const rows = await app.db.selectFrom('webhook').select('id').orderBy('id').execute()
  for (const { id } of rows) {
    await inTransaction(app, null, async ({ db }) => {
      const row = await db.selectFrom('webhook').select('secrets').where('id', '=', id).forUpdate().executeTakeFirst()
      if (!row) return
      const resealed = (row.secrets as SealedSecret[]).map(({ sealed, until }) => ({
        sealed: secrets.seal('webhook', id, secrets.unseal('webhook', id, sealed)),
        until,
      }))
      await db
        .updateTable('webhook')
        .set({ secrets: JSON.stringify(resealed) })
        .where('id', '=', id)
        .execute()
    })
  }
  return rows.length
}

/** Whether the key that a server would load at start is the database's. */
const fits = async ({ db, settings }: AppContext) => isOwnKey({ db, secrets: await loadSecrets(settings) })

/** The users with an encrypted secret. */
async function withApps({ db }: AppContext): Promise<string[]> {
  const rows = await db
    .selectFrom('totp_factor')
    .select('user_id')
    .union(db.selectFrom('totp_enrolment').select('user_id'))
    .orderBy('user_id')
    .execute()
  return rows.map(row => row.user_id)
}

const rotate: Work = async app => {
  const { appSecret, dataDir } = app.settings
  if (appSecret) {
    // A server that only has the previous key could not decrypt what the new one encrypts.
    throw new CommandError(
      'The key comes from APP_SECRET, which each server reads at start. Nothing was changed.\n' +
        'First set APP_SECRET_BEFORE to the new key and restart all servers. Then set APP_SECRET to the new key and APP_SECRET_BEFORE to the previous one, and restart them again. Then run "secret reseal".',
    )
  }
  await rotateSecretKey(dataDir)
  return (
    `New key. Resealed: ${await reseal(app)}. The portal picks it up within seconds; the signing key of the audit log changes with it.\n` +
    'After 14 days, "secret forget" deletes the previous key and ends all open sessions.'
  )
}

/**
 * Forgets the earlier keys and ends all sessions. The CSRF token of a session is derived from the key at its sign-in:
 * without that key the session could read, but not even sign out.
 */
const forget: Work = async app => {
  const { appSecret, dataDir } = app.settings
  if (!appSecret) {
    if (earlierKeysIn(dataDir) === '') return 'There is no previous key to forget.'
    await untilFollowed()
  }
  await reseal(app)
  const ended = await inTransaction(app, null, tx => endAll(tx, 'admin'))
  await forgetEarlierKeys(dataDir)
  return (
    `${appSecret ? 'Remove APP_SECRET_BEFORE and restart all servers.' : 'The previous keys are deleted.'}\n` +
    `Sessions ended: ${ended}. Their users have to sign in again and lose what they had typed and not sent. ` +
    'Unsent mail with an earlier password or link is no longer valid: send it again.'
  )
}

/** Secrets encrypted with a lost key are unreadable: ends everything that can be set up again and reports the rest. */
const adopt: Work = async app => {
  if (await fits(app)) return 'The key of the portal already belongs to this database. Nothing was changed.'
  const { ended, mails } = await inTransaction(app, null, async tx => {
    const { numUpdatedRows } = await tx.db
      .updateTable('outbox_mail')
      .set({ given_up_at: tx.now, last_error: 'Su clave se ha perdido: envíelo de nuevo.' })
      .where('sent_at', 'is', null)
      .where('given_up_at', 'is', null)
      .where(sql<boolean>`data ? 'nonce'`)
      .executeTakeFirstOrThrow()
    await noteKey(tx.db, app.secrets)
    return { ended: await endAll(tx, 'admin'), mails: numUpdatedRows }
  })
  const closed = (await appsOf(app)).filter(({ opens }) => !opens).map(({ email }) => email)
  return [
    'This database now belongs to the key that the portal has. Restart the servers that run with another.',
    `Sessions ended: ${ended}. Unsent mails with an earlier password or link, set aside: ${mails}. Send them again.`,
    'Heads of the audit log that the lost key signed can be verified only with its public key.',
    ...(closed.length > 0 ? [`The authenticator apps of these users no longer open: ${removalOf(closed)}`] : []),
  ].join('\n')
}

const works: Record<string, Work> = {
  rotate,
  reseal: async app => `Resealed: ${await reseal(app)}.`,
  forget,
  adopt,
}

/** Changes the key of the installation. The old key still decrypts until `forget`, or is given up by `adopt`. */
export const secret: AppCommand = {
  usage: 'secret rotate | reseal | forget | adopt',
  words: [1, 1],
  async run(app, [what = '']) {
    const work = works[what]
    if (!work) throw new CommandError('Say which: secret rotate, secret reseal, secret forget or secret adopt.')
    if (work !== adopt && !(await fits(app))) throw new CommandError(foreignKey)
    const said = await alone(app, jobLocks.changeKey, () => work(app))
    if (said === null) {
      throw new CommandError(
        'Another command is changing the key, or a back-up is reading it. Wait until it ends and try again.',
      )
    }
    return said
  },
}
