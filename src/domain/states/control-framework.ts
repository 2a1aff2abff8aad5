import { machine } from '#domain/states/machine.ts'

/** Status of a control framework. At most one is PUBLISHED (DICT-03). */
export type FrameworkStatus = 'DRAFT' | 'PUBLISHED' | 'RETIRED'

/** Conditions for the moves of a framework. */
export type FrameworkFacts = {
  /** Every dimension has a control of the least level. */
  everyDimensionBegins: boolean
}

export const frameworkMachine = machine({
  name: 'control-framework',
  states: ['DRAFT', 'PUBLISHED', 'RETIRED'],
  derived: [],
  once: { per: [], within: 'published' },
  sets: {
    draft: ['DRAFT'],
    published: ['PUBLISHED'],
    /** Seen by those who answer and read evaluations. */
    known: ['PUBLISHED', 'RETIRED'],
  },
  moves: {
    import: { from: [null], to: 'DRAFT', by: ['CCI'], event: 'framework.imported' },
    importAgain: {
      from: ['DRAFT'],
      to: 'DRAFT',
      by: ['CCI'],
      event: 'framework.imported',
      refusal: 'frameworkClosed',
    },
    publish: {
      from: ['DRAFT'],
      to: 'PUBLISHED',
      by: ['CCI'],
      needs: [{ reason: 'frameworkIncomplete', holds: (facts: FrameworkFacts) => facts.everyDimensionBegins }],
      event: 'framework.published',
      refusal: 'frameworkClosed',
    },
    // By the publication of the next.
    retire: { from: ['PUBLISHED'], to: 'RETIRED', by: ['CCI'], event: 'framework.retired' },
  },
})
