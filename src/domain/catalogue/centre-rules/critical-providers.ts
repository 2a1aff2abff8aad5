import { z } from 'zod'
import { msg } from '#domain/language/translate.ts'
import { type Day, formatDay, isDay, parseDay } from '#domain/values/day.ts'
import { leiRule, normaliseLei } from '#domain/values/lei.ts'

/** More than the authorities designate in a year. */
const PROVIDERS_MAX = 200

const criticalProvider = z.object({
  name: z.string().trim().min(1).max(200),
  lei: z
    .string()
    .overwrite(normaliseLei)
    .refine(lei => leiRule(lei) === null, msg('LEI no válido')),
  on: z.string().refine(isDay, msg('Fecha no válida')),
  source: z.string().trim().max(200),
})
/** A critical ICT third-party provider (Regulation (EU) 2022/2554, art. 31): designated on a day, which a source says. */
export type CriticalProvider = z.output<typeof criticalProvider>

/** The list that CCI maintains, by name, each LEI once (REG-23). */
export const criticalProvidersSchema = z
  .array(criticalProvider)
  .max(PROVIDERS_MAX)
  .refine(listed => new Set(listed.map(({ lei }) => lei)).size === listed.length, msg('Un LEI está dos veces'))
  .overwrite(listed => listed.toSorted((a, b) => a.name.localeCompare(b.name, 'es')))

/** 'Acme (LEI 9598…, 18/11/2025, fuente)'. */
export const criticalProviderText = ({ name, lei, on, source }: CriticalProvider): string =>
  `${name} (LEI ${lei}, ${formatDay(on)}${source ? `, ${source}` : ''})`

/** The list as a person writes it: a provider a line. */
export const criticalProviderLines = (listed: readonly CriticalProvider[]): string =>
  listed.map(({ name, lei, on, source }) => [name, lei, formatDay(on), source].join('; ')).join('\n')

/** What was written, or the first line that cannot be read. Cells pasted from a sheet are read as well. */
export function readCriticalProviders(text: string): { value: CriticalProvider[] } | { fault: string } {
  const value: CriticalProvider[] = []
  for (const line of text.split('\n').filter(each => each.trim() !== '')) {
    const parts = line.split(/[;\t]/).map(part => part.trim())
    const [name = '', lei = '', day = '', ...source] = parts
    const on: Day | null = parseDay(day)
    if (!name || leiRule(lei) || !on) {
      const fault = !name ? 'falta el nombre' : leiRule(lei) ? 'el LEI no es válido' : 'la fecha no es válida'
      return { fault: `«${line.trim()}»: ${fault}. Escriba nombre; LEI; fecha; fuente.` }
    }
    value.push({ name, lei: normaliseLei(lei), on, source: source.join('; ') })
  }
  return { value }
}
