import type { Contract } from '#domain/contract/contract.ts'
import { errorsOf } from '#domain/contract/errors-of.ts'
import { contracts } from '#domain/contracts.ts'
import { openApiDocument } from '#server/http/openapi/openapi.ts'

type Document = { paths: Record<string, Record<string, { responses: Record<string, unknown> }>> }
type Call = { name: string; method: string; path: RegExp; statuses: ReadonlySet<number>; codes: ReadonlySet<string> }

const parametersOf = (contract: Contract) => contract.path.split('{').length

/** Every call with its documented answers. As in the router, a fixed path comes before a parameter. */
function callsOf({ paths }: Document): Call[] {
  return [...contracts]
    .sort((a, b) => parametersOf(a) - parametersOf(b))
    .map(contract => ({
      name: contract.name,
      method: contract.method,
      path: new RegExp(`^${contract.path.replace(/\{\w+\}/g, '[^/]+')}$`),
      statuses: new Set(Object.keys(paths[contract.path]![contract.method.toLowerCase()]!.responses).map(Number)),
      codes: new Set(errorsOf(contract)),
    }))
}

let calls: Call[] | null = null

/**
 * Checks the status of an answer, and the code of a refusal, against the OpenAPI document. A path below `/api/v1`
 * without a call passes.
 * @throws Error with the call and the missing part of its contract
 */
export function checkDocumented(
  method: string,
  path: string,
  { status, code }: { status: number; code: string | undefined },
): void {
  calls ??= callsOf(openApiDocument('Almotacén') as Document)
  const [place = ''] = path.split('?')
  const call = calls.find(each => each.method === method && each.path.test(place))
  if (!call) return
  const isKnown = call.statuses.has(status) && (status < 400 || call.codes.has(String(code)))
  if (!isKnown)
    throw new Error(`${call.name} answered ${status} ${code ?? ''}, which the OpenAPI document does not say`)
}
