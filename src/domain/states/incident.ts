import { machine } from '#domain/states/machine.ts'

/** INC-07. */
export type IncidentStatus = 'PENDING' | 'OPEN' | 'CLOSED'

const documented = {
  reason: 'incidentDocumentsMissing',
  holds: (incident: { documented: boolean }) => incident.documented,
} as const

/**
 * D12, D30: a participant's incident waits until CCI saves it; one that CCI raises is open at once, or, where files are
 * asked for (D53), prepared: it waits for them, and only CCI knows of it.
 */
export const incidentMachine = machine({
  name: 'incident',
  states: ['PENDING', 'OPEN', 'CLOSED'],
  derived: [],
  moves: {
    raise: { from: [null], to: 'PENDING', by: ['PROVIDER', 'ENTITY'], event: 'incident.raised' },
    prepare: { from: [null], to: 'PENDING', by: ['CCI'], event: 'incident.prepared' },
    raiseOpen: { from: [null], to: 'OPEN', by: ['CCI'], needs: [documented], event: 'incident.opened' },
    open: { from: ['PENDING'], to: 'OPEN', by: ['CCI'], needs: [documented], event: 'incident.opened' },
    close: { from: ['OPEN'], to: 'CLOSED', by: ['CCI'], event: 'incident.closed' },
    reopen: { from: ['CLOSED'], to: 'OPEN', by: ['CCI'], event: 'incident.reopened' },
  },
})
