import { readsOf, signIn } from '#assurance/load/calls.ts'
import { arrivals, lasted, openLoop } from '#assurance/load/drive.ts'
import { figuresOf, type Sample } from '#assurance/load/figures.ts'
import { costOf } from '#assurance/load/watch.ts'
import type { World } from '#assurance/load/world.ts'

/** The background calls and sign-ins per second. */
export const OTHERS = 20
export const ENTERING = 2
const SECONDS_OF_OTHERS = 5

/** Runs background calls until the work is done, and the work. */
export async function beside<T>(world: World, work: () => Promise<T>) {
  const { details } = readsOf(world)
  let done = false
  const others: Sample[] = []
  const entering: Sample[] = []
  const goOn = async (into: Sample[], perSecond: number, send: (n: number) => Promise<string>) => {
    for (let seed = 1; !done; seed++) {
      const part = arrivals({ perSecond, seconds: SECONDS_OF_OTHERS, seed })
      into.push(...(await openLoop(part, n => (done ? Promise.resolve('over') : send(seed * 1000 + n)))))
    }
  }
  const company = [
    goOn(others, OTHERS, n => details[n % details.length]!.send(n)),
    goOn(entering, ENTERING, signIn(world)),
  ]
  const begin = performance.now()
  const { value, cost } = await costOf(world, work).finally(() => {
    done = true
  })
  const seconds = (performance.now() - begin) / 1000
  await Promise.all(company)
  const figures = (samples: readonly Sample[]) => {
    const made = samples.filter(({ outcome }) => outcome !== 'over')
    return figuresOf(made, Math.max(seconds, lasted(made)))
  }
  return { value, cost, seconds, others: figures(others), entering: figures(entering) }
}
