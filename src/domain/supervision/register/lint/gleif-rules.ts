import type { CompanyFacts } from '#domain/supervision/register/facts.ts'
import type { GleifFacts, GleifLei } from '#domain/supervision/register/gleif/gleif.ts'
import { isSameName, leiUseOf } from '#domain/supervision/register/gleif/gleif.ts'
import type { Breach, Checked, Rule } from '#domain/supervision/register/lint/rule.ts'
import { breaches } from '#domain/supervision/register/lint/rule.ts'
import { ultimateParentOf } from '#domain/supervision/register/table/company-code.ts'
import { writtenParent } from '#domain/supervision/register/table/entities.ts'
import { formatDay } from '#domain/values/day.ts'

/** Who has a LEI in the register, where its fault is shown and who can put it right. */
type Holder = { lei: string; renewalOn: string | null; at: Omit<Breach, 'sentence'> }

function holdersOf({ facts, named }: Checked): Holder[] {
  const { id, name, lei, leiRenewalOn, parentName } = facts.entity
  const parentLei = writtenParent(facts)
  const own = { owner: 'BANK', row: name, table: 'B_01.01' } as const
  const parent = { owner: 'BANK', row: parentName, table: 'B_01.02', place: { kind: 'parent', id } } as const
  return [
    ...(lei ? [{ lei, renewalOn: leiRenewalOn, at: { ...own, place: { kind: 'entity', id } } as const }] : []),
    ...(parentLei ? [{ lei: parentLei, renewalOn: null, at: parent }] : []),
    ...facts.members.flatMap(member => {
      const place = { kind: 'member', id: member.id } as const
      const at = { owner: 'BANK', row: member.name, table: 'B_01.02', place } as const
      return member.lei ? [{ lei: member.lei, renewalOn: null, at }] : []
    }),
    ...named.flatMap(company =>
      company.lei ? [{ lei: company.lei, renewalOn: company.leiRenewalOn, at: atCompany(company) }] : [],
    ),
  ]
}

const atCompany = ({ id, name, keptBy }: CompanyFacts) =>
  ({ owner: keptBy, row: name, place: { kind: 'company', id } }) as const

const source = ({ on }: GleifFacts) => `Según GLEIF (${formatDay(on)})`

/** LEIs whose renewal has passed: as GLEIF publishes it, else as it was written. */
function lapsedLeis(checked: Checked): Breach[] {
  const { gleif } = checked.facts
  return breaches(holdersOf(checked), ({ lei, renewalOn, at }) => {
    const known = gleif?.leis.get(lei)
    const use = known ? leiUseOf(known) : 'RENEWED'
    const day = known ? known.renewalOn : renewalOn
    const isOver = use === 'RENEWED' && day !== null && day < checked.today
    if (use !== 'NOT_RENEWED' && !isOver) return null
    const field = at.place.kind === 'entity' && !known ? { field: 'leiRenewalOn' } : {}
    const since = day ? `debía renovarse el ${formatDay(day)}` : 'no se renovó'
    const sentence = known && gleif ? `${source(gleif)}, el LEI ${since}` : `El LEI ${since}`
    return { ...at, ...field, sentence: `${sentence}: uno caducado se rechaza.` }
  })
}

/** LEIs that do not exist, or are no longer used. */
function deadLeis(checked: Checked): Breach[] {
  const { gleif } = checked.facts
  if (!gleif) return []
  return breaches(holdersOf(checked), ({ lei, at }) => {
    const known = gleif.leis.get(lei)
    if (!known) return gleif.isWhole ? { ...at, sentence: `${source(gleif)}, el LEI ${lei} no existe.` } : null
    if (leiUseOf(known) !== 'UNUSED') return null
    return { ...at, sentence: `${source(gleif)}, el LEI ${lei} ya no se usa (${known.status}).` }
  })
}

/** What GLEIF says of the companies of the tables, for those that it knows. */
const knownCompanies = ({ facts: { gleif }, named }: Checked) =>
  named.flatMap(company => {
    const known = company.lei ? gleif?.leis.get(company.lei) : undefined
    return known && gleif ? [{ company, known, said: source(gleif) }] : []
  })

const otherNames = (checked: Checked): Breach[] =>
  breaches(knownCompanies(checked), ({ company, known, said }) =>
    isSameName(known.name, company.name) || isSameName(known.name, company.latinName)
      ? null
      : { ...atCompany(company), sentence: `${said}, su nombre es «${known.name}». Compruébelo.` },
  )

const otherParents = (checked: Checked): Breach[] =>
  breaches(knownCompanies(checked), ({ company, known, said }) => {
    const parent = ultimateParentOf(company, checked.index.companies)
    if (known.parentLei === null || parent.lei === known.parentLei) return null
    return { ...atCompany(company), sentence: `${said}, ${parentText(known)}, y aquí consta «${parent.name}».` }
  })

const parentText = ({ lei, parentLei, parentName }: GleifLei) =>
  parentLei === lei
    ? 'es su propia matriz última'
    : `su matriz última es ${parentName ? `«${parentName}», ` : ''}LEI ${parentLei}`

/** How many LEIs could not be looked up, said once. */
function unknownLeis(checked: Checked): Breach[] {
  const { entity, members, gleif } = checked.facts
  const leis = new Set([entity, ...members, ...checked.named].flatMap(({ lei }) => lei ?? []))
  const open = [...leis].filter(lei => !gleif || (!gleif.isWhole && !gleif.leis.has(lei))).length
  if (gleif && open === 0 && leis.size > 0) return []
  const sentence =
    leis.size === 0
      ? 'El registro no tiene ningún LEI que comprobar.'
      : open === 1
        ? 'El portal no sabe si el LEI está vigente: compruébelo en search.gleif.org.'
        : `El portal no sabe si los ${open} LEI están vigentes: compruébelos en search.gleif.org.`
  return [{ row: '', place: { kind: 'entity', id: entity.id }, owner: 'BANK', sentence }]
}

/** Rules by what GLEIF publishes, as CCI loaded it last (REG-23). None of them changes what was written. */
export const gleifRules: readonly Rule[] = [
  {
    id: 'R70',
    severity: 'WARNING',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'La fecha de renovación de un LEI no ha pasado',
    check: lapsedLeis,
  },
  {
    id: 'R76',
    severity: 'ERROR',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Cada LEI existe en GLEIF y se usa',
    check: deadLeis,
  },
  {
    id: 'R77',
    severity: 'WARNING',
    table: 'B_05.01',
    column: 'c0050',
    holds: 'Una empresa se llama como en GLEIF',
    check: otherNames,
  },
  {
    id: 'R78',
    severity: 'WARNING',
    table: 'B_05.01',
    column: 'c0110',
    holds: 'La matriz última de una empresa es la que consta en GLEIF',
    check: otherParents,
  },
  {
    id: 'R90',
    severity: 'UNKNOWN',
    table: 'B_05.01',
    column: 'c0010',
    holds: 'Cada LEI está vigente en GLEIF',
    check: unknownLeis,
  },
]
