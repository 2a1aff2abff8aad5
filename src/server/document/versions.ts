import { sql } from 'kysely'
import type { StoredDocumentStatus, Version } from '#domain/document/document.ts'
import type { MarkFault } from '#domain/document/watermark/watermark.ts'
import { MARK_VERSION } from '#domain/document/watermark/watermark.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { arrayParameter, statement } from '#server/platform/database/statement.ts'

/** The name of the user of a row. Erased users have no name, and an address without meaning. */
export const called = <T = string>(alias: 'u' | 'w') => sql<T>`case when ${sql.ref(`${alias}.destroyed_at`)} is not null
  then 'Un usuario que ya no está'
  else coalesce(nullif(trim(${sql.ref(`${alias}.name`)} || ' ' || ${sql.ref(`${alias}.surnames`)}), ''), ${sql.ref(`${alias}.email`)}) end`

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

type ReusedFrom = {
  versionId: string
  documentCatalogName: string
  service: string | null
  decidedAt: string | null
  until: Day | null
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

export const versionsByValidation = statement((db, { ids }: { ids: string[] }) =>
  versionsWithFiles(db)
    .where('d.validation_id', '=', sql<string>`any(${arrayParameter(ids)})`)
    .orderBy('d.created_at')
    .orderBy('d.id')
    .orderBy('x.number', 'desc')
    .compile(),
)

/** The document of an identifier, which may be that of one of its versions. */
export const documentNamed = (id: string) =>
  sql<string>`coalesce((select x.document_id from document_version x where x.id = ${id}), ${id})`

const versionsByDocument = statement((db, { id }: { id: string }) =>
  versionsWithFiles(db).where('d.id', '=', documentNamed(id)).orderBy('x.number', 'desc').compile(),
)

type SelectedVersion = Awaited<ReturnType<typeof versionsByDocument>>[number]

/** A version as it is read. */
export const versionOf = ({ validation_id, name, ...version }: SelectedVersion): VersionRow => ({
  ...version,
  status: version.status as StoredDocumentStatus,
  markFault: version.markFault as MarkFault | null,
  readByCentre: Boolean(version.readByCentre),
  reusedFrom: reusedOf(version.reusedFrom),
})

/**
 * The name of a document and every uploaded version, newest first; undefined without one.
 * @param id of the document or of one of its versions
 */
export async function versionsOf(db: Db, id: string): Promise<{ name: string; versions: VersionRow[] } | undefined> {
  const rows = await versionsByDocument(db, { id })
  return rows[0] && { name: rows[0].name, versions: rows.map(versionOf) }
}

/** JSON writes an instant in the time zone of the session. */
function reusedOf(from: ReusedFrom | null): ReusedFrom | null {
  return from && { ...from, decidedAt: from.decidedAt && new Date(from.decidedAt).toISOString() }
}
