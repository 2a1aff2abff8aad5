import { breachSeverities, breachSeverityLabels } from '#domain/supervision/register/lint/rule.ts'
import { formatLabels } from '#domain/supervision/register/package/format.ts'
import type { SummaryWire } from '#domain/supervision/register/summary/contract.ts'
import type { Costs } from '#domain/supervision/register/summary/summary.ts'
import { formatDay } from '#domain/values/day.ts'

/** A table of the summary, for the screen and the paper; `bars`: its chart, for each of its first rows. */
export type SummaryTable = {
  key: 'size' | 'providers' | 'countries' | 'concentration' | 'changes' | 'faults'
  title: string
  heads: readonly string[]
  rows: readonly (readonly string[])[]
  bars: readonly { value: number; text: string }[]
  /** What is to be known about it. */
  notes: readonly string[]
  empty: string
}

const amounts = new Intl.NumberFormat('es-ES', { useGrouping: 'always', maximumFractionDigits: 0 })
const listed = new Intl.ListFormat('es', { type: 'conjunction' })
/** As many currencies are named. */
const NAMED = 8
const someOf = (names: readonly string[]) =>
  listed.format([...names.slice(0, NAMED), ...(names.length > NAMED ? [`${names.length - NAMED} más`] : [])])
const texts = (cells: readonly (string | number)[]) => cells.map(String)

/** A part of a whole: '34 %'; 'menos del 1 %'. */
function partText(part: number, whole: number): string {
  const percent = whole > 0 ? (100 * part) / whole : 0
  return percent > 0 && percent < 1 ? 'menos del 1 %' : `${Math.round(percent)} %`
}

/** The tables of the summary in their order (REG-24). */
export function summaryTables(summary: SummaryWire): SummaryTable[] {
  const { contracts, providers, functions, concentration, changes, counts } = summary
  const sized = ({ critical, other }: typeof contracts) => [critical + other, critical, other, '–']
  return [
    {
      key: 'size',
      title: 'Contratos, proveedores y funciones',
      heads: ['Cuántos', 'Total', 'De funciones esenciales o importantes', 'Otros', 'Sin evaluar'],
      rows: [
        texts(['Contratos', ...sized(contracts)]),
        texts(['Proveedores', ...sized(providers)]),
        texts([
          'Funciones',
          functions.critical + functions.other + functions.unassessed,
          ...[functions.critical, functions.other, functions.unassessed],
        ]),
      ],
      bars: [],
      notes: [],
      empty: '',
    },
    costTable(summary, 'providers', 'Coste anual por proveedor', 'Proveedor', summary.byProvider),
    costTable(summary, 'countries', 'Coste anual por país del proveedor', 'País', summary.byCountry),
    {
      key: 'concentration',
      title: 'De quién dependen las funciones esenciales o importantes',
      heads: ['Proveedor', 'Funciones', 'Solo con este', 'Difícil de sustituir', 'De todas'],
      rows: concentration.rows.map(({ name, functions: count, alone, isHard }) =>
        texts([name, count, alone, isHard ? 'Sí' : 'No', partText(count, functions.critical)]),
      ),
      bars: concentration.rows.map(({ functions: value }) => ({
        value,
        text: `${value} de ${functions.critical} · ${partText(value, functions.critical)}`,
      })),
      notes:
        concentration.rest > 0
          ? [`Y ${concentration.rest} proveedores más, con menos funciones o las mismas que el último.`]
          : [],
      empty: 'Ningún contrato presta servicios a una función esencial o importante.',
    },
    {
      key: 'changes',
      title: 'Cambios desde el último fichero para la autoridad',
      heads: ['Tabla', 'Filas nuevas', 'Quitadas', 'Cambiadas'],
      rows: changes.tables.map(({ table, name, NEW, GONE, CHANGED }) =>
        texts([`${table} ${name}`, NEW, GONE, CHANGED]),
      ),
      bars: [],
      notes: changes.with
        ? [
            `Comparado con el ${formatLabels[changes.with.format]} a ${formatDay(changes.with.referenceDate)}, hecho el ${formatDay(changes.with.madeAt.slice(0, 10))}.`,
          ]
        : [],
      empty: changes.with
        ? 'Ninguna fila cambia.'
        : 'Todavía no se ha hecho ningún fichero para la autoridad con el que comparar.',
    },
    {
      key: 'faults',
      title: 'Errores que quedan',
      heads: ['Gravedad', 'Errores'],
      rows: breachSeverities.map(severity => texts([breachSeverityLabels[severity], counts[severity]])),
      bars: [],
      notes: [],
      empty: '',
    },
  ]
}

function costTable(
  { currency, total, withoutCost, missingRates }: SummaryWire,
  key: 'providers' | 'countries',
  title: string,
  head: string,
  { rows, rest }: Costs,
): SummaryTable {
  const line = (name: string, contracts: number, cost: number) =>
    texts([name, contracts, `${amounts.format(cost)} ${currency}`, partText(cost, total)])
  return {
    ...{ key, title },
    heads: [head, 'Contratos', 'Coste anual', 'Del total'],
    rows: [
      ...rows.map(({ name, contracts, cost }) => line(name, contracts, cost)),
      ...(rest ? [line(`Otros ${rest.names}`, rest.contracts, rest.cost)] : []),
    ],
    bars: rows.map(({ cost }) => ({
      value: cost,
      text: `${amounts.format(cost)} ${currency} · ${partText(cost, total)}`,
    })),
    notes:
      key === 'countries'
        ? []
        : [
            ...(rows.length > 0 ? [`En total, ${amounts.format(total)} ${currency} al año.`] : []),
            ...(missingRates.length > 0
              ? [`Falta el cambio de ${someOf(missingRates)} en la fecha de referencia: escríbalo en «Entidad».`]
              : []),
            ...(withoutCost > 0
              ? [
                  withoutCost === 1
                    ? 'Un contrato no entra en la suma: no tiene coste, o falta su cambio.'
                    : `${withoutCost} contratos no entran en la suma: no tienen coste, o falta su cambio.`,
                ]
              : []),
          ],
    empty:
      currency === null
        ? 'Escriba la moneda de su entidad en «Entidad» para sumar los costes.'
        : 'Ningún contrato tiene coste.',
  }
}
