import type { FunctionWire } from '#domain/supervision/register/entry/contract.ts'
import type { LineValues } from '#domain/supervision/register/entry/fields.ts'
import { lineFields } from '#domain/supervision/register/entry/fields.ts'
import { functionKey } from '#domain/supervision/register/entry/function-code.ts'
import type { SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { valueIn } from '#domain/values/certain.ts'
import type { Line } from '#server/supervision/register/entry/line-rows.ts'
import type { Refuse } from '#server/supervision/register/import/outside.ts'
import { folded, textOf } from '#server/supervision/register/import/outside.ts'
import type { Known, Plan } from '#server/supervision/register/import/plan.ts'
import type { WorkbookRows } from '#server/supervision/register/import/rows-task.ts'
import type { Step } from '#server/supervision/register/import/step.ts'
import { rowStep } from '#server/supervision/register/import/step.ts'

export type LineStep = Step<Line> & { reference: string; code: string; key: string; useId: string | null }

/**
 * The function that a row names. A workbook names it by its identifier alone: the bank's own, or else the one function of
 * its group that is called so.
 */
export function functionKeyOf({ values, from }: SheetRow, functions: ReadonlyMap<string, FunctionWire>): string {
  const code = textOf(values.code)
  if (from) return functionKey(textOf(values.entity), code)
  if (functions.has(code)) return code
  const [only, second] = [...functions].filter(([, each]) => each.code === code)
  return only && !second ? only[0] : code
}

/** What tells the lines of a register apart: what they are about, and their type and countries. */
const lineKey = (about: readonly (string | null)[], values: object) => {
  const { ictType, provisionCountries, storageCountries, processingCountries } = values as Partial<LineValues>
  const lists = [provisionCountries, storageCountries, processingCountries].map(list => list?.join(',') ?? '')
  const own = [ictType ?? '', ...lists]
  return JSON.stringify([...about, ...own])
}

/** What the rows of services would do to the lines of contracts. */
export function lineSteps(
  rows: WorkbookRows['rows'],
  known: Known,
  plan: Pick<Plan, 'functions' | 'arrangements'>,
  refuse: Refuse,
): LineStep[] {
  const planned = new Set(plan.functions.map(({ key }) => key))
  const functionKeys = new Map([...known.functions].map(([key, { id }]) => [id, key]))
  const steps = new Map(plan.arrangements.map(step => [step.reference, step]))
  const present = new Map(
    known.lines.map(line => [
      lineKey([line.reference, valueIn(functionKeys, line.functionId), line.useId], line),
      line,
    ]),
  )
  const byId = new Map(known.lines.map(line => [line.id, line]))
  const seen = new Map<string, number>()
  return rows.lines.map(row => {
    const [reference, code, service] = [
      textOf(row.values.reference),
      textOf(row.values.code),
      textOf(row.values.service),
    ]
    const key = functionKeyOf(row, known.functions)
    const step = steps.get(reference)
    const stands = known.contracts.get(reference)
    if (!step && !stands) refuse('lines', row, 'reference', 'no es la referencia de ningún contrato.')
    if (!planned.has(key) && !known.functions.has(key))
      refuse('lines', row, 'code', 'no es el identificador de ninguna función.')
    const providerId = step?.party
      ? 'providerId' in step.party
        ? step.party.providerId
        : null
      : (stands?.providerId ?? null)
    const useId = providerId === null ? null : (known.uses.get(`${providerId} ${folded(service)}`) ?? null)
    // What a package says of a service that no use of the bank is of has none until the bank chooses it.
    if (providerId !== null && useId === null && !row.from) {
      refuse('lines', row, 'service', 'no es la clave de un servicio que utilice de este proveedor.')
    }
    const isWrong = step !== undefined && !stands && !step.party
    if (providerId === null && service && !isWrong)
      refuse('lines', row, 'service', 'el contrato es con una empresa externa. Déjelo vacío.')
    if (row.id) {
      const now = valueIn(byId, row.id)
      return { ...rowStep(lineFields, row, now), reference: reference, code: code, key, useId: now.useId }
    }
    const line = lineKey([reference, key, useId], row.values)
    const first = seen.get(line)
    if (first !== undefined && !row.from) refuse('lines', row, 'reference', `repite la fila ${first}. Deje solo una.`)
    seen.set(line, row.line)
    return {
      ...rowStep(lineFields, row, row.from ? undefined : present.get(line)),
      reference: reference,
      code: code,
      key,
      useId,
    }
  })
}
