/** What a run of a promise showed. */
export type Outcome = {
  /** How many were really run. */
  trials: number
  /** One line for each that broke the promise, with what replays it. */
  failures: string[]
  /** Why nothing was run: what the machine lacks. */
  notRun?: string
  /** A figure worth reading beside the verdict. */
  note?: string
}

/**
 * One published promise of docs/security.md as something that can be run as often as one likes: seconds in `npm test`,
 * hours in `npm run test:trust`.
 */
export type TrustPromise = {
  /** For instance 'R11'. */
  id: string
  /** The promise in one sentence. */
  text: string
  /** How many trials when nothing else is asked. */
  trials: number
  /** What a trial is, plural: 'kills', 'rounds'. */
  tx: string
  run(options: { trials: number; seed: number; log: (line: string) => void }): Promise<Outcome>
}
