import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { logProblem } from '#server/platform/log.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** How often a start says that it goes on, and how long that holds, in milliseconds: a migration may take long. */
const STARTING_MS = 15_000
const EXTENDED_MS = 60_000

export type Systemd = {
  /** The port serves: from now on systemd hears as long as it answers. */
  ready(settings: Pick<Settings, 'host' | 'tls'>, port: number): void
  stopping(): void
}

/**
 * Tells systemd how the service is, by `systemd-notify`, because Node.js has no Unix datagrams. Without
 * `NOTIFY_SOCKET` it does nothing. It takes systemd's variables out of `environment`, so that no worker and no
 * PostgreSQL below this process speaks for the service.
 */
export function openSystemd(environment: NodeJS.ProcessEnv): Systemd {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID, PATH } = environment
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete environment[name]
  if (!NOTIFY_SOCKET) return { ready: () => {}, stopping: () => {} }

  // One after the other: the end of a stop would be overtaken by a sign of life.
  let said = Promise.resolve()
  const say = (...words: string[]) => {
    said = said.then(async () => {
      const env = { NOTIFY_SOCKET, PATH }
      await once(spawn('systemd-notify', words, { env, stdio: 'ignore' }), 'exit')
    })
    said = said.catch(error => logProblem('systemd-not-told', error))
  }
  const extend = () => say(`EXTEND_TIMEOUT_USEC=${EXTENDED_MS * 1000}`)
  extend()
  let timer = setInterval(extend, STARTING_MS).unref()

  return {
    ready: (settings, port) => {
      clearInterval(timer)
      say('READY=1')
      if (!WATCHDOG_USEC || (WATCHDOG_PID && WATCHDOG_PID !== String(process.pid))) return
      const everyMs = Number(WATCHDOG_USEC) / 1000 / 4
      const look = async () => {
        if (await answers(settings, port, everyMs)) say('WATCHDOG=1')
      }
      timer = setInterval(() => void look(), everyMs).unref()
    },
    stopping: () => {
      clearInterval(timer)
      say('STOPPING=1')
    },
  }
}

/** Whether the port gives any answer in time: a worker that stands still, or none, gives none. */
async function answers(
  { host, tls }: Pick<Settings, 'host' | 'tls'>,
  port: number,
  withinMs: number,
): Promise<boolean> {
  const signal = AbortSignal.timeout(withinMs)
  const where = { host, port, path: '/health/live', agent: false, signal }
  // The certificate names the public address, and the port is this server's own.
  const request = tls ? getSecurely({ ...where, rejectUnauthorized: false }) : get(where)
  return once(request, 'response').then(
    ([response]) => {
      response.resume()
      return true
    },
    () => false,
  )
}
