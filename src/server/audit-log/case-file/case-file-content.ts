import { sql } from 'kysely'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { followUpContent } from '#server/audit-log/case-file/case-follow-up.ts'
import type { Traced } from '#server/audit-log/timeline.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { evaluatorName } from '#server/validation/evaluator.ts'

/** A stored file of a case, by its content; `id` is the version's, the score's or the incident's document's. */
export type CaseDocument = { id: string; title: string; fileName: string; sha256: string; size: number; at: string }

/** The portal's data and files about an object. It never contains secrets. */
export type CaseContent = { data: Record<string, unknown>; documents: CaseDocument[] }

/**
 * Everything that CCI may read about a traced object: for a participant, its submissions and the incidents about it.
 * Time-dependent states are those of `today`, which the data name, so that a later reader sees the state of that day
 * (D5).
 */
export async function caseContent(db: Db, { kind, id, participantId }: Traced, today: Day): Promise<CaseContent> {
  const participant = await participantData(db, participantId)
  if (kind === 'user') return { data: { participante: participant, usuarios: await users(db, { id }) }, documents: [] }
  if (kind === 'incident') return incidentsContent(db, participant, { id })
  const validations = await validationsOf(db, kind, id, participant.kind as InvitableKind, today)
  const ids = validations.map(validation => String(validation.id))
  const versions = await versionsOf(db, ids, kind === 'document' ? id : null, today)
  const scores = kind === 'document' ? [] : await scoresOf(db, ids)
  const followUp = await followUpContent(db, kind === 'document' ? [] : ids)
  const reviewed: CaseContent = {
    data: {
      estadosDel: today,
      participante: participant,
      validaciones: validations,
      versiones: versions,
      calificaciones: scores,
      ...followUp.data,
    },
    documents: [
      ...versions.map(row =>
        documentOf(`${row.documento}, versión ${row.numero}${row.eliminada ? ' (eliminada)' : ''}`, row),
      ),
      ...scores.map(row => documentOf('Dictamen de calificación', row)),
      ...followUp.documents,
    ],
  }
  if (kind !== 'participant') return reviewed
  const incidents = await incidentsContent(db, participant, { providerId: id })
  return {
    data: { ...reviewed.data, usuarios: await users(db, { participantId: id }), ...incidents.data },
    documents: [...reviewed.documents, ...incidents.documents],
  }
}

type FileRow = { id: string; archivo: string; sha256: string; size: number; fecha: string }

const documentOf = (title: string, { id, archivo, sha256, size, fecha }: FileRow): CaseDocument => ({
  id,
  title,
  fileName: archivo,
  sha256,
  size,
  at: fecha,
})

async function participantData(db: Db, id: string): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ data: Record<string, unknown> }>`
    select to_jsonb(p) - 'search' as data from participant p where p.id = ${id}`.execute(db)
  return onlyOf(rows).data
}

async function users(db: Db, whose: { id?: string; participantId?: string }): Promise<object[]> {
  let found = db
    .selectFrom('portal_user')
    .select(['id', 'email', 'name', 'surnames', 'position', 'phone', 'is_principal', 'status', 'created_at'])
    .where('deleted_at', 'is', null)
  if (whose.id) found = found.where('id', '=', whose.id)
  if (whose.participantId) found = found.where('participant_id', '=', whose.participantId)
  return found.orderBy('id').execute()
}

async function validationsOf(db: Db, kind: Traced['kind'], id: string, owner: InvitableKind, today: Day) {
  let found = db
    .selectFrom('validation as v')
    .leftJoin('service as s', 's.id', 'v.service_id')
    .leftJoin('participant as e', 'e.id', 'v.evaluator_id')
    .leftJoin('score as q', join => join.onRef('q.validation_id', '=', 'v.id').on('q.is_current', '=', true))
    .select([
      'v.id',
      'v.kind',
      sql<string>`status_on(v.status,
        case v.kind when 'DOC_MIN' then documentation_lapses_on(v.id, ${owner}) else q.expires_on end,
        ${today}::date)`.as('status'),
      's.description as servicio',
      evaluatorName.as('evaluador'),
      'v.concept',
      'v.request_type',
      'v.created_at',
      'v.sent_at',
      'v.decided_at',
    ])
    .where('v.status', 'is not', null)
    .where('v.deleted_at', 'is', null)
  if (kind === 'participant') found = found.where('v.participant_id', '=', id)
  else if (kind === 'document') {
    found = found.where('v.id', '=', eb => eb.selectFrom('document').select('validation_id').where('id', '=', id))
  } else found = found.where('v.id', '=', id)
  return found.orderBy('v.id').execute()
}

async function versionsOf(db: Db, validationIds: string[], documentId: string | null, today: Day) {
  if (validationIds.length === 0) return []
  let found = db
    .selectFrom('document_version as w')
    .innerJoin('document as d', 'd.id', 'w.document_id')
    .innerJoin('stored_file as f', 'f.sha256', 'w.sha256')
    .select([
      'w.id',
      'd.id as documento_id',
      'd.validation_id as validacion',
      'd.name as documento',
      'w.number as numero',
      sql<string>`status_on(w.status, w.expires_on, ${today}::date)`.as('estado'),
      'w.is_current as actual',
      'w.expires_on as caduca',
      'w.rejected_reason as motivo',
      'w.uploaded_at as fecha',
      'w.decided_at as decidido',
      'w.deleted_at as eliminada',
      'w.file_name as archivo',
      'w.sha256',
      'f.size',
    ])
    .where('d.validation_id', 'in', validationIds)
  if (documentId) found = found.where('d.id', '=', documentId)
  return found.orderBy('d.name').orderBy('w.number').execute()
}

async function scoresOf(db: Db, validationIds: string[]) {
  if (validationIds.length === 0) return []
  return db
    .selectFrom('score as s')
    .innerJoin('stored_file as f', 'f.sha256', 's.sha256')
    .select([
      's.id',
      's.validation_id as validacion',
      's.rating as calificacion',
      's.expires_on as caduca',
      's.is_current as actual',
      's.correction_reason as motivo',
      's.scored_at as fecha',
      's.file_name as archivo',
      's.sha256',
      'f.size',
    ])
    .where('s.validation_id', 'in', validationIds)
    .orderBy('s.scored_at')
    .orderBy('s.id')
    .execute()
}

async function incidentsContent(
  db: Db,
  participant: Record<string, unknown>,
  which: { id?: string; providerId?: string },
): Promise<CaseContent> {
  let found = db
    .selectFrom('incident as i')
    .innerJoin('participant as p', 'p.id', 'i.issuer_id')
    .select(['i.id', 'i.title', 'i.detail', 'i.status', 'p.display_name as emisor', 'i.created_at', 'i.updated_at'])
    .where('p.deleted_at', 'is', null)
  if (which.id) found = found.where('i.id', '=', which.id)
  if (which.providerId) found = found.where('i.provider_id', '=', which.providerId)
  const incidents = await found.orderBy('i.id').execute()
  const ids = incidents.map(incident => incident.id)
  const files =
    ids.length === 0
      ? []
      : await db
          .selectFrom('incident_document as d')
          .innerJoin('stored_file as f', 'f.sha256', 'd.sha256')
          .select([
            'd.id',
            'd.incident_id as incidencia',
            'd.name as documento',
            'd.uploaded_at as fecha',
            'd.file_name as archivo',
            'd.sha256',
            'f.size',
          ])
          .where('d.incident_id', 'in', ids)
          .orderBy('d.id')
          .execute()
  return {
    data: { participante: participant, incidencias: incidents, documentosDeIncidencias: files },
    documents: files.map(row => documentOf(`${row.documento} (incidencia)`, row)),
  }
}
