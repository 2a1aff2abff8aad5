import type { Day } from '#domain/values/day.ts'
import { addDays, formatDay } from '#domain/values/day.ts'
import { commonParticulars, particulars } from '#server/demo/particulars.ts'
import type { CompanyKey, DemoCompany } from '#server/demo/people.ts'
import { demoCompanies } from '#server/demo/people.ts'
import type { DemoRequest } from '#server/demo/requests.ts'

type Values = Record<string, string>

const inWords = new Intl.DateTimeFormat('es-ES', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const longDay = (day: Day) => inWords.format(new Date(day))

const prefixed = (group: string, values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [`${group}.${key}`, value]))

function addressText(key: CompanyKey, company: DemoCompany): string {
  const { viaName, postalCode, city, province } = (particulars[key] ?? commonParticulars).seat
  const place = city === province ? city : `${city} (${province})`
  return `Calle ${viaName}, ${company.name.length}, Planta 4.ª, ${postalCode} ${place}`
}

function companyValues(group: 'provider' | 'auditor' | 'entity', key: CompanyKey): Values {
  const company: DemoCompany = demoCompanies[key]
  const [first, second] = company.users
  return prefixed(group, {
    name: company.name,
    cif: company.cif ?? '',
    roac: company.roac ?? '',
    nrbe: company.nrbe ?? '',
    address: addressText(key, company),
    person: `${first.name} ${first.surnames}`,
    personNumber: `2${(company.cif ?? '').slice(4, 8)}`,
    position: first.position,
    security: second ? `${second.name} ${second.surnames}` : 'Begoña Iriarte Sanz',
    email: first.email,
  })
}

function dateValues(day: Day, validUntil: Day): Values {
  return prefixed('on', {
    day: formatDay(day),
    longDay: longDay(day),
    year: day.slice(0, 4),
    validUntil: formatDay(validUntil),
    longValidUntil: longDay(validUntil),
    from: formatDay(addDays(day, -420)),
    until: formatDay(addDays(day, -56)),
  })
}

/** The text of a demo document: the company, the day of the document and its expiry date. */
export function documentValues(key: CompanyKey, day: Day, validUntil: Day): Values {
  const group = { PROVIDER: 'provider', AUDIT: 'auditor', ENTITY: 'entity' } as const
  return { ...companyValues(group[demoCompanies[key].kind], key), ...dateValues(day, validUntil) }
}

/** The text of a request's report and opinion. `day` is the day of the document, `reportDay` that of the report. */
export function requestValues(request: DemoRequest, day: Day, reportDay: Day, expires: Day): Values {
  const [confidentiality = '', integrity = '', availability = ''] = (request.rating ?? '').split('/')
  return {
    ...companyValues('provider', request.provider),
    ...companyValues('auditor', request.evaluator),
    ...dateValues(day, expires),
    ...prefixed('request', {
      service: request.service,
      concept: request.concept,
      number: `${reportDay.slice(0, 4)}/${100 + (request.sentAgo % 900)}`,
      reportDay: formatDay(reportDay),
      expires: formatDay(expires),
      longExpires: longDay(expires),
      confidentiality,
      integrity,
      availability,
    }),
  }
}
