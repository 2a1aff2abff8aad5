import { sql } from 'kysely'
import type { StoredDocumentStatus, Version } from '#domain/document/document.ts'
import { currentVersion, documentStatusOn, reportDocuments } from '#domain/document/document.ts'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { MARK_VERSION } from '#domain/document/watermark/watermark.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { seesValidations } from '#domain/participant/visibility.ts'
import { reviewOf } from '#domain/report-request/report-request.ts'
import type { ListedDocument, ReviewedDocument } from '#domain/validation/validation.ts'
import { reviewedDocuments } from '#domain/validation/validation.ts'
import type { Day } from '#domain/values/day.ts'
import { assigneesOf } from '#server/document/assignment/queries.ts'
import { called } from '#server/document/called.ts'
import { byScope } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { statement } from '#server/platform/database/statement.ts'
import type { ValidationRow } from '#server/validation/queries.ts'
import { validationColumns, visibleIn } from '#server/validation/queries.ts'

/** A version with its file and the people involved. */
export type VersionRow = Version & {
  /** Optimistic lock of CCI's decision about it. */
  version: number
  documentId: string
  fileName: string
  sha256: string
  size: number
  mediaType: string
  warnings: string[]
  /** Why banks cannot get the file, when the watermark is on and the file was checked. */
  markFault: MarkFault | null
  rejectedReason: string
  uploadedAt: string
  uploadedBy: string
  decidedAt: string | null
  decidedBy: string | null
  /** Whether the spreadsheet of a request was read as an evaluation; null for other documents. */
  readAsAssessment: boolean | null
  /** Whether CCI has read this version (D40). */
  readByCentre: boolean
  /** When CCI last read the same bytes as another version of the participant (EASE-04). */
  sameBytesReadAt: string | null
  /** The accepted version whose file this is, when its owner used it again (EASE-03). */
  reusedFrom: ReusedFrom | null
}

type DocumentHelp = { text: string; template: { catalogueId: string; name: string } | null }

type ReusedFrom = {
  versionId: string
  documentCatalogName: string
  service: string | null
  decidedAt: string | null
  until: Day | null
}

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
  const [asked, uploaded, assigned] = await Promise.all([
    askedOf(db, validations),
    uploadedOf(db, validations),
    assigneesOf(db, validations),
  ])
  return new Map(
    validations.map(validation => {
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
      return [validation.id, [...slots, ...others]]
    }),
  )
}

/** The documents of one validation. */
export async function slotsOfOne(db: Db, validation: ValidationRow): Promise<Slot[]> {
  return (await slotsOf(db, [validation])).get(validation.id)!
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

const askedByKind = statement((db, { kinds }: { kinds: string[] }) =>
  db
    .selectFrom('required_document as r')
    .innerJoin('document_catalogue as c', 'c.id', 'r.catalogue_id')
    .leftJoin('document_help as h', join =>
      join.onRef('h.catalogue_id', '=', 'c.id').onRef('h.document_name', '=', 'r.name'),
    )
    .select(['c.id as catalogueId', 'c.type', 'r.name', 'r.description', 'r.required'])
    .select(['h.help_text as helpText', 'h.template_name as template'])
    .where('c.type', '=', sql<string>`any(${kinds})`)
    .orderBy('r.position')
    .compile(),
)

async function askedOf(db: Db, validations: readonly ValidationRow[]): Promise<Map<string, AskedSlot[]>> {
  const rows = await askedByKind(db, {
    kinds: [...new Set(validations.map(({ participant_kind }) => participant_kind))],
  })
  const asked = new Map<string, AskedSlot[]>()
  for (const { type, catalogueId, helpText, template, ...slot } of rows) {
    const file = template ? { catalogueId, name: template } : null
    const help = helpText || file ? { text: helpText ?? '', template: file } : null
    asked.set(type, [...(asked.get(type) ?? []), { ...slot, requested: true, help }])
  }
  return asked
}

const sameBytesReadAt = sql<string | null>`case when x.is_current then (
  select max(r.read_at) from document_version y join document yd on yd.id = y.document_id
    join validation yv on yv.id = yd.validation_id join file_read r on r.version_id = y.id and r.by_centre
  where y.sha256 = x.sha256 and y.id <> x.id
    and yv.participant_id = (select ov.participant_id from validation ov where ov.id = d.validation_id)) end`

const reusedFrom = sql<ReusedFrom | null>`case when x.reused_from is not null then (
  select json_build_object('versionId', o.id, 'documentCatalogName', od.name, 'service', os.description,
    'decidedAt', o.decided_at, 'until', coalesce(ok.expires_on, o.expires_on))
  from document_version o join document od on od.id = o.document_id join validation ov on ov.id = od.validation_id
    left join service os on os.id = ov.service_id
    left join score ok on ok.validation_id = ov.id and ok.is_current
  where o.id = x.reused_from) end`

const versionsWithFiles = (db: Db) =>
  db
    .selectFrom('document as d')
    .innerJoin('document_version as x', 'x.document_id', 'd.id')
    .innerJoin('stored_file as f', 'f.sha256', 'x.sha256')
    .innerJoin('portal_user as u', 'u.id', 'x.uploaded_by')
    .leftJoin('portal_user as w', 'w.id', 'x.decided_by')
    .leftJoin('mark_verdict as m', join =>
      join
        .onRef('m.sha256', '=', 'x.sha256')
        .on('m.mark_version', '=', MARK_VERSION)
        .on(eb => eb.exists(eb.selectFrom('watermark').select('enabled').where('enabled', '=', true))),
    )
    .select([
      'd.validation_id',
      'd.name',
      'm.fault as markFault',
      'd.id as documentId',
      'x.id',
      'x.number',
      'x.file_name as fileName',
      'x.sha256',
      'x.status',
      'x.expires_on as expiresOn',
      'x.rejected_reason as rejectedReason',
      'x.is_current as isCurrent',
      'x.uploaded_at as uploadedAt',
      'x.decided_at as decidedAt',
      'x.deleted_at as deletedAt',
      'x.version',
      'x.read_as_assessment as readAsAssessment',
      'f.size',
      'f.media_type as mediaType',
      'f.warnings',
      called('u').as('uploadedBy'),
      called<string | null>('w').as('decidedBy'),
    ])
    .select(eb =>
      eb
        .exists(
          eb
            .selectFrom('file_read as r')
            .select('r.id')
            .whereRef('r.version_id', '=', 'x.id')
            .where('r.by_centre', '=', true),
        )
        .as('readByCentre'),
    )
    .select([sameBytesReadAt.as('sameBytesReadAt'), reusedFrom.as('reusedFrom')])

const versionsByValidation = statement((db, { ids }: { ids: string[] }) =>
  versionsWithFiles(db)
    .where('d.validation_id', '=', sql<string>`any(${ids})`)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .orderBy('x.number', 'desc')
    .compile(),
)

const versionsByDocument = statement((db, { id }: { id: string }) =>
  versionsWithFiles(db).where('d.id', '=', id).orderBy('x.number', 'desc').compile(),
)

type SelectedVersion = Awaited<ReturnType<typeof versionsByDocument>>[number]

const versionOf = ({ validation_id, name, ...version }: SelectedVersion): VersionRow => ({
  ...version,
  status: version.status as StoredDocumentStatus,
  markFault: version.markFault as MarkFault | null,
  readByCentre: Boolean(version.readByCentre),
  reusedFrom: reusedOf(version.reusedFrom),
})

/** The name of a document and every uploaded version, newest first; undefined without one. */
export async function versionsOf(
  db: Db,
  documentId: string,
): Promise<{ name: string; versions: VersionRow[] } | undefined> {
  const rows = await versionsByDocument(db, { id: documentId })
  return rows[0] && { name: rows[0].name, versions: rows.map(versionOf) }
}

async function uploadedOf(
  db: Db,
  validations: readonly ValidationRow[],
): Promise<Map<string, Map<string, UploadedDocument>>> {
  const rows = await versionsByValidation(db, { ids: validations.map(({ id }) => id) })
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

/** JSON writes an instant in the time zone of the session. */
function reusedOf(from: ReusedFrom | null): ReusedFrom | null {
  return from && { ...from, decidedAt: from.decidedAt && new Date(from.decidedAt).toISOString() }
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
      .where(
        'd.id',
        '=',
        sql<string>`coalesce((select x.document_id from document_version x where x.id = ${id}), ${id})`,
      )
      .compile(),
  ),
)

/** The decisions about a request's documents that are valid on a day. */
export const reviewOfSlots = (slots: readonly Slot[], today: Day) =>
  reviewOf(slots.map(slot => listedDocument(slot, today).status))
