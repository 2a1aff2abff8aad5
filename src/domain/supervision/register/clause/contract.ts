import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, identifier } from '#domain/contract/wire.ts'
import { fieldInput, fieldOutput } from '#domain/record/wire.ts'
import { clauseFields } from '#domain/supervision/register/clause/answers.ts'
import { clauseKeys } from '#domain/supervision/register/clause/clauses.ts'

const one = z.strictObject({ id: identifier })
const who = 'register.manage'

const clausesWire = z.object({
  /** The contract. */
  id: identifier,
  reference: z.string(),
  provider: z.string(),
  /** Whether it supports a critical or important function, and needs those of article 30.3 too. */
  isCritical: z.boolean(),
  ...fieldOutput(clauseFields),
  version: z.number().int(),
})
export type ClausesWire = z.output<typeof clausesWire>

export const readClauses = contract({
  name: 'arrangement-clauses.read',
  method: 'GET',
  path: '/register/arrangements/{id}/clauses',
  summary: 'Qué cláusulas del artículo 30 constan en un contrato, y dónde',
  who,
  scope: 'read:register',
  params: one,
  answer: clausesWire,
  refusals: ['notFound'],
})

export const saveClauses = contract({
  name: 'arrangement-clauses.save',
  method: 'PATCH',
  path: '/register/arrangements/{id}/clauses',
  summary: 'Anota qué cláusulas constan y dónde; lo que no se envía queda como está',
  who,
  params: one,
  body: z.strictObject({ ...fieldInput(clauseFields), version: editVersion }),
  answer: clausesWire,
  refusals: ['notFound', 'invalid', 'changedMeanwhile'],
})

const missingClausesWire = z.object({
  /** How many contracts in force support a critical or important function. */
  critical: z.number().int(),
  /** Those in which a clause is missing or was not looked for yet, by reference. */
  contracts: z.array(
    z.object({
      id: identifier,
      reference: z.string(),
      provider: z.string(),
      absent: z.array(z.enum(clauseKeys)),
      open: z.array(z.enum(clauseKeys)),
    }),
  ),
})
export type MissingClausesWire = z.output<typeof missingClausesWire>

export const listMissingClauses = contract({
  name: 'arrangement-clauses.missing',
  method: 'GET',
  path: '/register/clauses',
  summary: 'Qué cláusulas del artículo 30 faltan en los contratos en vigor de funciones esenciales o importantes',
  who,
  scope: 'read:register',
  answer: missingClausesWire,
  refusals: ['notFound'],
})
