/** The result of a promise's run. */
export type Outcome = {
  /** The number of trials that ran. */
  trials: number
  /** One line per trial that broke the promise, with the data to replay it. */
  failures: string[]
  /** Why nothing ran: the missing tools. */
  notRun?: string
  /** A figure to print beside the verdict. */
  note?: string
}

/**
 * A published promise of docs/security.md as a repeatable check: seconds in `npm test`,
 * hours in `npm run test:trust`.
 */
export type TrustPromise = {
  /** For example 'R11'. */
  id: string
  /** The promise in one sentence. */
  text: string
  /** The default number of trials. */
  trials: number
  /** The unit of a trial, plural: 'kills', 'rounds'. */
  tx: string
  run(options: { trials: number; seed: number; log: (line: string) => void }): Promise<Outcome>
}
