import type { FieldValues } from '#domain/conflict/conflict.ts'
import type { BodyOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor, Role } from '#domain/identity/roles.ts'
import { lacksFinal } from '#domain/incident/bulletin/bulletin.ts'
import type { IncidentWire, saveIncident } from '#domain/incident/contract.ts'
import { incidentFieldValues, incidentLabels } from '#domain/incident/facts.ts'
import {
  decideSave,
  hasOpenText,
  incidentErrors,
  incidentRefusal,
  isDocumented,
  isYetToOpen,
  normaliseIncident,
} from '#domain/incident/incident.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import {
  namedAmong,
  particularColumns,
  particularFields,
  particularsAfter,
  servicesNamed,
} from '#server/incident/particulars.ts'
import { incidentEntries, lockedIncident } from '#server/incident/queries.ts'
import { refuseStale } from '#server/kernel/conflict.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'

type Change = BodyOf<typeof saveIncident>
type Words = { title: string; detail: string }

const fields = ['title', 'detail'] as const

/** The title and detail of a call, normalised. */
function writtenWords({ title, detail }: Change): Partial<Words> {
  const tidied = normaliseIncident({ providerId: '', title: title ?? '', detail: detail ?? '' })
  return {
    ...(title === undefined ? {} : { title: tidied.title }),
    ...(detail === undefined ? {} : { detail: tidied.detail }),
  }
}

/**
 * The title and detail after the change.
 * @throws DomainError when they are incomplete, or can no longer be changed
 */
function wordsOf(incident: IncidentWire, change: Change, role: Role): Words {
  const { providerId, status } = incident
  const words = normaliseIncident({
    providerId,
    title: change.title ?? incident.title,
    detail: change.detail ?? incident.detail,
  })
  refuseClosed(
    fields.filter(field => words[field] !== incident[field]),
    status,
    change,
  )
  const refusal = incidentRefusal(words, role)
  if (refusal) throw new DomainError(refusal, { fields: incidentErrors(words) })
  return words
}

/**
 * A closed incident keeps what it says.
 * @throws DomainError unknownField
 */
function refuseClosed(changed: readonly string[], status: IncidentStatus, change: Change): void {
  if (changed.length === 0 || hasOpenText(status, change.status)) return
  const sentence = 'Una incidencia cerrada conserva las palabras con las que se cerró'
  throw new DomainError('unknownField', { fields: Object.fromEntries(changed.map(field => [field, sentence])) })
}

/** What a call sends, in words, for a conflict. */
async function sentFacts(db: Db, { services, ...change }: Change): Promise<FieldValues> {
  const named = services === undefined ? undefined : namedAmong(await servicesNamed(db, services), services)
  return incidentFieldValues({
    ...change,
    ...writtenWords(change),
    ...(named === undefined ? {} : { services: named }),
  })
}

/** The changed texts, before and after. */
function changesOf(incident: IncidentWire, words: Words): Partial<Record<string, string>> {
  const changed = fields.filter(field => words[field] !== incident[field])
  return Object.fromEntries(
    changed.flatMap(field => [
      [field, words[field]],
      [`${field}Before`, incident[field]],
    ]),
  )
}

/**
 * CCI saves an incident (INC-09 to INC-11): it corrects and opens a pending one, closes an open one, reopens a closed
 * one, or edits the texts of one that is not closed; both sides are notified (D51). A save without changes records
 * nothing.
 * @throws DomainError notFound, changedMeanwhile, incidentIncomplete, invalid, unknownField, and those of the
 * incident's state machine
 */
export async function save(tx: Transaction, actor: Actor, id: string, change: Change): Promise<void> {
  const { db, now } = tx
  const incident = await lockedIncident(db, actor, id)
  await refuseStale(db, actor, change.version, {
    version: incident.version,
    now: incidentFieldValues(incident),
    yours: await sentFacts(db, change),
    labels: incidentLabels,
    object: { kind: 'incident', id },
  })
  const { title, detail } = wordsOf(incident, change, actor.role)
  const standing = { ...incident, services: incident.services.map(each => each.id) }
  const particulars = await particularsAfter(db, now, incident.providerId, standing, change)
  const altered = particularFields.filter(field => String(particulars[field]) !== String(standing[field]))
  refuseClosed(altered, incident.status, change)
  const documented = isDocumented(
    await incidentEntries(db),
    incident.documents.map(document => document.documentCatalogName),
  )
  const decision = decideSave(
    incident.status,
    change.status,
    { documented, lacksFinal: lacksFinal(incident.bulletinPhase ?? null) },
    actor.role,
  )
  if (decision && !decision.ok) throw new DomainError(decision.reason)
  const reworded = changesOf(incident, { title, detail })
  const changes = { ...reworded, ...Object.fromEntries(altered.map(field => [field, particulars[field]])) }
  const isEdited = Object.keys(changes).length > 0
  if (!decision && !isEdited) return
  await db
    .updateTable('incident')
    .set(eb => ({
      title,
      detail,
      ...particularColumns(particulars),
      status: decision?.to ?? incident.status,
      updated_at: now,
      ...(decision && isYetToOpen(incident.status) ? { opened_at: now } : {}),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  const { providerId, providerName, issuerId, issuerName } = incident
  const subject = { object: { kind: 'incident', id }, participantId: providerId } as const
  const facts = { incidentId: id, incidentTitle: title, providerId, providerName, issuerId, issuerName }
  const opens = isYetToOpen(incident.status)
  // Before it opens only its issuer knows the texts, and the opening event carries them.
  if (isEdited && !opens) {
    const renamed = reworded.titleBefore === undefined ? {} : { incidentTitleBefore: reworded.titleBefore }
    const only = Object.keys(reworded).length === 0 ? { changed: altered } : {}
    tx.record({ event: 'incident.edited', ...subject, facts: { ...facts, ...renamed }, told: only, data: changes })
  }
  if (!decision) return
  tx.record({
    event: decision.event,
    ...subject,
    facts,
    data: { from: incident.status, to: decision.to, ...(opens ? changes : {}) },
  })
}
