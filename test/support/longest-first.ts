import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take longest, longest first: they start first in their project, so that no worker ends alone with
 * one of them. A new file that takes more than 20 s belongs here.
 */
const LONGEST = [
  'bench/bench',
  ...['trust/promises', 'api/words', 'api/backup-command', 'api/extremes', 'api/permissions', 'api/model'],
  ...['api/upgrade', 'doctor/doctor', 'retention/blocked'],
  ...['api/start', 'api/one-transaction', 'api/mass-assignment', 'api/restart', 'api/checkpoints', 'backup/backup'],
  ...['api/repeats', 'database/embedded', 'api/hostile-files', 'expiry/ladder', 'api/foreign-table'],
  ...['e2e/states-centre', 'e2e/states-provider', 'e2e/states-entity', 'e2e/states-evaluator', 'e2e/links'],
  'e2e/journey',
  ...['e2e/chain', 'e2e/desk', 'e2e/protection', 'e2e/review', 'e2e/lists', 'e2e/register', 'e2e/keyboard'],
  ...['e2e/empty', 'e2e/centre', 'e2e/incidents', 'e2e/session', 'e2e/english', 'e2e/search', 'e2e/palette'],
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const place = LONGEST.findIndex(name => /\.(test|e2e)\.ts$/.test(moduleId) && moduleId.includes(`/${name}.`))
  return place === -1 ? LONGEST.length : place
}

/** Vitest's order, but for the longest files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => (a.project.name === b.project.name ? placeOf(a) - placeOf(b) : 0))
  }
}
