import { sql } from 'kysely'
import { chainedText } from '#domain/audit-log/audit-log.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError, readWords } from '#server/admin/command.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { StoredCheckpoints } from '#server/platform/audit-log/checkpoint-store.ts'
import {
  checkpointFolders,
  isPublicKey,
  isSignedBy,
  publicKeyOf,
  readCheckpoints,
} from '#server/platform/audit-log/checkpoint-store.ts'
import { chainedEntryOf } from '#server/platform/audit-log/sealed-row.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { after, HOUR } from '#server/platform/clock.ts'

const form = {
  usage: 'trail verify [--strict] | heads | key | find <hash> [--heads folder] [--key key]',
  words: [1, 2] as [number, number],
  options: {
    heads: { type: 'string', multiple: true },
    key: { type: 'string', multiple: true },
    strict: { type: 'boolean' },
  } as const,
}

/** Exit code of `trail verify --strict` when the audit log is intact but ends with entries that are not signed yet. */
const UNSIGNED = 3

/**
 * Verifies the hash chain of the audit log and its signed checkpoints; lists the checkpoints; prints the public key;
 * finds an entry by its hash.
 */
export const trail: AppCommand = {
  ...form,
  readsOnly: true,
  async run(app, given) {
    const {
      words: [word, hash],
      options,
    } = readWords(form, given)
    if (options.key?.some(key => !isPublicKey(key))) {
      throw new CommandError(
        'What follows --key is not a key. A key is the 43 characters that "npm run admin -- trail key" printed while it was in use.',
      )
    }
    const misread = new CommandError(`Usage: npm run admin -- ${form.usage}`)
    if ((options.strict && word !== 'verify') || (hash !== undefined) !== (word === 'find')) throw misread
    const own = publicKeyOf(app.secrets.checkpointKey)
    const keys = [own, ...(options.key ?? [])]
    if (word === 'key') return own
    if (hash !== undefined) return found(app, hash.toLowerCase())
    if (word === 'heads') return listed(await expectedCheckpoints(app, options.heads), keys)
    if (word === 'verify') {
      const { sentence, unsigned } = await verified(app, await expectedCheckpoints(app, options.heads), keys)
      if (options.strict && unsigned > 0) process.exitCode = UNSIGNED
      return sentence
    }
    throw misread
  },
}

/** The entry with a hash, as a case file names it, and the text whose SHA-256 is the hash. */
async function found({ db }: AppContext, hash: string): Promise<string> {
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    throw new CommandError('What follows "find" is not a hash. A hash of an entry has 64 hexadecimal digits.')
  }
  const entry = await db.selectFrom('trail').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (!entry) throw new CommandError(`The audit log has no entry with the hash ${hash}.`)
  return `Entry ${entry.number}\n${chainedText(entry.previous_hash, chainedEntryOf(entry))}`
}

/**
 * The checkpoints of the given folders, or of the app's own. Removing checkpoints would hide a truncated log, so a
 * folder that should have some and has none is an error.
 * @throws CommandError for a folder without any, unless the installation has not had time to sign one
 */
async function expectedCheckpoints(app: AppContext, given: string[] | undefined): Promise<StoredCheckpoints> {
  const folders = given ?? checkpointFolders(app.settings)
  const bare: string[] = []
  for (const folder of folders) if ((await readCheckpoints([folder])).checkpoints.length === 0) bare.push(folder)
  if (bare.length > 0 && (given || !(await isNew(app)))) {
    throw new CommandError(
      `There is no signed head in ${bare.join(' or ')}. Without heads, a cut end of the audit log goes unseen. ` +
        'The portal signs one at start, after 100 new entries or a minute, and at stop. If it has signed any, somebody removed them or this is another folder.',
    )
  }
  return readCheckpoints(folders)
}

/** Whether the installation or restore is less than an hour old: the first start signs the first checkpoint. */
async function isNew({ db, clock }: AppContext): Promise<boolean> {
  const { rows } = await sql<{ since: string | null }>`
    select max(at) as since from trail
    where event = 'backup.restored' or number = (select min(number) from trail)`.execute(db)
  const { since } = onlyOf(rows)
  return since === null || after(since, HOUR) > clock.now()
}

function listed({ checkpoints, illegible }: StoredCheckpoints, keys: string[]): string {
  const lines = checkpoints.map(head => {
    const mark = isSignedBy(keys, head) ? 'signed' : 'NO VALID SIGNATURE'
    return `${head.at}  entry ${head.number}  ${head.hash}  ${mark}`
  })
  if (illegible > 0) lines.push(`Half-written lines: ${illegible}.`)
  return lines.length > 0 ? lines.join('\n') : 'There is no signed head.'
}

/**
 * @returns the state of the log and the number of entries after the last signed checkpoint.
 * @throws CommandError when the log is not intact
 */
async function verified(
  app: AppContext,
  { checkpoints, illegible }: StoredCheckpoints,
  keys: string[],
): Promise<{ sentence: string; unsigned: number }> {
  const forged = checkpoints.find(head => !isSignedBy(keys, head))
  if (forged) {
    throw new CommandError(
      `The head of ${forged.at} (entry ${forged.number}) is not signed by this portal. ` +
        'If an earlier key signed it, repeat the command with --key and that key.',
    )
  }
  const verdict = await verifyAuditLog(app.db, { checkpoints })
  if (!verdict.ok) {
    throw new CommandError(`The audit log is altered: the first bad entry is ${verdict.firstBad} (${verdict.why}).`)
  }
  const cut = illegible > 0 ? ` Half-written lines among the heads: ${illegible}.` : ''
  const newest = checkpoints.at(-1)
  const unsigned = verdict.entries - (newest?.number ?? 0)
  const rest = `Entries after the last head, not signed yet: ${unsigned}.${cut}`
  const sentence = newest
    ? `The audit log is intact: ${verdict.entries} entries, in agreement with its ${checkpoints.length} signed heads, the last of ${newest.at} (entry ${newest.number}). ${rest}`
    : `The audit log is intact: ${verdict.entries} entries. Without signed heads, a cut end or a rewrite of the whole log goes unseen. ${rest}`
  return { sentence, unsigned }
}
