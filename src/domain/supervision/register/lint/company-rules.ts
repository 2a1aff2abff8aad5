import { companyCodeOf } from '#domain/participant/company/company.ts'
import type { CompanyFacts } from '#domain/supervision/register/facts.ts'
import type { Breach, Checked, Finding, Rule } from '#domain/supervision/register/lint/rule.ts'
import { breachesFrom } from '#domain/supervision/register/lint/rule.ts'
import { companyCode, ultimateParentOf } from '#domain/supervision/register/table/company-code.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { euidRule } from '#domain/values/company/euid.ts'
import { countryName, isInUnion } from '#domain/values/countries.ts'
import { leiRule } from '#domain/values/lei.ts'

/** Of each company that the tables name: what is wrong. */
const ofCompanies =
  (faultOf: (company: CompanyFacts, checked: Checked) => Finding) =>
  (checked: Checked): Breach[] =>
    checked.named.flatMap(company => {
      const place = { kind: 'company', id: company.id } as const
      return breachesFrom(faultOf(company, checked), { row: company.name, place, owner: company.keptBy })
    })

const isLegal = ({ personType }: CompanyFacts) => personType !== 'INDIVIDUAL'

const missingOf = ({ country, personType, name }: CompanyFacts): Finding => [
  country ? null : 'Falta el país.',
  personType ? null : { column: 'c0070', sentence: 'Falta el tipo de persona.' },
  name.trim() ? null : { column: 'c0050', sentence: 'Falta el nombre.' },
]

function otherName(company: CompanyFacts, { named }: Checked): string | null {
  const first = named.find(({ lei }) => lei !== null && lei === company.lei)
  if (!first || foldForSearch(first.name) === foldForSearch(company.name)) return null
  return `El LEI ${company.lei} es también el de «${first.name}»: un LEI es de una sola empresa.`
}

/** What the shared company says that this bank's own does not; null where they agree. */
function otherWords({ shared, ...own }: CompanyFacts): Finding {
  if (!shared) return null
  const { country } = shared
  const parts = [
    foldForSearch(shared.name) === foldForSearch(own.name) ? null : ['c0050', `el nombre «${shared.name}»`],
    country && country !== own.country ? ['c0080', `el país ${countryName(country)}`] : null,
    shared.lei && shared.lei !== own.lei ? ['c0010', `el LEI ${shared.lei}`] : null,
    shared.euid && shared.euid !== own.euid ? ['c0030', `el EUID ${shared.euid}`] : null,
  ].flatMap(part => (part === null ? [] : [part as [string, string]]))
  return parts.map(([column, what]) => ({
    column,
    sentence: `En el portal consta ahora con ${what}. Compruébelo y, si es así, cambie la empresa de su contrato.`,
  }))
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
      isLegal(company) && company.otherCode && companyCodeOf(company) === null
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
    id: 'R19',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0060',
    holds: 'El nombre en letras latinas lo está',
    check: ofCompanies(({ name, latinName }) =>
      /[^\P{L}\p{Script=Latin}]/u.test(latinName || name) ? `«${latinName || name}» no está en letras latinas.` : null,
    ),
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
