/*
 * Preloaded into the portal under load (`node --import`): told by SIGUSR2, it adds one line of what the process itself has
 * seen since the last, to the file of LOAD_PROBE. Nothing of the product knows of it.
 */
import { appendFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const RESOLUTION_MS = 5
const LOOK_MS = 20
const file = process.env.LOAD_PROBE

if (file && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let peak = 0
  let cpu = process.cpuUsage()
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  setInterval(look, LOOK_MS).unref()
  // What the timer itself waits is no delay.
  const beyond = nanoseconds => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS)
  process.on('SIGUSR2', () => {
    look()
    const { user, system } = process.cpuUsage(cpu)
    const line = {
      loopP99: beyond(delay.percentile(99)),
      loopMax: beyond(delay.max),
      rss: process.memoryUsage.rss(),
      peak,
      cpuMs: (user + system) / 1000,
    }
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    delay.reset()
    peak = 0
    cpu = process.cpuUsage()
  })
}
