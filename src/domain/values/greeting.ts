import { formatInstant } from '#domain/values/day.ts'

/** What one says in Spain at an instant (ISO 8601), by the clock of Madrid: until lunch, until dark, and then. */
export function greetingAt(instantIso: string): string {
  const hour = Number(formatInstant(instantIso).slice(-5, -3))
  if (hour >= 6 && hour < 14) return 'Buenos días'
  return hour >= 14 && hour < 21 ? 'Buenas tardes' : 'Buenas noches'
}
