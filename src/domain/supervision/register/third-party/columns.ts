import type { ListColumn } from '#domain/list/columns.ts'
import type { RecordFields } from '#domain/record/field.ts'
import { fieldText } from '#domain/record/words.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import { arrangementFields } from '#domain/supervision/register/entry/fields.ts'
import { thirdPartyFields } from '#domain/supervision/register/entry/third-party.ts'
import type { AskedName, Guidelines } from '#domain/supervision/register/third-party/guidelines.ts'
import { guidelineEditions } from '#domain/supervision/register/third-party/guidelines.ts'

/** A contract without ICT services, with what the register knows of who it is with. */
export type ThirdParty = Pick<ArrangementWire, 'provider'> & {
  contract: ArrangementWire
  number: string
  lei: string
  parent: string
}

const ofCompany = {
  provider: 'Tercero',
  number: 'Número de identificación',
  lei: 'LEI',
  parent: 'Matriz última',
} as const
const fields: RecordFields = { ...arrangementFields, ...thirdPartyFields }

/** A column of the workbook: numbers are numbers there. */
type WorkbookColumn = ListColumn<ThirdParty> & {
  cell: (row: ThirdParty) => string | number
  holds: 'number' | 'amount' | undefined
}

const columnOf = (name: AskedName): WorkbookColumn => {
  const column = textColumnOf(name)
  const kind = fields[name]?.kind
  return {
    ...column,
    holds: kind === 'number' || kind === 'amount' ? kind : undefined,
    cell: row => {
      const value = row.contract[name as keyof ArrangementWire]
      return typeof value === 'number' ? value : column.text(row)
    },
  }
}

const textColumnOf = (name: AskedName): ListColumn<ThirdParty> =>
  name in ofCompany
    ? { key: name, label: ofCompany[name as keyof typeof ofCompany], text: row => row[name as keyof typeof ofCompany] }
    : {
        key: name,
        label: fields[name]!.label,
        text: ({ contract }) => fieldText(fields[name]!, contract[name as keyof ArrangementWire] as never),
      }

/** Its columns, as the guidelines ask for them (REG-27). */
export const thirdPartyColumns = (of: Guidelines): WorkbookColumn[] =>
  guidelineEditions[of].asks.map(({ name }) => columnOf(name))

/** Where each column comes from: 'Referencia', 'EBA/GL/2019/02, 54.a'. */
export const columnSources = (of: Guidelines): (readonly [string, string])[] => {
  const { asks, asksOf } = guidelineEditions[of]
  return asks.map(({ name, source, of: only }) => [
    columnOf(name).label,
    `${asksOf}, ${source}${only ? ' (de funciones esenciales o importantes)' : ''}`,
  ])
}

/** The labels of the columns that the guidelines ask of a contract and that are empty. */
export const columnsLeft = (row: ThirdParty, of: Guidelines): string[] =>
  guidelineEditions[of].asks
    .filter(({ of: only, where }) => !where && (!only || row.contract.isCritical === true))
    .map(({ name }) => columnOf(name))
    .filter(({ text }) => text(row) === '')
    .map(({ label }) => label)

/** The fields that a form asks for by any of the guidelines: of each contract without ICT services, or of critical or important functions alone. */
export const formNames = (only?: 'critical'): string[] => [
  ...new Set(
    Object.values(guidelineEditions).flatMap(({ asks }) =>
      asks.filter(each => each.of === only && each.name in fields).map(({ name }) => name),
    ),
  ),
]
