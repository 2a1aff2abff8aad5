import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import {
  attachIncidentDocument,
  countIncidents,
  exportIncidents,
  incidentDocumentContent,
  listFavouriteIncidents,
  listIncidentDocuments,
  raiseIncident,
  readIncident,
  saveIncident,
} from '#domain/incident/contract.ts'
import { favouritesSeen } from '#domain/participant/visibility.ts'
import { withExport } from '#server/http/list/export.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { read, write } from '#server/http/route.ts'
import { storedFile } from '#server/http/upload/stored-file.ts'
import { attach } from '#server/incident/attach.ts'
import { incidentCounts, incidentPage, visibleIncident, visibleIncidentFile } from '#server/incident/queries.ts'
import { raise } from '#server/incident/raise.ts'
import { save } from '#server/incident/save.ts'
import type { Db } from '#server/platform/database/connect.ts'

/**
 * Only the entity itself and CCI may read an entity's favourites (D16).
 * @throws DomainError notFound
 */
async function checkMarksOf(db: Db, actor: Actor, entityId: string): Promise<void> {
  const seen = favouritesSeen[actor.role]
  const own = seen === 'own' && entityId === actor.participantId
  const entity = await db
    .selectFrom('participant')
    .select('id')
    .where('id', '=', entityId)
    .where('kind', '=', 'ENTITY')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!entity || !(own || seen === 'all')) throw new DomainError('notFound')
}

export const incidentRoutes: Route[] = [
  ...withExport(exportIncidents, ({ db, actor, query }) => incidentPage(db, actor, query)),

  read(countIncidents, ({ db, actor }) => incidentCounts(db, actor)),

  read(listFavouriteIncidents, async ({ db, actor, params, query }) => {
    await checkMarksOf(db, actor, params.id)
    return incidentPage(db, actor, { ...query, favouritesOf: params.id })
  }),

  read(readIncident, ({ db, actor, params, query }) => visibleIncident(db, actor, params.id, query)),

  write(raiseIncident, async ({ tx, actor, body }) => visibleIncident(tx.db, actor, await raise(tx, actor, body))),

  write(saveIncident, async ({ tx, actor, params, body }) => {
    await save(tx, actor, params.id, body)
    return visibleIncident(tx.db, actor, params.id)
  }),

  read(listIncidentDocuments, async ({ db, actor, query }) => {
    const { documents } = await visibleIncident(db, actor, query.issueId)
    return pageOfAll(documents, query)
  }),

  write(attachIncidentDocument, async ({ tx, actor, body, files }) => {
    const file = files.file
    if (!file) throw new DomainError('fileMissing')
    return attach(tx, actor, body.issueDocument, file)
  }),

  read(incidentDocumentContent, async ({ db, actor, app, origin, params }) => {
    const file = await visibleIncidentFile(db, actor, params.id)
    const { sha256, size, media_type: mediaType, file_name: name } = file
    return storedFile(
      { app, actor, origin },
      { sha256, size, mediaType, name, owner: file.providerId },
      { kind: 'documentIssue', incident_document_id: file.id },
      {
        event: 'incident.document-read',
        object: { kind: 'incident', id: file.incidentId },
        participantId: file.providerId,
        data: { issuerId: file.issuerId, document: file.name, file: name, sha256 },
      },
    )
  }),
]
