import { codeOf } from '#domain/participant/company/company.ts'
import type { CompanyFacts } from '#domain/supervision/register/facts.ts'
import type { Breach, Checked, Rule } from '#domain/supervision/register/lint/rule.ts'
import { breaches } from '#domain/supervision/register/lint/rule.ts'
import { companyCode, ultimateParentOf } from '#domain/supervision/register/table/company-code.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { countryName, isInUnion } from '#domain/values/countries.ts'
import { formatDay } from '#domain/values/day.ts'
import { euidRule } from '#domain/values/euid.ts'
import { leiRule } from '#domain/values/lei.ts'

/** Of each company that the tables name: the sentence of what is wrong, or null. */
const ofCompanies =
  (faultOf: (company: CompanyFacts, checked: Checked) => string | null) =>
  (checked: Checked): Breach[] =>
    breaches(checked.named, company => {
      const sentence = faultOf(company, checked)
      return sentence === null
        ? null
        : { row: company.name, place: { kind: 'company', id: company.id }, owner: company.keptBy, sentence }
    })

const isLegal = ({ personType }: CompanyFacts) => personType !== 'INDIVIDUAL'
const list = new Intl.ListFormat('es', { type: 'conjunction' })

function missingOf({ country, personType, name }: CompanyFacts): string | null {
  const missing = [
    ...(country ? [] : ['el país']),
    ...(personType ? [] : ['el tipo de persona']),
    ...(name.trim() ? [] : ['el nombre']),
  ]
  return missing.length > 0 ? `Falta ${list.format(missing)}.` : null
}

const folded = (name: string) => foldForSearch(name.trim()).toLowerCase()

function otherName(company: CompanyFacts, { named }: Checked): string | null {
  const first = named.find(({ lei }) => lei !== null && lei === company.lei)
  if (!first || folded(first.name) === folded(company.name)) return null
  return `El LEI ${company.lei} es también el de «${first.name}»: un LEI es de una sola empresa.`
}

/** What the shared company says that this bank's own does not; null where they agree. */
function otherWords({ shared, ...own }: CompanyFacts): string | null {
  if (!shared) return null
  const parts = [
    ...(folded(shared.name) === folded(own.name) ? [] : [`el nombre «${shared.name}»`]),
    ...(shared.country && shared.country !== own.country ? [`el país ${countryName(shared.country)}`] : []),
    ...(shared.lei && shared.lei !== own.lei ? [`el LEI ${shared.lei}`] : []),
    ...(shared.euid && shared.euid !== own.euid ? [`el EUID ${shared.euid}`] : []),
  ]
  return parts.length === 0
    ? null
    : `En el portal consta ahora con ${list.format(parts)}. Compruébelo y, si es así, cambie la empresa de su contrato.`
}

function lapsedLeis({ facts: { entity }, named, today }: Checked): Breach[] {
  const bank = { ...entity, keptBy: 'BANK' as const, kind: 'entity' as const }
  return breaches([bank, ...named.map(company => ({ ...company, kind: 'company' as const }))], each =>
    each.lei && each.leiRenewalOn && each.leiRenewalOn < today
      ? {
          table: each.kind === 'entity' ? 'B_01.01' : 'B_05.01',
          row: each.name,
          place: { kind: each.kind, id: each.id },
          owner: each.keptBy,
          sentence: `El LEI debía renovarse el ${formatDay(each.leiRenewalOn)}: uno caducado se rechaza.`,
        }
      : null,
  )
}

/** Rules about providers, subcontractors and their parents. */
export const companyRules: readonly Rule[] = [
  {
    id: 'R10',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Un LEI tiene 20 caracteres y dígitos de control de ISO 17442',
    check: ofCompanies(({ lei }) => (lei ? leiRule(lei) : null)),
  },
  {
    id: 'R11',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Una persona jurídica de la Unión tiene LEI o EUID',
    check: ofCompanies(company =>
      isLegal(company) && company.country && isInUnion(company.country) && !company.otherCode && !companyCode(company)
        ? 'Falta su LEI o su EUID.'
        : null,
    ),
  },
  {
    id: 'R12',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Una persona jurídica de fuera de la Unión tiene LEI',
    check: ofCompanies(company =>
      isLegal(company) && company.country && !isInUnion(company.country) && !company.lei
        ? `Es de ${countryName(company.country)}, fuera de la Unión, y le falta el LEI.`
        : null,
    ),
  },
  {
    id: 'R13',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Una persona jurídica consta con su LEI o su EUID, no con un número nacional',
    check: ofCompanies(company =>
      isLegal(company) && company.otherCode && codeOf(company) === null
        ? 'Consta con su número nacional: la autoridad pide de una persona jurídica su LEI o su EUID.'
        : null,
    ),
  },
  {
    id: 'R14',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0080',
    holds: 'Una empresa tiene país, tipo de persona y nombre',
    check: ofCompanies(missingOf),
  },
  {
    id: 'R15',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0030',
    holds: 'Un EUID es del país de la empresa',
    check: ofCompanies(({ euid, country }) => (euid ? euidRule(euid, country) : null)),
  },
  {
    id: 'R16',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0110',
    holds: 'La matriz última está identificada, o la empresa es la suya',
    check: ofCompanies((company, { index }) => {
      const parent = ultimateParentOf(company, index.companies)
      return parent !== company && !companyCode(parent)
        ? `Su matriz última, «${parent.name}», no tiene LEI ni EUID.`
        : null
    }),
  },
  {
    id: 'R17',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0050',
    holds: 'Un LEI es de una sola empresa',
    check: ofCompanies(otherName),
  },
  {
    id: 'R18',
    severity: 'WARNING',
    table: 'B_05.01',
    column: 'c0030',
    holds: 'Un EUID español lleva cinco cifras del registro, un punto y cifras',
    check: ofCompanies(({ euid, country }) =>
      euid && country === 'ES' && euidRule(euid, country) === null && !/^ES\d{5}\.\d+$/.test(euid)
        ? `«${euid}» no tiene la forma de los EUID españoles, como ES28065.082060194.`
        : null,
    ),
  },
  {
    id: 'R70',
    severity: 'WARNING',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'La fecha de renovación de un LEI no ha pasado',
    check: lapsedLeis,
  },
  {
    id: 'R75',
    severity: 'WARNING',
    table: 'B_05.01',
    column: 'c0050',
    holds: 'Una empresa de un contrato consta igual en el portal',
    check: ofCompanies(otherWords),
  },
]
