import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '#domain/contracts.ts'
import { rules } from '#domain/values/rules.ts'
import { processorMs } from '#test/support/processor-time.ts'

/* Limits of every contract: all input is bounded and typed. */

type Field = { name: string; schema: z.ZodType }

/** Every scalar field of a schema, by path. */
function leaves(schema: unknown, name: string): Field[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return leaves(schema.unwrap(), name)
  }
  if (schema instanceof z.ZodRecord) return leaves(schema.valueType, `${name}.*`)
  if (schema instanceof z.ZodArray) return leaves(schema.element, `${name}[]`)
  if (schema instanceof z.ZodObject) {
    // An authenticator's response is opaque and protected by its signature.
    if (schema.def.catchall instanceof z.ZodUnknown) return []
    return Object.entries(schema.shape).flatMap(([key, inner]) => leaves(inner, `${name}.${key}`))
  }
  return [{ name, schema: schema as z.ZodType }]
}

const fields = contracts
  .flatMap(contract => [
    ...leaves(contract.params, `${contract.name} params`),
    ...leaves(contract.query, `${contract.name} query`),
    ...leaves(contract.body, `${contract.name} body`),
  ])
  .filter(({ schema }) => schema !== undefined)

const takes = ({ schema }: Field, value: unknown) => schema.safeParse(value).success

describe('every field of every contract', () => {
  test('there are many', () => {
    expect(fields.length).toBeGreaterThan(250)
  })

  test('ASVS 1.3.3: no text is taken without an end', () => {
    const endless = fields.filter(
      field => takes(field, 'a'.repeat(20_000)) || takes(field, `a@${'b.'.repeat(9999)}example`),
    )
    expect(endless.map(({ name }) => name)).toEqual([])
  })

  test('ASVS 1.5.2 15.3.5: a list or an object is no text, and a text no number', () => {
    const lists = fields.filter(
      field => takes(field, ['x']) || takes(field, [['x']]) || takes(field, {}) || takes(field, { $gt: '' }),
    )
    expect(lists.map(({ name }) => name)).toEqual([])
    // Queries and forms are text, from which numbers are parsed; a JSON body has its own types.
    const bodies = fields.filter(({ name }) => name.includes(' body'))
    const texts = bodies.filter(field => takes(field, 'x') || takes(field, 'PROVIDER'))
    expect(texts.filter(field => takes(field, 1) || takes(field, true)).map(({ name }) => name)).toEqual([])
  })

  test('ASVS 1.4.2: a number is within its bounds, and exact', () => {
    const numbers = fields.filter(field => takes(field, 3) || takes(field, '3'))
    expect(numbers.length).toBeGreaterThan(30)
    const odd = [2 ** 53 + 2, 1e308, Number.NaN, Number.POSITIVE_INFINITY, -(2 ** 60)]
    expect(numbers.filter(field => odd.some(value => takes(field, value))).map(({ name }) => name)).toEqual([])
  })
})

/** The allowed constraints of an answer's value besides its type: identifier, date and instant formats, and int. */
const formats = new Set(['string_format', 'number_format'])

function rulesIn(schema: unknown, path: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return rulesIn(schema.unwrap(), path)
  if (schema instanceof z.ZodArray) return rulesIn(schema.element, `${path}[]`)
  if (schema instanceof z.ZodRecord) return rulesIn(schema.valueType, `${path}.*`)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(option => rulesIn(option, path))
  if (schema instanceof z.ZodObject) {
    const strict = schema.def.catchall instanceof z.ZodNever ? [`${path} is strict`] : []
    return [...strict, ...Object.entries(schema.shape).flatMap(([key, inner]) => rulesIn(inner, `${path}.${key}`))]
  }
  const checks = (schema as z.ZodType).def.checks ?? []
  return checks
    .map(check => check._zod.def.check)
    .filter(check => !formats.has(check))
    .map(check => `${path} ${check}`)
}

test('no answer has a rule for what comes in: what was stored under other rules can be read', () => {
  const answers = contracts.filter(({ answer }) => answer && answer !== 'file')
  expect(answers.length).toBeGreaterThan(60)
  expect(answers.flatMap(({ name, answer }) => rulesIn(answer, name))).toEqual([])
})

describe('ASVS 1.3.12: long hostile texts', () => {
  const hostile = ['a', '1', ' ', '.', '@', 'a@', 'a.', '-', '(a+)+$', '\u0301', 'ñ ', '0000 ', '//', 'http://'].map(
    piece => `${piece.repeat(Math.ceil(30_000 / piece.length))}!`,
  )
  test.each(Object.entries(rules))('the rule %s decides them at once', (_name, rule) => {
    for (const text of hostile) {
      const run = () => void (rule as (value: string, other?: string) => unknown)(text, text)
      expect(processorMs(run), text.slice(0, 12)).toBeLessThan(250)
    }
  })

  test('every field of every contract is fast on hostile text', () => {
    for (const schema of new Set(fields.map(field => field.schema))) {
      for (const text of hostile.filter((_, index) => index % 3 === 0)) {
        expect(
          processorMs(() => void schema.safeParse(text)),
          text.slice(0, 12),
        ).toBeLessThan(250)
      }
    }
  })
})
