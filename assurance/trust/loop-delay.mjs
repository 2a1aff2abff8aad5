/*
 * Preloaded into a portal under test (`node --import`): once a minute, or when told by SIGUSR2, one line of what the
 * process itself sees, into the file of LOOP_DELAY. Nothing of the product knows of it.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc')
const RESOLUTION_MS = 5
const file = process.env.LOOP_DELAY
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
let lines = 0
/** How long this process could have worked and was not let, in seconds: what others on the machine cost it. */
const waited = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e9

function note() {
  // What the timer itself waits is no delay.
  const beyond = nanoseconds => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  const line = {
    p99: beyond(delay.percentile(99)),
    max: beyond(delay.max),
    rss: process.memoryUsage.rss(),
    fds: readdirSync('/proc/self/fd').length,
    waited: waited(),
    cpu: process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6,
  }
  // Every fifth minute what lives, without what merely waits to be collected.
  if (lines++ % 5 === 0) {
    collect()
    const { heapUsed, external } = process.memoryUsage()
    line.living = heapUsed + external
  }
  appendFileSync(file, `${JSON.stringify(line)}\n`)
  delay.reset()
}

if (file) {
  delay.enable()
  setInterval(note, Number(process.env.LOOP_DELAY_MS ?? 60_000)).unref()
}
