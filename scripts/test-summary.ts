/** The last line of `npm test`: the counts of passed and failed tests, from the report of the run. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const path = join(import.meta.dirname, '../test-results/vitest.json')
const report = JSON.parse(readFileSync(path, 'utf8')) as { numPassedTests: number; numFailedTests: number }
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed`)
