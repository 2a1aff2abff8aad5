import type { Entry, Evidence, Group } from '#assurance/trust/evidence.ts'
import type { WholeWorld } from '#assurance/trust/whole-world.ts'
import type { Fresh } from '#test/support/model/rule.ts'
import { documentationStatus, documentStatus, requestStatus } from '#test/support/model/rule.ts'

/** The events that may be in the audit log without a call that the model judges. */
const without = new Set([
  'session.started',
  'session.ended',
  'session.refused',
  'session.blocked',
  'session.half-open',
  'user.password-changed',
  'user.accepted',
  'access.refused',
  'document.read',
  'document.read-partly',
])

/** The world after one transaction, or the reason why the model has none. */
export function after(world: WholeWorld, group: Group, made: Evidence['made']): WholeWorld | string {
  const { operation, entries } = group
  const next = structuredClone(world)
  const now = { ...world, now: entries[0]!.at }
  if (operation) {
    const verdict = operation.judge(now, group.letIn)
    if (!verdict) return 'the model knows nothing of it'
    if ('refused' in verdict) return `the model refuses it: ${verdict.refused}`
    verdict.change(next, freshOf(entries, made))
    for (const [id, user] of Object.entries(next.users)) if (!user.signedIn) delete next.more.sessions[id]
  }
  for (const entry of entries) {
    const wrong = wrongFrom(world, entry)
    if (wrong) return wrong
    if (!operation && !without.has(entry.event) && entry.actorId !== null) return `nobody asked for ${entry.event}`
    follow(world, next, entry, made)
  }
  return next
}

function freshOf(entries: readonly Entry[], made: Evidence['made']): Fresh {
  const fresh: Fresh = { participants: [], users: [], invitations: [], validations: [], incidents: [] }
  for (const { event, objectId, participantId } of entries) {
    if (event === 'invitation.sent') {
      fresh.invitations.push(objectId)
      fresh.participants.push(participantId!)
      fresh.users.push(made.userOf.get(objectId)!)
      fresh.validations.push(made.documentationOf.get(participantId!)!)
    }
    if (event === 'user.created') fresh.users.push(objectId)
    if (event === 'request.sent') fresh.validations.push(objectId)
    if (['incident.raised', 'incident.prepared', 'incident.opened'].includes(event)) fresh.incidents.push(objectId)
  }
  return fresh
}

/** Events that name the state of a document or of a validation; others about a validation name their own. */
const ofValidation = /^(document|documentation|request|score)\./

/** The state in an entry must equal the object's state in the model. */
function wrongFrom(world: WholeWorld, { event, objectId, data }: Entry): string | null {
  if (data.from === undefined || !ofValidation.test(event) || event === 'document.dated') return null
  const validation = world.validations[String(data.validationId ?? objectId)]
  if (!validation) return null
  const from = event.startsWith('document.')
    ? documentStatus(world, validation.documents[String(data.document)]!)
    : validation.kind === 'DOC_MIN'
      ? documentationStatus(world, validation)
      : requestStatus(world, validation)
  return from === data.from ? null : `${event} says it was ${data.from}, the model has ${from}`
}

/** Data that only concurrent runs check, and events without a step of the model. */
function follow(before: WholeWorld, next: WholeWorld, entry: Entry, made: Evidence['made']): void {
  const { event, objectId, actorId, actorRole, participantId, data, at } = entry
  const { participants, standing, sessions, incidents, scores, documents } = next.more
  const slot = `${data.validationId}/${data.document}`
  const versioned = (id: string) => {
    if (participants[id]) participants[id].version++
  }
  switch (event) {
    case 'document.uploaded':
      standing[slot] = String(data.version)
      documents[slot] = objectId
      break
    case 'request.qualified':
      scores[objectId] = String(data.score)
      break
    case 'score.corrected':
      scores[String(data.validationId)] = objectId
      break
    case 'document.deleted':
      delete standing[slot]
      delete documents[slot]
      break
    case 'document.read': {
      const document = next.validations[String(data.validationId)]?.documents[String(data.document)]
      if (actorRole === 'CCI' && document?.current && standing[slot] === data.version)
        document.current.readByCentre = true
      break
    }
    case 'participant.edited':
    case 'participant.accredited':
    case 'participant.deleted':
      versioned(objectId)
      break
    case 'documentation.accepted':
      if (!before.participants[participantId!]!.onboarded) versioned(participantId!)
      break
    case 'invitation.sent':
      participants[participantId!] = { version: 1, commercialName: '' }
      break
    case 'incident.raised':
    case 'incident.prepared':
    case 'incident.opened':
    case 'incident.edited':
    case 'incident.closed':
    case 'incident.reopened': {
      // One save may have two entries, and is one version.
      const was = before.more.incidents[objectId]
      incidents[objectId] ??= { version: 1, title: String(data.incidentTitle) }
      if (was) incidents[objectId].version = was.version + 1
      break
    }
    case 'session.started':
      sessions[actorId!] = [...(sessions[actorId!] ?? []), objectId].sort()
      next.users[actorId!]!.signedIn = true
      break
    case 'session.ended': {
      const left = (sessions[actorId!] ?? []).filter(id => id !== objectId)
      if (left.length > 0) sessions[actorId!] = left
      else delete sessions[actorId!]
      next.users[actorId!]!.signedIn = left.length > 0
      break
    }
    case 'user.password-changed':
      sessions[objectId] = [made.sessionAt.get(`${objectId} ${at}`) ?? 'unknown']
      Object.assign(next.users[objectId]!, { passwordChosen: true, temporaryUntil: null, signedIn: true })
      break
    case 'user.accepted':
      next.users[objectId]!.status = 'ACCEPTED'
      break
  }
  if (event === 'participant.deleted') {
    next.more.favourites = next.more.favourites.filter(mark => !mark.split('/').includes(objectId))
  }
}
