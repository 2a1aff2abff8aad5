import type { Day } from '#domain/values/day.ts'
import { daysBetween, formatDay } from '#domain/values/day.ts'

/** The day until which a register is to be filed, and whose it is. */
export type Filing = { on: Day; isOwn: boolean; days: number }

/** The bank's own day, unless it is of a year before the one that CCI writes (REG-24); null while there is none. */
export function filingOf(own: Day | null, centre: Day | null, today: Day): Filing | null {
  const isOwn = own !== null && (centre === null || own.slice(0, 4) >= centre.slice(0, 4))
  const on = isOwn ? own : centre
  return on === null ? null : { on, isOwn, days: daysBetween(today, on) }
}

/** How long there is: 'Quedan 45 días: hasta el 31/03/2027, la fecha que fija el CCI'. */
export function filingText(filing: Filing | null): string {
  if (!filing) return 'Ni el CCI ni su entidad han escrito la fecha de presentación'
  const { on, isOwn, days } = filing
  const whose = isOwn ? 'la fecha de su entidad' : 'la fecha que fija el CCI'
  if (days === 0) return `Se presenta hoy, ${formatDay(on)}, ${whose}`
  if (days === 1) return `Queda 1 día: hasta el ${formatDay(on)}, ${whose}`
  if (days > 1) return `Quedan ${days} días: hasta el ${formatDay(on)}, ${whose}`
  return `El plazo pasó hace ${days === -1 ? '1 día' : `${-days} días`}: el ${formatDay(on)}, ${whose}`
}
