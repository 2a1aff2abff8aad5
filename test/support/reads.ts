import type { ZodType } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import type { Answer, Caller } from '#test/support/portal.ts'

/* Every call that reads, with inputs that earlier answers hold. */

type Known = Map<string, Set<string>>
const identifier = /^[0-9a-hjkmnp-tv-z]{26}$/

/** Notes the identifiers of an answer by the names of their fields, and its `id`s by the noun of its call. */
function note(known: Known, noun: string, value: unknown): void {
  if (value === null || typeof value !== 'object') return
  for (const [name, inside] of Object.entries(value)) {
    if (typeof inside === 'string' && identifier.test(inside)) {
      const key = name === 'id' ? noun : name
      known.set(key, (known.get(key) ?? new Set()).add(inside))
    } else note(known, noun, inside)
  }
}

/** Other names of the things that the parameters of a call are about. */
const nouns: Record<string, readonly string[]> = {
  validationId: ['validation', 'request', 'validationId'],
  providerId: ['providerId', 'idProvider'],
  genericEntityId: ['idProvider', 'idGenericEntity'],
  issueId: ['incident', 'idIssue'],
  serviceId: ['serviceId', 'service', 'idServiceCatalog'],
  key: ['userId', 'user'],
}
const values: Record<string, readonly string[]> = {
  q: ['tramontana', 'custodia'],
  target: ['A/A/A'],
  lei: ['959800DEMOALMOTA9094'],
  documentCatalogName: ['Plan de continuidad de negocio', 'Informe de auditoría'],
}

type Field = ZodType & { options?: string[] }
export type Input = { params: Record<string, string>; query: Record<string, unknown> }

/** Inputs with which a call may find something, from what is known so far. */
function inputsOf({ name, params, query, path, answer }: Contract, known: Known, size: number): Input[] {
  const noun = name.split('.')[0]!
  const some = (key: string) => {
    const keys =
      key === 'id' ? [noun, 'validationId', 'idProvider', 'idGenericEntity', 'issueId'] : (nouns[key] ?? [key])
    return [...new Set(keys.flatMap(each => [...(known.get(each) ?? [])].slice(0, each === noun ? 8 : 2)))]
  }
  const fieldsOf = (schema: Contract['params'] | Contract['query']) => (schema?.shape ?? {}) as Record<string, Field>
  const valuesOf = (key: string, field: Field | undefined) => field?.options ?? values[key] ?? some(key)
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!)
  const asked = fieldsOf(query)
  const inQuery = Object.keys(asked).filter(key => key === 'format' || !asked[key]!.safeParse(undefined).success)
  let inputs: Input[] = [{ params: {}, query: 'size' in asked ? { size } : {} }]
  for (const key of inPath) {
    const found = valuesOf(key, fieldsOf(params)[key])
    inputs = inputs.flatMap(each => found.map(value => ({ ...each, params: { ...each.params, [key]: value } })))
  }
  for (const key of inQuery) {
    const found = key === 'format' ? ['csv', 'xlsx'] : valuesOf(key, asked[key])
    inputs = inputs.flatMap(each => found.map(value => ({ ...each, query: { ...each.query, [key]: value } })))
  }
  // A file takes longer to make than an answer.
  return inputs.slice(0, answer === 'file' ? 12 : 14)
}

/**
 * Makes every call that reads and that `of` takes, with what it may find. Lists have `size` rows a page.
 * @param visit gets each call with its input and answer, refusals included
 */
export async function readEverything(
  caller: Caller,
  { of, size }: { of: (contract: Contract) => boolean; size: number },
  visit: (contract: Contract, input: Input, answer: Answer) => Promise<void> | void,
): Promise<void> {
  const known: Known = new Map([['idGenericEntity', new Set([caller.me.idGenericEntity])]])
  const reads = contracts.filter(contract => contract.method === 'GET' && of(contract))
  const done = new Set<string>()
  // What is found by one call is asked for by others.
  for (let round = 0; round < 2; round++) {
    for (const contract of reads) {
      for (const input of inputsOf(contract, known, size)) {
        const key = `${contract.name} ${JSON.stringify(input)}`
        if (done.has(key)) continue
        done.add(key)
        const answer = await caller.call(contract, input as never)
        if (answer.status === 200 && !(answer.body instanceof Uint8Array))
          note(known, contract.name.split('.')[0]!, answer.body)
        await visit(contract, input, answer)
      }
    }
  }
}
