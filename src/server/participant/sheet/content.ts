import type { FileAccessWire } from '#domain/audit-log/contract.ts'
import { mayListFileAccesses } from '#domain/audit-log/file-accesses.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { IncidentWire } from '#domain/incident/contract.ts'
import { incidentStatusLabels } from '#domain/incident/incident.ts'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { profileFields } from '#domain/participant/field-lists.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import { byKind } from '#domain/validation/by-kind.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { companyTypeLabel } from '#domain/values/company/company-type.ts'
import { type Day, formatDay, formatInstant } from '#domain/values/day.ts'
import { fileAccessesOf } from '#server/audit-log/file-accesses.ts'
import { incidentPage } from '#server/incident/queries.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { validationPage } from '#server/validation/list.ts'
import { validationWires } from '#server/validation/wire.ts'

/** A part of the sheet: rows under column heads, or a sentence where there are none. */
export type SheetPart = { title: string; heads: readonly string[]; rows: readonly (readonly string[])[]; none: string }

/** More would be no sheet; the portal's lists have the rest. */
const ROWS_MAX = 100

const dayOr = (day: Day | null) => (day ? formatDay(day) : '-')

/** What the actor reads of a provider by the calls of the screens, with the same permissions, as one document. */
export async function sheetParts(db: Db, actor: Actor, provider: ParticipantWire, today: Day): Promise<SheetPart[]> {
  const query = { genericEntityId: provider.id, page: 0, size: ROWS_MAX, sort: 'createdAt,desc' } as const
  const { rows } = await validationPage(db, actor, query)
  const { documentation, requests } = byKind(await validationWires(db, actor, rows, today))
  const parts = [dataPart(provider), scorePart(requests)]
  if (documentation) parts.push(documentPart(documentation))
  if (may(actor, 'incident.read')) {
    const asked = { providerId: provider.id, page: 0, size: ROWS_MAX, sort: 'createdAt,desc' } as const
    parts.push(incidentPart((await incidentPage(db, actor, asked)).content))
  }
  if (documentation && mayListFileAccesses(actor, provider.id)) {
    const page = { page: 0, size: ROWS_MAX, sort: 'readAt,desc' } as const
    parts.push(accessPart((await fileAccessesOf(db, actor, documentation.id, page)).content))
  }
  return parts
}

function dataPart(provider: ParticipantWire): SheetPart {
  const named = profileFields.PROVIDER.map(({ field, label }) => [label, provider[field]])
  const rows = [
    ...named,
    ['Tipo de empresa', companyTypeLabel(provider.companyType)],
    ...Object.entries(provider.extraData),
  ].filter(([, value]) => value !== '')
  return { title: 'Datos', heads: ['Dato', 'Valor'], rows: rows as string[][], none: '' }
}

const scorePart = (requests: readonly ReturnType<typeof byKind>['requests'][number][]): SheetPart => ({
  title: 'Servicios y calificaciones',
  heads: ['Servicio', 'Evaluador', 'Estado', 'Nivel', 'Caduca'],
  rows: requests.map(({ service, audit, status, score, expiredAt, reviewSince }) => [
    service ?? '-',
    audit ?? '-',
    [status ? statusLabels[status] : 'Borrador', ...(reviewSince ? [underReviewNote(reviewSince)] : [])].join('. '),
    score ?? '-',
    dayOr(expiredAt),
  ]),
  none: 'No tiene solicitudes de verificación.',
})

const documentPart = ({ catalogDocuments }: Pick<ValidationWire, 'catalogDocuments'>): SheetPart => ({
  title: 'Documentación',
  heads: ['Documento', 'Estado', 'Caduca'],
  rows: catalogDocuments
    .filter(({ requested }) => requested)
    .map(({ documentCatalogName, status, expiredAt }) => [
      documentCatalogName,
      status ? documentStatusLabels[status] : 'Sin documento',
      dayOr(expiredAt),
    ]),
  none: 'No se le pide ningún documento.',
})

const incidentPart = (incidents: readonly IncidentWire[]): SheetPart => ({
  title: 'Incidencias',
  heads: ['Incidencia', 'Notificada por', 'Estado', 'Fecha'],
  rows: incidents.map(({ title, issuerName, status, createdAt }) => [
    title,
    issuerName,
    incidentStatusLabels[status],
    formatInstant(createdAt).split(' ')[0]!,
  ]),
  none: 'No hay incidencias.',
})

const accessPart = (accesses: readonly FileAccessWire[]): SheetPart => ({
  title: 'Quién ha leído su documentación',
  heads: ['Organización', 'Documento', 'Fecha'],
  rows: accesses.map(({ organisation, person, document, readAt }) => [
    person ? `${organisation} (${person})` : organisation,
    document,
    formatInstant(readAt),
  ]),
  none: 'Nadie la ha leído todavía.',
})
