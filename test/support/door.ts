import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Contract } from '#domain/contract/contract.ts'
import { refusals } from '#domain/messages.ts'

/** The rule for one visitor's reads of some calls, which otherwise pass. */
type Rule = { concerns(request: IncomingMessage): boolean; meet: RequestListener }

/**
 * A proxy between a test's server and its portal that delays or refuses one visitor's calls. Interception in the
 * browser would cost every page its cache: with one intercepted call, Chromium requests all files again.
 */
export type Door = {
  /**
   * Holds calls. `held` settles with the first; `fail` refuses those held and all later ones as the server does without
   * its database; `release` lets all through.
   */
  hold(
    visitor: { token: string | null },
    contracts: readonly Contract[],
  ): { held: Promise<void>; fail(): void; release(): void }
  /** Answers calls as the server does without its database, until undone. */
  fail(visitor: { token: string | null }, contracts: readonly Contract[]): () => void
}

const unavailable = JSON.stringify({
  type: '/api/docs#unavailable',
  title: 'No disponible',
  status: 503,
  detail: refusals.unavailable.sentence,
  code: 'unavailable',
})

function asks(contracts: readonly Contract[], { method, url }: IncomingMessage): boolean {
  const path = url!.split('?')[0]!
  return (
    method === 'GET' &&
    contracts.some(contract => new RegExp(`^/api/v1${contract.path.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
  )
}

export function openDoor(server: Server): Door {
  const rules = new Set<Rule>()
  const inside = server.listeners('request') as RequestListener[]
  const letIn: RequestListener = (request, answer) => {
    for (const listener of inside) listener.call(server, request, answer)
  }
  server.removeAllListeners('request')
  server.on('request', (request, answer) => {
    const rule = [...rules].find(({ concerns }) => concerns(request))
    ;(rule?.meet ?? letIn)(request, answer)
  })

  function add({ token }: { token: string | null }, contracts: readonly Contract[], meet: RequestListener): () => void {
    const concerns = (request: IncomingMessage) =>
      (request.headers.authorization ?? null) === token && asks(contracts, request)
    const rule = { concerns, meet }
    rules.add(rule)
    return () => void rules.delete(rule)
  }
  const refuse: RequestListener = (_request, answer) => {
    answer.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '5' }).end(unavailable)
  }
  return {
    hold: (visitor, contracts) => {
      const first = Promise.withResolvers<void>()
      const waiting: Parameters<RequestListener>[] = []
      let meet: RequestListener = (...call) => {
        waiting.push(call)
        first.resolve()
      }
      const undo = add(visitor, contracts, (...call) => meet(...call))
      const settle = (how: RequestListener) => {
        for (const call of waiting.splice(0)) how(...call)
      }
      return {
        held: first.promise,
        fail: () => {
          meet = refuse
          settle(refuse)
        },
        release: () => {
          undo()
          settle(letIn)
        },
      }
    },
    fail: (visitor, contracts) => add(visitor, contracts, refuse),
  }
}
