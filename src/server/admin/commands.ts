import { hasFactor } from '#domain/identity/second-factor/second-factor.ts'
import { ONE_TIME_PASSWORD_DAYS } from '#domain/invitation/invitation.ts'
import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { formatInstant } from '#domain/values/day.ts'
import { backup, restore, verifyBackup } from '#server/admin/backup.ts'
import type { AppCommand, BareCommand, Command } from '#server/admin/command.ts'
import { CommandError } from '#server/admin/command.ts'
import { data } from '#server/admin/data.ts'
import { database } from '#server/admin/database.ts'
import { doctor } from '#server/admin/doctor.ts'
import { files } from '#server/admin/files.ts'
import { gleif } from '#server/admin/gleif.ts'
import { migrateCommand } from '#server/admin/migrate.ts'
import { overview } from '#server/admin/overview.ts'
import { secret } from '#server/admin/secret.ts'
import { trail } from '#server/admin/trail.ts'
import { upgradeDatabase } from '#server/admin/upgrade-database.ts'
import { ensureCci } from '#server/app/centre.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { factorsOf } from '#server/identity/second-factor/factors.ts'
import { removeAllFactors } from '#server/identity/second-factor/remove-all.ts'
import { dropIdentities } from '#server/identity/single-sign-on/identities.ts'
import { byCentre } from '#server/identity/user/confirm.ts'
import { userByKey } from '#server/identity/user/queries.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { after, DAY } from '#server/platform/clock.ts'
import { scrub } from '#server/platform/files/scrub.ts'
import { version } from '#server/platform/installation/version.ts'
import { hashOneTimePassword } from '#server/platform/secrets/passwords.ts'
import { endSessions, killResetCodes } from '#server/session/queries.ts'

async function oneTimePassword(app: AppContext) {
  const nonce = app.secrets.newNonce()
  const password = app.secrets.derive('one-time-password', nonce)
  const temporaryUntil = after(app.clock.now(), ONE_TIME_PASSWORD_DAYS * DAY)
  return { nonce, password, hash: await hashOneTimePassword(password), temporaryUntil }
}

type FirstSteps = { password: string; temporaryUntil: string }
const firstSteps = (email: string, { password, temporaryUntil }: FirstSteps) =>
  `User:     ${email}\nPassword: ${password}\nThe password is temporary: it works until the user chooses another at sign-in, at the latest until ${formatInstant(temporaryUntil)} (Madrid time).`

const unknownUser = (email: string) => new CommandError(`No user has the e-mail address ${email}.`)

/** Creates a CCI user with a one-time password, shown once. This is the first login of a fresh installation. */
const createUser: AppCommand = {
  usage: 'create-user <email> [name] [surnames]',
  words: [1, Number.POSITIVE_INFINITY],
  begins: true,
  async run(app, [given = '', name = '', ...surnames]) {
    const email = normaliseEmail(given)
    const wrong = emailRule(email)
    if (wrong) throw new CommandError(`Not a valid e-mail address: ${given}`)
    const participantId = await ensureCci(app)
    const { nonce, password, hash, temporaryUntil } = await oneTimePassword(app)
    await inTransaction(app, null, async tx => {
      if (await userByKey(tx.db, email)) {
        throw new CommandError(
          `A user with the e-mail address ${email} exists. If the password is lost: npm run admin -- reset-password ${email}`,
        )
      }
      const id = tx.newId()
      await tx.db
        .insertInto('portal_user')
        .values({
          id,
          participant_id: participantId,
          email,
          name,
          surnames: surnames.join(' '),
          is_principal: true,
          status: 'PENDING',
          password_hash: hash,
          temporary_until: temporaryUntil,
          secret_nonce: nonce,
          created_at: tx.now,
        })
        .execute()
      tx.record({ event: 'user.created', object: { kind: 'user', id }, participantId, data: { by: 'admin' } })
    })
    return firstSteps(email, { password, temporaryUntil })
  },
}

/** Gives a user a new one-time password and ends its sessions, pending sign-ins and mailed codes. */
const resetPassword: AppCommand = {
  usage: 'reset-password <email>',
  words: [1, 1],
  async run(app, [given = '']) {
    const email = normaliseEmail(given)
    const { nonce, password, hash, temporaryUntil } = await oneTimePassword(app)
    await inTransaction(app, null, async tx => {
      const user = await userByKey(tx.db, email)
      if (!user) throw unknownUser(email)
      await tx.db
        .updateTable('portal_user')
        .set({ password_hash: hash, temporary_until: temporaryUntil, secret_nonce: nonce, last_password_change: null })
        .where('id', '=', user.id)
        .execute()
      await killResetCodes(tx.db, user.id, tx.now)
      await endSessions(tx.db, { userId: user.id }, tx.now)
      tx.record({
        event: 'user.password-reset',
        object: { kind: 'user', id: user.id },
        participantId: user.participantId,
        data: { by: 'admin' },
        ...byCentre(null, user),
      })
    })
    return firstSteps(email, { password, temporaryUntil })
  },
}

/**
 * Releases a user's identity after its provider issued a new one; the next sign-in with the user's e-mail binds again.
 */
const releaseIdentity: AppCommand = {
  usage: 'release-identity <email>',
  words: [1, 1],
  async run(app, [given = '']) {
    const email = normaliseEmail(given)
    return inTransaction(app, null, async tx => {
      const user = await userByKey(tx.db, email)
      if (!user) throw unknownUser(email)
      const released = await dropIdentities(tx.db, [user.id])
      if (released === 0) throw new CommandError(`${email} is not bound to an identity of a provider.`)
      tx.record({
        event: 'user.identity-released',
        object: { kind: 'user', id: user.id },
        participantId: user.participantId,
        data: { by: 'admin' },
        ...byCentre(null, user),
      })
      return `Identities released from ${email}: ${released}. The next one that signs in with that address is bound.`
    })
  },
}

/** Removes all second factors of a user who can no longer use any; the server cannot know that only the app is lost. */
const removeSecondFactor: AppCommand = {
  usage: 'remove-second-factor <email>…',
  words: [1, Number.POSITIVE_INFINITY],
  async run(app, given) {
    const lines: string[] = []
    for (const email of given.map(normaliseEmail)) {
      const done = await inTransaction(app, null, async tx => {
        const user = await userByKey(tx.db, email)
        if (!user || !hasFactor(await factorsOf(tx.db, user.id))) return false
        await removeAllFactors(tx, user.id, { by: 'admin' })
        return true
      })
      if (!done) process.exitCode = 1
      lines.push(
        done
          ? `${email} signs in with the password alone until a second factor is set up again.`
          : `No user has the e-mail address ${email} and a second factor.`,
      )
    }
    return lines.join('\n')
  },
}

/** Runs the daily announcements now. */
const announce: AppCommand = {
  usage: 'announce',
  words: [0, 0],
  async run(app) {
    return `Announced: ${await announceExpiries(app)}.`
  },
}

/** Verifies every stored file against its hash now and lists the differences. */
const scrubFiles: AppCommand = {
  usage: 'scrub',
  words: [0, 0],
  async run(app) {
    const report = await scrub(app)
    if (!report) throw new CommandError('Another server is scrubbing the files at the moment.')
    const { read, corrupt, missing, orphans } = report
    if (corrupt.length + missing.length > 0) process.exitCode = 1
    const lines = (title: string, names: string[]) =>
      names.length > 0 ? [title, ...names.map(name => `  ${name}`)] : []
    return [
      `Files read: ${read}; damaged: ${corrupt.length}; missing: ${missing.length}; orphaned: ${orphans.length}.`,
      ...lines('Damaged:', corrupt),
      ...lines('Missing:', missing),
      ...lines('Orphaned (the portal removes its own after an hour):', orphans),
    ].join('\n')
  },
}

/** Names the release that the commands are of. */
const sayVersion: BareCommand = { usage: '--version', words: [0, 0], bare: true, run: async () => version }

export const commands: Record<string, Command> = {
  '--version': sayVersion,
  doctor,
  'create-user': createUser,
  'reset-password': resetPassword,
  'release-identity': releaseIdentity,
  'remove-second-factor': removeSecondFactor,
  trail,
  database,
  migrate: migrateCommand,
  'upgrade-database': upgradeDatabase,
  announce,
  data,
  overview,
  scrub: scrubFiles,
  backup,
  restore,
  verify: verifyBackup,
  files,
  gleif,
  secret,
}
