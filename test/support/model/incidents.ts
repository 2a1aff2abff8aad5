import { attachIncidentDocument, raiseIncident, saveIncident } from '#domain/incident/contract.ts'
import { incidentMachine } from '#domain/states/incident.ts'
import { decide } from '#domain/states/machine.ts'
import { pdf } from '#test/support/documents.ts'
import type { Action } from '#test/support/model/rule.ts'
import { barred, pick, refused } from '#test/support/model/rule.ts'
import type { World } from '#test/support/model/world.ts'

const incidents = (world: World) => Object.keys(world.incidents)
/** Blocked with its provider or its author (D44, decision 011). */
function isHidden(world: World, id: string): boolean {
  const { provider, issuer } = world.incidents[id]!
  return world.participants[provider]!.deleted || world.participants[issuer]!.deleted
}

const raise: Action = {
  targets: world => Object.keys(world.participants),
  rule(world, actor, provider) {
    const no = barred(actor, 'incident.raise')
    if (no) return no
    const { kind, deleted, onboarded } = world.participants[provider]!
    const seen = actor.role === 'CCI' || (actor.role === 'ENTITY' && onboarded) || provider === actor.participantId
    if (kind !== 'PROVIDER' || deleted || !seen) return refused('notFound')
    if (!onboarded) return refused('incidentProviderWaits')
    const documented = world.asked.ISSUE.length === 0
    const waiting = Object.values(world.incidents).filter(
      ({ issuer, status }) => issuer === actor.participantId && status === 'PENDING',
    ).length
    const move = actor.role !== 'CCI' ? 'raise' : documented ? 'raiseOpen' : 'prepare'
    const decision = decide(incidentMachine, move, null, { documented, waiting }, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next, fresh) {
        const issuer = actor.participantId
        next.incidents[fresh.incidents[0]!] = { status: decision.to!, provider, issuer, attached: [] }
      },
    }
  },
  send: ({ caller }, providerId) =>
    caller.call(raiseIncident, { body: { providerId, title: 'Retraso', detail: 'Tres horas tarde' } }),
}

const UNASKED = 'Nadie lo pide'
const entryOf = (world: World, detail: number) => (detail % 5 === 0 ? UNASKED : pick(world.asked.ISSUE, detail).name)

const attach: Action = {
  targets: incidents,
  rule(world, actor, id, detail) {
    const no = barred(actor, 'incident.manage')
    if (no) return no
    if (isHidden(world, id)) return refused('notFound')
    if (world.incidents[id]!.status === 'CLOSED') return refused('wrongState')
    const entry = entryOf(world, detail)
    if (entry === UNASKED) return refused('unknownDocument')
    return {
      change(next) {
        const { attached } = next.incidents[id]!
        if (!attached.includes(entry)) attached.push(entry)
      },
    }
  },
  send: ({ caller, world, detail, step }, issueId) =>
    caller.call(attachIncidentDocument, {
      body: { issueDocument: { issueId, documentCatalogName: entryOf(world, detail) } },
      files: { file: pdf(`incidencia ${step}`) },
    }),
}

const chosen = ['OPEN', 'CLOSED', undefined] as const

const save: Action = {
  targets: incidents,
  rule(world, actor, id, detail) {
    const no = barred(actor, 'incident.manage')
    if (no) return no
    if (isHidden(world, id)) return refused('notFound')
    const { status, attached } = world.incidents[id]!
    const wish = pick(chosen, detail)
    const documented = world.asked.ISSUE.every(({ name }) => attached.includes(name))
    const move =
      wish === 'CLOSED' && status !== 'CLOSED'
        ? 'close'
        : status === 'PENDING'
          ? 'open'
          : wish === 'OPEN' && status === 'CLOSED'
            ? 'reopen'
            : null
    if (!move) return { change: () => {} }
    const decision = decide(incidentMachine, move, status, { documented, waiting: 0 }, actor.role)
    if (!decision.ok) return refused(decision.reason)
    return {
      change(next) {
        next.incidents[id]!.status = decision.to!
      },
    }
  },
  send: ({ caller, detail }, id) =>
    caller.call(saveIncident, { params: { id }, body: { status: pick(chosen, detail) } }),
}

export const incidentActions = { raise, attach, saveIncident: save }
