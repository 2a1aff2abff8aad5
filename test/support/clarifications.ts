import type { ClarificationWire } from '#domain/validation/clarification/contract.ts'
import {
  askClarification,
  assignClarification,
  closeClarification,
  listClarifications,
  writeMessage,
} from '#domain/validation/clarification/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Caller } from '#test/support/portal.ts'

/** Asks about a request or documentation. */
export const ask = (caller: Caller, validationId: string, body: Record<string, unknown> = {}) =>
  caller.call(askClarification, {
    body: { validationId, subject: 'Alcance', text: '¿Incluye la planta de Getafe?', ...body },
  })

/** A thread of CCI with the owner of a request or documentation. */
export const asked = (cci: Caller, validationId: string, body: Record<string, unknown> = {}) =>
  ok(ask(cci, validationId, { askedOf: 'PROVIDER', ...body }))

type Files = Record<string, { name: string; content: Uint8Array | string }>

export const say = (caller: Caller, { id }: { id: string }, body: Record<string, unknown> = {}, files: Files = {}) =>
  caller.call(writeMessage, { params: { id }, body: { text: 'Sí, en la página 4.', ...body }, files })

export const assign = (caller: Caller, { id }: { id: string }, to: Caller | null) =>
  caller.call(assignClarification, { params: { id }, body: { assignee: to?.me.userId ?? null } })

export const shut = (caller: Caller, { id }: { id: string }, body: Record<string, unknown> = {}) =>
  caller.call(closeClarification, { params: { id }, body: { status: 'CLOSED', ...body } })

export const threadsOf = async (caller: Caller, query: Record<string, unknown> = {}): Promise<ClarificationWire[]> =>
  (await ok(caller.call(listClarifications, { query }))).content
