import type { ChainFacts, LineFacts, SubcontractFacts } from '#domain/supervision/register/facts.ts'
import { ictTypeOf } from '#domain/supervision/register/facts.ts'
import { NEW_LINE } from '#domain/supervision/register/lint/lead.ts'
import type { Breach, Checked, Rule } from '#domain/supervision/register/lint/rule.ts'
import { breaches, lineProviderOf } from '#domain/supervision/register/lint/rule.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import { addMonths, formatDay } from '#domain/values/day.ts'

/** For how long a confirmation of a chain holds. */
const CONFIRMED_MONTHS = 12

/** The services of providers that critical lines use, once each. */
function criticalServices({ facts, index }: Checked): LineFacts[] {
  const lines = facts.lines.filter(line => line.serviceId !== null && index.isCriticalLine(line))
  return [...new Map(lines.map(line => [`${lineProviderOf(line, index)?.id} ${line.serviceId}`, line])).values()]
}

/** Of each chain of a critical line: the sentence of what is wrong, or null. */
const ofChains =
  (faultOf: (chain: ChainFacts | undefined, checked: Checked) => string | null) =>
  (checked: Checked): Breach[] =>
    breaches(criticalServices(checked), line => {
      const sentence = faultOf(checked.index.chainOf(line), checked)
      const provider = lineProviderOf(line, checked.index)?.name
      return sentence === null
        ? null
        : { row: `${provider} · ${line.service}`, place: { kind: 'line', id: line.id }, owner: 'PROVIDER', sentence }
    })

/** Of each subcontractor in the chain of a critical line. */
const ofSubcontractors =
  (faultOf: (each: SubcontractFacts, checked: Checked) => string | null) =>
  (checked: Checked): Breach[] =>
    criticalServices(checked).flatMap(line =>
      breaches(checked.index.chainOf(line)?.subcontracts ?? [], each => {
        const sentence = faultOf(each, checked)
        const [name, provider] = [
          checked.index.companies.get(each.companyId)?.name,
          lineProviderOf(line, checked.index)?.name,
        ]
        return sentence === null
          ? null
          : { row: `${name} · ${provider}`, place: { kind: 'subcontract', id: each.id }, owner: 'PROVIDER', sentence }
      }),
    )

/** Contracts with a company outside and their types that support a critical function without a chain, each once (REG-11). */
function unwritten({ facts, index }: Checked): Breach[] {
  const lines = facts.lines.filter(line => index.isCriticalLine(line) && !index.writtenFor(line))
  const asked = new Map(lines.map(line => [`${line.arrangementId} ${ictTypeOf(line)}`, line]))
  return breaches([...asked.values()], line => {
    const [contract, type] = [index.arrangements.get(line.arrangementId), ictTypeOf(line)]
    const company = contract && index.companies.get(contract.companyId)
    if (type === null || line.useId !== null || !company || company.isGone || contract.chainIsWhole) return null
    return {
      field: 'chain',
      row: `${company.name} · ${type}`,
      place: { kind: 'arrangement', id: contract.id },
      owner: 'BANK',
      sentence:
        'No consta quién trabaja para la empresa en este tipo de servicio: escriba sus subcontratistas, o diga que constan todos.',
    }
  })
}

function liveContracts({ facts, today }: Checked) {
  return facts.arrangements.filter(({ endsOn }) => endsOn === null || endsOn >= today)
}

/** Rules about chains, and about what a register should not lack. */
export const chainRules: readonly Rule[] = [
  {
    id: 'R60',
    severity: 'WARNING',
    table: 'B_05.02',
    column: 'c0030',
    holds: 'El proveedor ha declarado la cadena de un servicio de una función esencial o importante',
    check: ofChains(chain => (chain ? null : 'El proveedor no ha declarado su cadena de subcontratación.')),
  },
  {
    id: 'R61',
    severity: 'WARNING',
    table: 'B_05.02',
    column: 'c0030',
    holds: `La cadena se confirmó en los últimos ${CONFIRMED_MONTHS} meses`,
    check: ofChains((chain, { today }) => {
      if (!chain) return null
      if (!chain.confirmedOn) return 'El proveedor no ha confirmado su cadena.'
      return chain.confirmedOn < addMonths(today, -CONFIRMED_MONTHS)
        ? `El proveedor no confirma su cadena desde el ${formatDay(chain.confirmedOn)}.`
        : null
    }),
  },
  {
    id: 'R62',
    severity: 'WARNING',
    table: 'B_05.02',
    column: 'c0030',
    holds: 'Cada subcontratista que sustenta una función esencial o importante está identificado',
    check: ofSubcontractors(({ companyId, underpins }, { index }) => {
      const company = index.companies.get(companyId)
      return underpins && company && !companyCode(company) ? 'Sustenta el servicio y no tiene LEI ni EUID.' : null
    }),
  },
  {
    id: 'R65',
    severity: 'WARNING',
    table: 'B_05.02',
    column: 'c0030',
    holds: 'Consta quién trabaja para una empresa externa en un servicio de una función esencial o importante',
    check: unwritten,
  },
  {
    id: 'R64',
    severity: 'ERROR',
    table: 'B_05.02',
    column: 'c0050',
    holds: 'La cadena de un servicio esencial no salta ningún rango',
    check: checked =>
      criticalServices(checked).flatMap(line => {
        const links = checked.index.chainOf(line)?.subcontracts ?? []
        return breaches(links, each => {
          const above = links.find(({ id }) => id === each.recipientId)
          if (!each.underpins || !above || above.underpins) return null
          const nameOf = (companyId: string) => checked.index.companies.get(companyId)?.name
          return {
            row: `${nameOf(each.companyId)} · ${lineProviderOf(line, checked.index)?.name}`,
            place: { kind: 'subcontract', id: each.id },
            owner: 'PROVIDER',
            sentence: `Sustenta el servicio a través de «${nameOf(above.companyId)}», que no consta que lo sustente: falta ese rango.`,
          }
        })
      }),
  },
  {
    id: 'R63',
    severity: 'WARNING',
    table: 'B_05.02',
    column: 'c0030',
    holds: 'Se sabe en qué países trabaja cada subcontratista',
    check: ofSubcontractors(({ countries }) => (countries.length === 0 ? 'No consta en qué países trabaja.' : null)),
  },
  {
    id: 'R71',
    severity: 'WARNING',
    table: 'B_02.02',
    column: 'c0010',
    holds: 'Cada contrato tiene una línea',
    check: ({ facts }) => {
      const withLine = new Set(facts.lines.map(({ arrangementId }) => arrangementId))
      return breaches(facts.arrangements, ({ id, reference }) =>
        withLine.has(id)
          ? null
          : {
              field: NEW_LINE,
              row: reference,
              place: { kind: 'arrangement', id },
              owner: 'BANK',
              sentence: 'El contrato no tiene ninguna línea: diga qué servicio presta y a qué función.',
            },
      )
    },
  },
  {
    id: 'R72',
    severity: 'WARNING',
    table: 'B_02.02',
    column: 'c0010',
    holds: 'Cada servicio de TIC que se utiliza tiene un contrato',
    check: ({ facts }) => {
      const used = new Set(facts.lines.map(({ useId }) => useId))
      return breaches(facts.uses, ({ id, provider, service }) =>
        used.has(id)
          ? null
          : {
              row: `${provider} · ${service}`,
              place: { kind: 'use', id },
              owner: 'BANK',
              sentence: 'Utiliza este servicio de TIC y no está en ningún contrato.',
            },
      )
    },
  },
  {
    id: 'R73',
    severity: 'WARNING',
    table: 'B_02.01',
    column: 'c0010',
    holds: 'El proveedor de un contrato en vigor sigue en el portal',
    check: checked =>
      breaches(liveContracts(checked), ({ id, reference, companyId }) => {
        const company = checked.index.companies.get(companyId)
        return company?.isGone
          ? {
              field: 'endsOn',
              row: reference,
              place: { kind: 'arrangement', id },
              owner: 'BANK',
              sentence: `«${company.name}» ya no está en el portal: termine el contrato o regístrelo como empresa externa.`,
            }
          : null
      }),
  },
  {
    id: 'R74',
    severity: 'WARNING',
    table: 'B_01.02',
    column: 'c0110',
    holds: 'La entidad da sus activos totales',
    check: ({ facts: { entity } }) =>
      entity.totalAssets === null
        ? [
            {
              row: entity.name,
              place: { kind: 'entity', id: entity.id },
              owner: 'BANK',
              sentence: 'Faltan los activos totales de su entidad.',
            },
          ]
        : [],
  },
]
