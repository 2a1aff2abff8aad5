import { machine } from '#domain/states/machine.ts'

/** AFFECT-04: the phase of the last bulletin about an incident. */
export type BulletinPhase = 'INITIAL' | 'UPDATE' | 'FINAL'

/** Conditions for a bulletin. */
type BulletinFacts = { incidentOpen: boolean; incidentWaiting: boolean }

const incidentOpen = {
  reason: 'bulletinNotOpen',
  holds: (facts: BulletinFacts) => facts.incidentOpen,
} as const

/** The first warning does not wait for the documents of the incident: the clock of a bank runs (EXP-06). */
const incidentNotClosed = {
  reason: 'bulletinNotOpen',
  holds: (facts: BulletinFacts) => facts.incidentOpen || facts.incidentWaiting,
} as const

/** What CCI tells the banks that an incident affects: a first bulletin, as many more as needed, and a final one. */
export const bulletinMachine = machine({
  name: 'bulletin',
  states: ['INITIAL', 'UPDATE', 'FINAL'],
  derived: [],
  once: { per: ['incident'], within: 'final' },
  sets: {
    first: ['INITIAL'],
    final: ['FINAL'],
    unfinished: ['INITIAL', 'UPDATE'],
  },
  moves: {
    begin: {
      from: [null],
      to: 'INITIAL',
      by: ['CCI'],
      needs: [incidentNotClosed],
      event: 'bulletin.published',
      refusal: 'bulletinOrder',
    },
    update: {
      from: ['INITIAL', 'UPDATE'],
      to: 'UPDATE',
      by: ['CCI'],
      needs: [incidentOpen],
      event: 'bulletin.published',
      refusal: 'bulletinOrder',
    },
    end: {
      from: ['INITIAL', 'UPDATE'],
      to: 'FINAL',
      by: ['CCI'],
      needs: [incidentOpen],
      event: 'bulletin.published',
      refusal: 'bulletinOrder',
    },
  },
})
