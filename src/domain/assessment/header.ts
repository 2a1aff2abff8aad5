import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import type { Day } from '#domain/values/day.ts'
import { compareDays, isDay } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { isBlank, textRule } from '#domain/values/text.ts'

export const standards = [
  'ISAE_3000',
  'ISAE_3402_I',
  'ISAE_3402_II',
  'SOC_2_I',
  'SOC_2_II',
  'ISO_27001',
  'ENS_BASIC',
  'ENS_MEDIUM',
  'ENS_HIGH',
  'OTHER',
] as const
export type Standard = (typeof standards)[number]
export const standardLabels: Readonly<Record<Standard, string>> = texts({
  ISAE_3000: 'ISAE 3000',
  ISAE_3402_I: 'ISAE 3402 tipo I',
  ISAE_3402_II: 'ISAE 3402 tipo II',
  SOC_2_I: 'SOC 2 tipo I',
  SOC_2_II: 'SOC 2 tipo II',
  ISO_27001: 'ISO/IEC 27001',
  ENS_BASIC: 'ENS categoría BÁSICA',
  ENS_MEDIUM: 'ENS categoría MEDIA',
  ENS_HIGH: 'ENS categoría ALTA',
  OTHER: 'Otra',
})

export const opinions = ['FAVOURABLE', 'WITH_QUALIFICATIONS', 'ADVERSE', 'DISCLAIMED'] as const
export type Opinion = (typeof opinions)[number]
export const opinionLabels: Readonly<Record<Opinion, string>> = texts({
  FAVOURABLE: 'Favorable',
  WITH_QUALIFICATIONS: 'Con salvedades',
  ADVERSE: 'Desfavorable',
  DISCLAIMED: 'Denegada',
})

export const subserviceChoices = ['INCLUDED', 'EXCLUDED', 'NONE'] as const
export type Subservices = (typeof subserviceChoices)[number]
export const subserviceLabels: Readonly<Record<Subservices, string>> = texts({
  INCLUDED: 'Incluidas en la evaluación',
  EXCLUDED: 'Excluidas de la evaluación',
  NONE: 'No hay',
})

export const SCOPE_MAX = 1000
export const USER_CONTROLS_MAX = 2000

/** What an evaluation says beside its answers (DICT-06). A period of one date has no `periodTo`. */
export type Header = {
  scope: string
  standard: Standard | null
  opinion: Opinion | null
  periodFrom: Day | null
  periodTo: Day | null
  reportDate: Day | null
  subservices: Subservices | null
  userControls: string
}

export const headerLabels: Readonly<Record<keyof Header, string>> = texts({
  scope: 'Alcance',
  standard: 'Norma',
  opinion: 'Opinión',
  periodFrom: 'Periodo o fecha: desde',
  periodTo: 'Hasta',
  reportDate: 'Fecha del informe',
  subservices: 'Organizaciones subcontratadas',
  userControls: 'Controles que se esperan de la entidad',
})

type Faults = Partial<Record<keyof Header, string>>

/** The errors of what is filled in, by field; a draft may leave any field open. */
export function headerFaults(header: Header, today: Day): Faults {
  const faults: Faults = {}
  const note = (field: keyof Header, fault: string | null) => {
    if (fault) faults[field] = fault
  }
  note('scope', textRule(SCOPE_MAX)(header.scope))
  note('userControls', textRule(USER_CONTROLS_MAX)(header.userControls))
  for (const field of ['periodFrom', 'periodTo', 'reportDate'] as const) {
    const day = header[field]
    if (day !== null && !isDay(day)) note(field, MESSAGES.fecha)
  }
  const { periodFrom, periodTo, reportDate } = header
  if (periodTo && !periodFrom) note('periodFrom', t('Indique también cuándo empieza el periodo.'))
  if (periodFrom && periodTo && compareDays(periodTo, periodFrom) < 0) {
    note('periodTo', t('El periodo no puede terminar antes de empezar.'))
  }
  if (reportDate && compareDays(reportDate, today) > 0)
    note('reportDate', t('La fecha del informe no puede ser futura.'))
  return faults
}

/** The fields that confirming still needs; the controls expected of the bank and the end of the period may be empty. */
export function missingHeader(header: Header): (keyof Header)[] {
  const needed = ['standard', 'opinion', 'periodFrom', 'reportDate', 'subservices'] as const
  return [...(isBlank(header.scope) ? (['scope'] as const) : []), ...needed.filter(field => header[field] === null)]
}
