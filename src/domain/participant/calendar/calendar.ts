import { documentTitle } from '#domain/document/shipped.ts'
import type { Role } from '#domain/identity/roles.ts'
import { locales } from '#domain/language/language.ts'
import { texts } from '#domain/language/texts.ts'
import { currentLanguage, t } from '#domain/language/translate.ts'
import type { AgendaItem, AgendaKind } from '#domain/participant/calendar/contract.ts'
import type { Day } from '#domain/values/day.ts'
import { addDays, addMonths, formatDay, isDay } from '#domain/values/day.ts'

/** What lapses, in the order of the filters. */
export const agendaKindLabels: Record<AgendaKind, string> = texts({
  document: 'Documentos',
  score: 'Calificaciones',
  accreditation: 'Acreditaciones',
  acceptance: 'Aceptaciones',
  lei: 'LEI',
  contract: 'Contratos',
})

const own: readonly AgendaKind[] = ['document', 'score']

/** The kinds of expiry that a role's calendar can hold. */
export const agendaKindsOf: Record<Role, readonly AgendaKind[]> = {
  CCI: ['accreditation'],
  PROVIDER: [...own, 'lei'],
  AUDIT: ['document', 'accreditation'],
  ENTITY: [...own, 'acceptance', 'lei', 'contract'],
}

/** The name of an expiry for its reader: with the provider where that is another company. */
export function agendaText({ kind, name, provider, idProvider }: AgendaItem, reader: string): string {
  if (idProvider !== reader) return `${provider}: ${name}`
  return kind === 'score' ? t`Calificación: ${name}` : documentTitle(name)
}

/** The path of what expires, or of the list that it is in. */
export function agendaPath({ kind, provider, idProvider, validationId }: AgendaItem, role: Role): string {
  if (kind === 'acceptance') return '/required-levels'
  if (kind === 'lei') return role === 'ENTITY' ? '/register?step=entity' : '/own-data'
  if (kind === 'contract') return '/register?step=arrangements'
  if (kind === 'score') {
    const filter = role === 'PROVIDER' ? '' : `provider=${encodeURIComponent(provider)}&`
    return `/provider?${filter}row=${validationId ?? ''}`
  }
  if (role === 'CCI') return `/documentation-verification/${idProvider}-${validationId ?? ''}-DOC_MIN`
  return '/own-documentation'
}

/** A month as its address has it: 'YYYY-MM'. */
export type Month = string

export const monthOf = (day: Day): Month => day.slice(0, 7)

/** A month from an address, or the one of today. */
export function readMonth(text: string | undefined, today: Day): Month {
  return text !== undefined && isDay(`${text}-01`) ? text : monthOf(today)
}

/** The month so many months later. */
export function laterMonth(month: Month, months: number): Month {
  return monthOf(addMonths(`${month}-01`, months))
}

export function monthDays(month: Month): { from: Day; to: Day } {
  return { from: `${month}-01`, to: addDays(`${laterMonth(month, 1)}-01`, -1) }
}

/** The weeks that show a month, from Monday to Sunday; days of other months are among them. */
export function weeksOf(month: Month): Day[][] {
  const { from, to } = monthDays(month)
  const weekday = (new Date(`${from}T12:00:00Z`).getUTCDay() + 6) % 7
  const first = addDays(from, -weekday)
  const weeks: Day[][] = []
  for (let monday = first; monday <= to; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_none, index) => addDays(monday, index)))
  }
  return weeks
}

/** 'diciembre de 2026', 'December 2026' */
export function monthLabel(month: Month): string {
  return new Date(`${month}-01T12:00:00Z`).toLocaleDateString(locales[currentLanguage()], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** The summary of an expiry in another calendar program: 'Caduca: Custodia documental (14/12/2026)'. */
export function eventSummary(item: AgendaItem, reader: string): string {
  const text = agendaText(item, reader)
  return item.kind === 'contract' ? text : t`Caduca: ${text}`
}

export const eventDescription = (item: AgendaItem, reader: string): string =>
  item.kind === 'contract'
    ? `${agendaText(item, reader)}: ${formatDay(item.expiredAt)}, incluido.`
    : `${agendaText(item, reader)}. Vale hasta el ${formatDay(item.expiredAt)}, incluido.`
