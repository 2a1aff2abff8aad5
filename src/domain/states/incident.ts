import { machine } from '#domain/states/machine.ts'

/** INC-07. */
export type IncidentStatus = 'PENDING' | 'OPEN' | 'CLOSED'

const documented = {
  reason: 'incidentDocumentsMissing',
  holds: (incident: { documented: boolean }) => incident.documented,
} as const

/** D12, D30: a participant's incident waits until CCI saves it; one that CCI raises is open at once. */
export const incidentMachine = machine({
  name: 'incident',
  states: ['PENDING', 'OPEN', 'CLOSED'],
  derived: [],
  moves: {
    raise: { from: [null], to: 'PENDING', by: ['PROVIDER', 'ENTITY'], event: 'incident.raised' },
    raiseOpen: { from: [null], to: 'OPEN', by: ['CCI'], event: 'incident.opened' },
    open: { from: ['PENDING'], to: 'OPEN', by: ['CCI'], needs: [documented], event: 'incident.opened' },
    close: { from: ['OPEN'], to: 'CLOSED', by: ['CCI'], event: 'incident.closed' },
    reopen: { from: ['CLOSED'], to: 'OPEN', by: ['CCI'], event: 'incident.reopened' },
  },
})
