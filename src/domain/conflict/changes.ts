import type { EventName } from '#domain/audit-log/events.ts'

/** The events that change something that two people may edit at once. */
const edits: ReadonlySet<EventName> = new Set([
  'assessment.begun',
  'assessment.confirmed',
  'assessment.filled',
  'assessment.published',
  'assessment.read',
  'assessment.reopened',
  'assessment.taken-back',
  'catalogue.saved',
  'centre-rules.saved',
  'company-identity.saved',
  'company.changed',
  'document.accepted',
  'document.dated',
  'document.rejected',
  'document.rejection-undone',
  'document.uploaded',
  'finding.planned',
  'finding.done',
  'finding.verified',
  'finding.sent-back',
  'finding.withdrawn',
  'finding.resolved',
  'framework.imported',
  'framework.published',
  'framework.retired',
  'incident.closed',
  'incident.edited',
  'incident.opened',
  'incident.prepared',
  'incident.raised',
  'incident.reopened',
  'participant.accredited',
  'participant.edited',
  'queue.assigned',
  'queue.given-back',
  'queue.handed-over',
  'request.edited',
  'request.qualification-undone',
  'request.qualified',
  'request.rejected',
  'request.rejection-undone',
  'request.renewed',
  'request.sent',
  'score.corrected',
  'second-factor.rules-saved',
  'service-facts.saved',
  'service.created',
  'service.edited',
  'subcontract.changed',
  'subcontract.declared',
  'subcontract.ended',
  'two-people.saved',
  'use.changed',
  'use.declared',
  'use.ended',
  'use.reopened',
  'independence.admitted',
  'independence.cleared',
  'independence.conflict-declared',
  'independence.declared',
  'independence.refused',
  'level-policy.saved',
  'reliance.begun',
  'reliance.written',
  'reliance.signed',
  'user.accepted',
  'user.created',
  'user.edited',
  'user.mail-preference-set',
  'watermark.saved',
  'webhook.changed',
  'webhook.enabled',
  'webhook.registered',
  'webhook.secret-renewed',
  'rejection-phrases.saved',
])

/**
 * The kinds under which a conflict looks up the last change: the object's own kind, 'mail-preference' for a user's mail
 * preference, or 'queue-task' for an assignment. A rename adds 'participant-name' or 'service-name', because requests show that name or CIF.
 */
export function changedKinds(event: EventName, objectKind: string, data: Readonly<Record<string, unknown>> = {}) {
  if (!edits.has(event)) return []
  if (event === 'user.mail-preference-set') return ['mail-preference']
  // Who reviews it is no change of what is reviewed.
  if (event.startsWith('queue.')) return ['queue-task']
  const renames = event === 'service.edited' || (event === 'participant.edited' && data.before !== undefined)
  return renames ? [objectKind, `${objectKind}-name`] : [objectKind]
}
