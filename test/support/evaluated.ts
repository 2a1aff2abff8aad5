import fc from 'fast-check'
import type { Answer, AnswerValue, Control, Dimension, Evaluated, Level } from '#domain/assessment/assessment.ts'
import { answerValues, dimensions, levels } from '#domain/assessment/assessment.ts'

export const JUSTIFICATION = 'El servicio no trata este dato.'

export const control = (
  key: string,
  of: readonly Dimension[],
  level: Level,
  { domain = 'Dominio', position = 0 } = {},
): Control => ({ key, domain, position, statement: `Enunciado de ${key}`, dimensions: of, level })

export const answer = (controlKey: string, value: AnswerValue | null, justification = ''): Answer => ({
  controlKey,
  answer: value,
  note: '',
  justification,
  inherited: false,
})

/** Any evaluation of up to 30 controls in three domains. */
export const anyEvaluated: fc.Arbitrary<Evaluated> = fc
  .array(
    fc.record({
      of: fc.subarray([...dimensions], { minLength: 1 }),
      level: fc.constantFrom(...levels),
      domain: fc.constantFrom('Acceso', 'Criptografía', 'Respaldo'),
      value: fc.option(fc.constantFrom(...answerValues)),
      justification: fc.constantFrom('', 'corta', JUSTIFICATION),
    }),
    { maxLength: 30 },
  )
  .chain(rows =>
    fc.array(fc.constantFrom(...levels), { minLength: 3, maxLength: 3 }).map(target => ({
      controls: rows.map(({ of, level, domain }, position) => control(`K${position}`, of, level, { domain, position })),
      target: target.join('/'),
      answers: rows.map(({ value, justification }, position) => answer(`K${position}`, value, justification)),
    })),
  )
