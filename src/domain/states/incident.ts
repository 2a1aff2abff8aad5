import { machine } from '#domain/states/machine.ts'

/** INC-07. */
export type IncidentStatus = 'PENDING' | 'OPEN' | 'CLOSED'

/** Conditions for the moves of an incident. */
export type IncidentFacts = {
  /** Every documentation entry has its file (FORM-55). */
  documented: boolean
  /** Number of incidents of its issuer that wait for CCI. */
  waiting: number
  /** It has bulletins, and the final one is missing (AFFECT-04). */
  lacksFinal?: boolean
}

/** Maximum number of waiting incidents of one issuer: CCI is notified of each, and none can be withdrawn. */
export const WAITING_MAX = 50

const documented = {
  reason: 'incidentDocumentsMissing',
  holds: (incident: IncidentFacts) => incident.documented,
} as const
const roomLeft = {
  reason: 'incidentsWaiting',
  holds: (incident: IncidentFacts) => incident.waiting < WAITING_MAX,
} as const

const finalPublished = {
  reason: 'finalBulletinMissing',
  holds: (incident: IncidentFacts) => !incident.lacksFinal,
} as const

/**
 * D12, D30: a participant's incident waits until CCI saves it. One that CCI raises is open at once; with requested
 * files (D53) it waits for them, and only CCI sees it.
 */
export const incidentMachine = machine({
  name: 'incident',
  states: ['PENDING', 'OPEN', 'CLOSED'],
  derived: [],
  sets: {
    /** CCI has not opened it yet: only its issuer and CCI see it. */
    waiting: ['PENDING'],
    open: ['OPEN'],
    closed: ['CLOSED'],
  },
  moves: {
    raise: { from: [null], to: 'PENDING', by: ['PROVIDER', 'ENTITY'], needs: [roomLeft], event: 'incident.raised' },
    prepare: { from: [null], to: 'PENDING', by: ['CCI'], event: 'incident.prepared' },
    raiseOpen: { from: [null], to: 'OPEN', by: ['CCI'], needs: [documented], event: 'incident.opened' },
    open: { from: ['PENDING'], to: 'OPEN', by: ['CCI'], needs: [documented], event: 'incident.opened' },
    close: { from: ['OPEN'], to: 'CLOSED', by: ['CCI'], needs: [finalPublished], event: 'incident.closed' },
    reopen: { from: ['CLOSED'], to: 'OPEN', by: ['CCI'], event: 'incident.reopened' },
  },
})
