import type { BodyOf } from '#domain/contract.ts'
import type { IncidentWire, saveIncident } from '#domain/incident/contract.ts'
import {
  decideSave,
  hasOpenText,
  incidentErrors,
  incidentRefusal,
  isDocumented,
  normaliseIncident,
} from '#domain/incident/incident.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '#domain/roles.ts'
import { incidentEntries, lockedIncident } from '#server/incident/queries.ts'
import type { Unit } from '#server/unit.ts'

type Change = BodyOf<typeof saveIncident>
type Words = { title: string; detail: string }

/** The words as they will stand. @throws Refusal when they lack something, or were said to both sides already. */
function wordsOf(incident: IncidentWire, change: Change): Words {
  const { providerId, status } = incident
  const words = normaliseIncident({
    providerId,
    title: change.title ?? incident.title,
    detail: change.detail ?? incident.detail,
  })
  const changed = (['title', 'detail'] as const).filter(field => words[field] !== incident[field])
  if (changed.length > 0 && !hasOpenText(status)) {
    const sentence = 'Una incidencia abierta conserva las palabras con las que se abrió'
    throw new Refusal('unknownField', { fields: Object.fromEntries(changed.map(field => [field, sentence])) })
  }
  const refusal = incidentRefusal(words)
  if (refusal) throw new Refusal(refusal, { fields: incidentErrors(words) })
  return words
}

/**
 * CCI saves an incident (INC-09 to INC-11): a pending one is opened with its words put right, an open one closed, a
 * closed one opened again; both sides are told (D51). What moves nothing changes nothing.
 * @throws Refusal notFound, incidentIncomplete, invalid, unknownField, and those of the incident's machine.
 */
export async function save(unit: Unit, actor: Actor, id: string, change: Change): Promise<void> {
  const { db, now } = unit
  const incident = await lockedIncident(db, actor, id)
  const { title, detail } = wordsOf(incident, change)
  const documented = isDocumented(
    await incidentEntries(db),
    incident.documents.map(document => document.documentCatalogName),
  )
  const decision = decideSave(incident.status, change.status, { documented }, actor.role)
  if (!decision) return
  if (!decision.ok) throw new Refusal(decision.reason)
  await db
    .updateTable('incident')
    .set(eb => ({ title, detail, status: decision.to!, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  unit.record({
    event: decision.event,
    object: { kind: 'incident', id },
    participantId: incident.providerId,
    facts: {
      incidentId: id,
      incidentTitle: title,
      providerId: incident.providerId,
      providerName: incident.providerName,
      issuerId: incident.issuerId,
      issuerName: incident.issuerName,
    },
    data: {
      from: incident.status,
      to: decision.to,
      // What the words were before CCI put them right.
      ...(title === incident.title ? {} : { titleBefore: incident.title }),
      ...(detail === incident.detail ? {} : { detailBefore: incident.detail }),
    },
  })
}
