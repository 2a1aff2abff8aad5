import type { z } from 'zod'
import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'
import { MESSAGES } from '#domain/values/messages.ts'

type Issue = z.core.$ZodRawIssue

const types: Readonly<Record<string, string>> = texts({
  string: 'Debe ser un texto',
  number: 'Debe ser un número',
  int: 'Debe ser un número entero',
  boolean: 'Debe ser true o false',
  array: 'Debe ser una lista',
  object: 'Debe ser un objeto',
  record: 'Debe ser un objeto',
})

const formats: Readonly<Record<string, () => string>> = {
  datetime: () => t('Fecha y hora no válidas. Ejemplo correcto: 2026-11-21T09:00:00.000Z'),
  date: () => MESSAGES.fecha,
  email: () => MESSAGES.email,
}

function tooSmall(origin: string, least: number | bigint): string {
  if (origin === 'array') return t`Hacen falta al menos ${least} elementos`
  if (origin === 'string') return t`Debe tener al menos ${least} caracteres`
  return t`No puede ser menor que ${least}`
}

function tooBig(origin: string, most: number | bigint): string {
  if (origin === 'array') return t`No se admiten más de ${most} elementos`
  if (origin === 'string') return MESSAGES.tooLong(Number(most))
  return t`No puede ser mayor que ${most}`
}

/** The sentence for an invalid value when its schema has no message of its own (D2, D18). */
export function wireSentence(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? t('Falta este dato') : (types[issue.expected] ?? t('Valor no válido'))
    case 'invalid_value':
      return issue.input === undefined
        ? t('Falta este dato')
        : t`Valor no admitido. Se admite: ${issue.values.join(', ')}`
    case 'invalid_format':
      return formats[issue.format]?.() ?? t('Formato no válido')
    case 'too_small':
      return tooSmall(issue.origin, issue.minimum)
    case 'too_big':
      return tooBig(issue.origin, issue.maximum)
    default:
      return t('Valor no válido')
  }
}
