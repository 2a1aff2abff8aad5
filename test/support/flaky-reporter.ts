import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed only at the second try, at the end of the run: each is a fault to mend. */
export default class FlakyReporter implements Reporter {
  private readonly names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.result().state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) {
      this.names.push(`${test.module.relativeModuleId} > ${test.fullName}`)
    }
  }

  onTestRunEnd(): void {
    for (const name of this.names) console.log(`Passed only at the second try: ${name}`)
  }
}
