import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { endingOf } from '#domain/document/file-types.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { calledBy } from '#domain/identity/user/user.ts'
import type {
  EditionWire,
  LoadWire,
  previewEdition,
  readEditions,
  readLists,
} from '#domain/supervision/register/edition/contract.ts'
import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import { byList } from '#domain/supervision/register/edition/edition.ts'
import { editionChanges } from '#domain/supervision/register/edition/edition-changes.ts'
import type { EditionContent, EditionFault } from '#domain/supervision/register/edition/edition-file.ts'
import {
  EDITION_FAULTS_SHOWN,
  EDITION_FILE_MAX,
  editionText,
  keptEdition,
  parseEdition,
} from '#domain/supervision/register/edition/edition-file.ts'
import { comparedOn, editionOf, offered, shippedEditions } from '#domain/supervision/register/edition/editions.ts'
import { formatDay } from '#domain/values/day.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { editionsNow } from '#server/supervision/register/edition/known.ts'

const shipped = (number: string): Edition | undefined => shippedEditions.find(each => each.number === number)
const inForce = async (db: Db): Promise<readonly Edition[]> => (await editionsNow(db))?.editions ?? shippedEditions

const wireOf = (edition: Edition): EditionWire => ({
  number: edition.number,
  from: edition.from,
  comparedOn: comparedOn(edition),
  load: edition.load,
  isShipped: shipped(edition.number) !== undefined,
})

/** What forms offer, for a bank. */
export const offeredWire = (): AnswerOf<typeof readLists> =>
  byList(name => {
    const { values, past, ...list } = offered()[name]
    return { ...list, values: [...values], ...(past ? { past: [...past] } : {}) }
  })

/** The editions in force and what was loaded, for CCI. */
export async function editionsOf(db: Db): Promise<AnswerOf<typeof readEditions>> {
  const present = await inForce(db)
  const { rows } = await sql<Omit<LoadWire, 'by' | 'isInForce'> & { user: Parameters<typeof calledBy>[0] }>`
    select e.id, e.number, e.name, e.loaded_at as at,
      json_build_object('name', u.name, 'surnames', u.surnames, 'email', u.email) as user
    from register_edition e join portal_user u on u.id = e.loaded_by order by e.place desc`.execute(db)
  const loads = new Set(present.map(({ load }) => load))
  return {
    inForce: present.map(wireOf),
    loads: rows.map(({ user, ...row }) => ({ ...row, by: calledBy(user), isInForce: loads.has(row.id) })),
  }
}

/** A load, as it was made. */
export async function loadedEdition(db: Db, id: string): Promise<Edition | undefined> {
  const row = await db.selectFrom('register_edition').select('content').where('id', '=', id).executeTakeFirst()
  return row && keptEdition(row.content as EditionContent, id)
}

/** An edition as a file: that in force, a load or the program's. @throws DomainError notFound */
export async function editionFileOf(
  db: Db,
  number: string,
  { load, shipped: isShipped }: { load?: string | undefined; shipped: boolean },
): Promise<MadeAnswer> {
  const edition = load
    ? await loadedEdition(db, load)
    : isShipped
      ? shipped(number)
      : (await inForce(db)).find(each => each.number === number)
  if (edition?.number !== number) throw new DomainError('notFound')
  return {
    name: `edicion-${number}.json`,
    mediaType: 'application/json',
    bytes: new TextEncoder().encode(editionText(edition)),
  }
}

const refused = (faults: readonly EditionFault[]) =>
  new DomainError('rowsWrong', {
    values: { n: String(faults.length) },
    details: { rows: faults.slice(0, EDITION_FAULTS_SHOWN) },
  })
const ofFile = (message: string) => refused([{ path: '', message }])

/** The edition that a file has. @throws DomainError importExtension; rowsWrong with each path in the JSON and its fault */
export async function readEditionFile({ path, name, size }: Upload): Promise<EditionContent> {
  if (endingOf(name) !== '.json') throw new DomainError('importExtension')
  if (size > EDITION_FILE_MAX) throw ofFile('El archivo pasa de 1 MB, y una edición no llega a 100 kB.')
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch {
    throw ofFile('El archivo no está en UTF-8. Guárdelo de nuevo como texto UTF-8.')
  }
  const read = parseEdition(text)
  if ('faults' in read) throw refused(read.faults)
  return read.edition
}

/** What a file would change of the editions in force. @throws DomainError rowsWrong where two would begin on one date */
function compared(present: readonly Edition[], edition: EditionContent) {
  const others = present.filter(({ number }) => number !== edition.number)
  const clash = others.find(({ from }) => from === edition.from)
  if (clash) {
    const message = `La edición ${clash.number} ya vale desde el ${formatDay(clash.from)}. Ponga otra fecha, o el número ${clash.number} para corregirla.`
    throw refused([{ path: 'from', message }])
  }
  const against = present.find(({ number }) => number === edition.number) ?? editionOf(edition.from, present)
  return { against, isSame: editionText({ ...edition, load: null }) === editionText(against) }
}

export async function editionPreview(db: Db, edition: EditionContent): Promise<AnswerOf<typeof previewEdition>> {
  const { against, isSame } = compared(await inForce(db), edition)
  return {
    number: edition.number,
    from: edition.from,
    against: wireOf(against),
    isSame,
    changes: editionChanges(against, edition),
  }
}

/**
 * Puts an edition into force, for all banks and in every process from their next call on (REG-18).
 * @throws DomainError rowsWrong; editionChanged when another was loaded since the comparison
 */
export async function loadEdition(
  tx: Transaction,
  actor: Actor,
  { edition, name, against: seen }: { edition: EditionContent; name: string; against: string | undefined },
): Promise<AnswerOf<typeof readEditions>> {
  // One load at a time; editions can still be read.
  await sql`lock table register_edition in share row exclusive mode`.execute(tx.db)
  const { against, isSame } = compared(await inForce(tx.db), edition)
  if (isSame) return editionsOf(tx.db)
  if (seen !== undefined && seen !== (against.load ?? '')) throw new DomainError('editionChanged')
  const id = tx.newId()
  const { number, from } = edition
  await tx.db
    .insertInto('register_edition')
    .values({
      id,
      place: sql`(select coalesce(max(place), 0) + 1 from register_edition)`,
      number,
      content: JSON.stringify(edition),
      name,
      loaded_by: actor.userId,
      loaded_at: tx.now,
    })
    .execute()
  tx.record({
    event: 'register-edition.loaded',
    object: { kind: 'register-edition', id },
    data: { number, from, name },
  })
  return editionsOf(tx.db)
}
