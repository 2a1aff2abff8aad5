import { sql } from 'kysely'
import { currentVersion, documentStatusOn, reportDocuments } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { seesValidations } from '#domain/participant/visibility.ts'
import { reviewOf } from '#domain/report-request/report-request.ts'
import type { ListedDocument, ReviewedDocument } from '#domain/validation/validation.ts'
import { reviewedDocuments } from '#domain/validation/validation.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { assigneesOf } from '#server/document/assignment/queries.ts'
import type { VersionRow } from '#server/document/versions.ts'
import { documentNamed, versionOf, versionsByValidation } from '#server/document/versions.ts'
import { byScope } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { arrayParameter, statement } from '#server/platform/database/statement.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { lockedValidation, validationColumns, visibleIn } from '#server/validation/queries.ts'

type DocumentHelp = { text: string; template: { catalogueId: string; name: string } | null }

/** One row of a documentation: a required document with every uploaded version, newest first. */
export type Slot = {
  name: string
  description: string
  required: boolean
  /** Whether the catalogue still requires the document. */
  requested: boolean
  /** What CCI says of it, and its template (EASE-08). */
  help: DocumentHelp | null
  /** The user of the participant who looks after it (EASE-09). */
  assignee: { id: string; name: string } | null
  documentId: string | null
  versions: VersionRow[]
}

/** The documents of some validations: required ones, and uploaded ones that are no longer required. */
export async function slotsOf(db: Db, validations: readonly ValidationRow[]): Promise<Map<string, Slot[]>> {
  if (validations.length === 0) return new Map()
  const ids = validations.map(({ id }) => id)
  const kinds = [...new Set(validations.map(({ participant_kind }) => participant_kind))]
  const documentations = validations.filter(({ kind }) => kind === 'DOC_MIN').map(({ id }) => id)
  const [asked, uploaded, assigned] = await Promise.all([
    askedByKind(db, { kinds }),
    uploadedOf(db, ids),
    assigneesOf(db, documentations),
  ])
  const listed = askedFrom(asked)
  return new Map(validations.map(each => [each.id, slotsFrom(each, listed, uploaded, assigned)]))
}

function slotsFrom(
  validation: ValidationRow,
  asked: ReturnType<typeof askedFrom>,
  uploaded: Awaited<ReturnType<typeof uploadedOf>>,
  assigned: Awaited<ReturnType<typeof assigneesOf>>,
): Slot[] {
  const documents = uploaded.get(validation.id) ?? new Map<string, UploadedDocument>()
  const list = validation.kind === 'AUDIT_REPORT' ? reportSlots : (asked.get(validation.participant_kind) ?? [])
  const slots = list.map(slot => ({
    ...slot,
    assignee: assigned.get(`${validation.id} ${slot.name}`) ?? null,
    ...uploadOf(documents.get(slot.name)),
  }))
  const names = new Set(list.map(slot => slot.name))
  const others = [...documents]
    .filter(([name]) => !names.has(name))
    .map(([name, document]) => ({
      name,
      description: '',
      required: false,
      requested: false,
      help: null,
      assignee: null,
      ...uploadOf(document),
    }))
  return [...slots, ...others]
}

/**
 * A validation locked for a write, and its documents, in one round trip.
 * @throws DomainError notFound
 */
export async function lockedWithSlots(db: Db, actor: Actor, id: string) {
  const [validation, asked, uploaded, assigned] = await Promise.all([
    lockedValidation(db, actor, id),
    askedOfOne(db, { id }),
    uploadedOf(db, [id]),
    assigneesOf(db, [id]),
  ])
  return { validation, slots: slotsFrom(validation, askedFrom(asked), uploaded, assigned) }
}

/** The documents of one validation. */
export async function slotsOfOne(db: Db, validation: ValidationRow): Promise<Slot[]> {
  return valueIn(await slotsOf(db, [validation]), validation.id)
}

type AskedSlot = Pick<Slot, 'name' | 'description' | 'required' | 'requested' | 'help'>
type UploadedDocument = { documentId: string; versions: VersionRow[] }

const reportSlots: AskedSlot[] = reportDocuments.map(name => ({
  name,
  description: '',
  required: true,
  requested: true,
  help: null,
}))

function uploadOf(document: UploadedDocument | undefined): Pick<Slot, 'documentId' | 'versions'> {
  return document ?? { documentId: null, versions: [] }
}

const askedBy = (db: Db) =>
  db
    .selectFrom('required_document as r')
    .innerJoin('document_catalogue as c', 'c.id', 'r.catalogue_id')
    .leftJoin('document_help as h', join =>
      join.onRef('h.catalogue_id', '=', 'c.id').onRef('h.document_name', '=', 'r.name'),
    )
    .select(['c.id as catalogueId', 'c.type', 'r.name', 'r.description', 'r.required'])
    .select(['h.help_text as helpText', 'h.template_name as template'])
    .orderBy('r.position')

const askedByKind = statement((db, { kinds }: { kinds: string[] }) =>
  askedBy(db)
    .where('c.type', '=', sql<string>`any(${arrayParameter(kinds)})`)
    .compile(),
)

/** What is asked of the kind of a validation's participant. */
const askedOfOne = statement((db, { id }: { id: string }) =>
  askedBy(db)
    .where(
      'c.type',
      '=',
      sql<string>`(select p.kind from validation v join participant p on p.id = v.participant_id where v.id = ${id})`,
    )
    .compile(),
)

function askedFrom(rows: Awaited<ReturnType<typeof askedByKind>>): Map<string, AskedSlot[]> {
  const asked = new Map<string, AskedSlot[]>()
  for (const { type, catalogueId, helpText, template, ...slot } of rows) {
    const file = template ? { catalogueId, name: template } : null
    const help = helpText || file ? { text: helpText ?? '', template: file } : null
    asked.set(type, [...(asked.get(type) ?? []), { ...slot, requested: true, help }])
  }
  return asked
}

async function uploadedOf(db: Db, ids: string[]): Promise<Map<string, Map<string, UploadedDocument>>> {
  const rows = await versionsByValidation(db, { ids })
  const uploaded = new Map<string, Map<string, UploadedDocument>>()
  for (const row of rows) {
    const { validation_id, name, documentId } = row
    const documents = uploaded.get(validation_id) ?? new Map<string, UploadedDocument>()
    const document = documents.get(name) ?? { documentId, versions: [] }
    document.versions.push(versionOf(row))
    uploaded.set(validation_id, documents.set(name, document))
  }
  return uploaded
}

/** A slot as the review rules see it on a day, by its current version. */
export function listedDocument(slot: Slot, today: Day): ListedDocument {
  const current = currentVersion(slot.versions)
  return {
    name: slot.name,
    required: slot.required,
    requested: slot.requested,
    status: current ? documentStatusOn(current.status, current.expiresOn, today) : null,
    expiresOn: current?.expiresOn ?? null,
  }
}

/** The documents that the review of a participant's documentation depends on. */
export function reviewedSlots(slots: readonly Slot[], today: Day): ReviewedDocument[] {
  return reviewedDocuments(slots.map(slot => listedDocument(slot, today)))
}

/**
 * The validation of a document or version, for an actor who may see it; `versionId` is set when the identifier is a
 * version's. Null when there is none for the actor.
 */
export async function findDocument(
  db: Db,
  actor: Actor,
  id: string,
): Promise<{ validation: ValidationRow; documentId: string; versionId: string | undefined } | null> {
  const [row] = await documentIn[seesValidations(actor)](db, { me: actor.participantId, id })
  if (!row) return null
  const { documentId, ...validation } = row
  return { validation: validation as ValidationRow, documentId, versionId: documentId === id ? undefined : id }
}

const documentIn = byScope(scope =>
  statement((db, { me, id }: { me: string; id: string }) =>
    visibleIn(db, scope, me)
      .innerJoin('document as d', 'd.validation_id', 'v.id')
      .select(validationColumns)
      .select('d.id as documentId')
      .where('d.id', '=', documentNamed(id))
      .compile(),
  ),
)

/** The decisions about a request's documents that are valid on a day. */
export const reviewOfSlots = (slots: readonly Slot[], today: Day) =>
  reviewOf(slots.map(slot => listedDocument(slot, today).status))
