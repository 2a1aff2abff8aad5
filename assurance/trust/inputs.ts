import type { z } from 'zod'
import type { Chance } from '#assurance/trust/fuzz-values.ts'
import { inputFor } from '#assurance/trust/fuzz-values.ts'
import { random } from '#assurance/trust/random.ts'
import type { Contract } from '#domain/contract/contract.ts'
import type { Things } from '#test/support/permissions.ts'
import { addIncidents, findThings, inputOf } from '#test/support/permissions.ts'
import type { Caller, StartOptions, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* Inputs with which a call is admitted, so that scanners reach code behind the checks. */

/** The objects that `inputOf` builds the calls for. */
const about = ['t', 'PROVIDER', 't-docs', 't-incident', 'own']

const sorts = ['name', 'provider', 'createdAt', 'email', 'title', 'description', 'loginDate', 'type']
const words = [
  ...['a', 'Nadia', 'Madrid', 'PROVIDER', 'B00472183', '28001', '600000000', 'nueva@almotacen.example'],
  ...['2027-05-05', '2020-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '-', 'true', '0', '20', 1, 20, true],
  ...sorts.map(sort => `${sort},asc`),
]
const DRAWS = 40
const FEW_DRAWS = 12

export type Made = ReturnType<typeof inputFor>

/** Inputs of a call from its schemas, deterministic per seed; a query has no field that the schema would refuse. */
function inputsOf(contract: Contract, known: Parameters<typeof inputFor>[1], seed: number): Made[] {
  const chance: Chance = Object.assign(random(seed), { odd: null })
  const shape = (contract.query?.shape ?? {}) as Record<string, z.ZodType>
  const isTaken = (name: string, value: unknown) =>
    value !== undefined && Object.hasOwn(shape, name) && shape[name]!.safeParse(value).success
  return Array.from({ length: DRAWS }, () => {
    const input = inputFor(contract, known, words, chance)
    const query = Object.fromEntries(Object.entries(input.query).filter(([name, value]) => isTaken(name, value)))
    return { ...input, query }
  })
}

/** An input for an object, with its answer. */
export type Choice = { thing: string; draw: number; status: number }

/** A world with target objects, and with CCI, which may do most, signed in. */
export type World = { portal: TestPortal; caller: Caller; things: Things }

export async function inWorld<T>(use: (world: World) => Promise<T>, options: StartOptions = {}): Promise<T> {
  const portal = await startTestPortal(options)
  try {
    const [caller, prov, bank] = await Promise.all(
      ['cci', 'proveedor', 'entidad'].map(name => portal.signIn(`${name}@almotacen.example`)),
    )
    const things = await findThings(portal)
    await addIncidents(portal, { cci: caller!, prov: prov!, bank: bank! }, things)
    return await use({ portal, caller: caller!, things })
  } finally {
    await portal.stop()
  }
}

/** The inputs of a call for an object of a world: the same, index by index, in every world. */
export function inputsIn({ caller, things }: World, contract: Contract, thing: string, seed: number): Made[] {
  return inputsOf(contract, inputOf(contract.name, thing, things, caller.me.idGenericEntity), seed)
}

type Asked = Choice & { shows: boolean; parameters: number }

/** Tries an input. A write is tried once, as it changes the world. */
async function ask(world: World, contract: Contract, thing: string, seed: number, draws = DRAWS): Promise<Asked[]> {
  const asked: Asked[] = []
  const inputs = inputsIn(world, contract, thing, seed).slice(0, contract.method === 'GET' ? draws : 1)
  for (const [draw, { params, query, body }] of inputs.entries()) {
    const { files } = inputOf(contract.name, thing, world.things, world.caller.me.idGenericEntity)
    const answer = await world.caller.call(contract, { params, query, body, files } as never)
    const shows = answer.status < 300 && answer.body?.content?.length !== 0
    asked.push({ thing, draw, status: answer.status, shows, parameters: Object.keys(query).length })
  }
  return asked
}

/** The admitted input with content, if required, and with the most parameters. */
function bestOf(asked: readonly Asked[], shows: boolean): Asked {
  return [...asked].sort(
    (one, other) =>
      one.status - other.status ||
      (shows ? Number(other.shows) - Number(one.shows) : 0) ||
      other.parameters - one.parameters,
  )[0]!
}

/**
 * The inputs to attack a call with: the admitted one with content, so that payloads reach rows, and the admitted one
 * with the most parameters.
 */
export async function choicesOf(contract: Contract, seed: number): Promise<Choice[]> {
  const asked: Asked[] = []
  for (const thing of about) {
    asked.push(...(await inWorld(world => ask(world, contract, thing, seed))))
    if (asked.some(({ status }) => status < 300)) break
  }
  return [...new Set([bestOf(asked, true), bestOf(asked, false)])]
}

/** The same for many calls in one world: faster, but a write may find less. */
export async function choicesIn(world: World, contracts: readonly Contract[], seed: number): Promise<Choice[]> {
  const choices: Choice[] = []
  for (const contract of contracts) {
    const asked: Asked[] = []
    for (const thing of about) {
      asked.push(...(await ask(world, contract, thing, seed, FEW_DRAWS)))
      if (asked.some(({ status }) => status < 300)) break
    }
    choices.push(bestOf(asked, true))
  }
  return choices
}
