import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { DomainError } from '#domain/contract/domain-error.ts'
import { contracts } from '#domain/contracts.ts'
import { validated } from '#server/http/validate.ts'

/** The messages of a schema for a value, by field. */
function fieldsOf(schema: z.ZodType, value: unknown): Record<string, string> {
  try {
    validated(schema, value)
    return {}
  } catch (error) {
    return error instanceof DomainError ? { ...error.fields } : { error: String(error) }
  }
}

/** The objects inside a schema, each with a function that wraps a value of it into the whole. */
function objectsIn(schema: unknown, around: (value: unknown) => unknown): { fields: string[]; whole: typeof around }[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return objectsIn(schema.unwrap(), around)
  }
  if (schema instanceof z.ZodArray) return objectsIn(schema.element, value => around([value]))
  if (!(schema instanceof z.ZodObject)) return []
  const inner = Object.entries(schema.shape).flatMap(([name, part]) =>
    objectsIn(part, value => around({ [name]: value })),
  )
  return [{ fields: Object.keys(schema.shape), whole: around }, ...inner]
}

const wrong: readonly unknown[] = [
  ...[undefined, null, '', 'X', '-1', '0', '1e9', '1.5', 'null', '2026-02-31', '0000-01-01T00:00:00.000Z', 'a@b'],
  ...['a'.repeat(20_000), 'a\u0000b', '\u202eabc', -1, 1.5, 1e300, Number.NaN, true, [], {}, [[]], [{}], { $gt: '' }],
  ...[Array.from({ length: 300 }, () => ({})), Array.from({ length: 300 }, () => 'X')],
]

const english = /\b(invalid|expected|received|too (small|big)|must|input|unrecognized|required|option)\b/i

describe('API-31 D2: explains a wrong field in Spanish', () => {
  test('whatever is put into whichever field of whichever call', () => {
    const said = new Map<string, string>()
    for (const { name, params, query, body } of contracts) {
      for (const schema of [params, query, body].filter(part => part !== undefined)) {
        for (const value of wrong) {
          const asked = objectsIn(schema, whole => whole).flatMap(({ fields, whole }) =>
            fields.map(field => whole({ [field]: value })),
          )
          for (const each of [value, ...asked]) {
            for (const [field, sentence] of Object.entries(fieldsOf(schema, each)))
              said.set(sentence, `${name} ${field}`)
          }
        }
      }
    }
    expect(said.size).toBeGreaterThan(40)
    expect([...said].filter(([sentence]) => english.test(sentence) || !/^[A-ZÁÉÍÓÚ]/.test(sentence))).toEqual([])
  })

  test.each([
    [z.strictObject({ type: z.enum(['A', 'B']) }), { type: 'C' }, 'Valor no admitido. Se admite: A, B'],
    [z.strictObject({ type: z.string() }), {}, 'Falta este dato'],
    [z.strictObject({ type: z.enum(['A']) }), {}, 'Falta este dato'],
    [z.strictObject({ type: z.string() }), { type: 3 }, 'Debe ser un texto'],
    [z.strictObject({ type: z.number() }), { type: '3' }, 'Debe ser un número'],
    [z.strictObject({ type: z.coerce.number() }), { type: 'x' }, 'Debe ser un número'],
    [z.strictObject({ type: z.number().int() }), { type: 1.5 }, 'Debe ser un número entero'],
    [z.strictObject({ type: z.boolean() }), { type: 'sí' }, 'Debe ser true o false'],
    [z.strictObject({ type: z.array(z.string()) }), { type: 'x' }, 'Debe ser una lista'],
    [z.strictObject({ type: z.object({}) }), { type: 'x' }, 'Debe ser un objeto'],
    [z.strictObject({ type: z.number().min(1) }), { type: 0 }, 'No puede ser menor que 1'],
    [z.strictObject({ type: z.number().max(1) }), { type: 2 }, 'No puede ser mayor que 1'],
    [z.strictObject({ type: z.string().min(2) }), { type: 'x' }, 'Debe tener al menos 2 caracteres'],
    [z.strictObject({ type: z.string().max(1) }), { type: 'xy' }, 'No puede superar los 1 caracteres.'],
    [z.strictObject({ type: z.array(z.string()).min(2) }), { type: [] }, 'Hacen falta al menos 2 elementos'],
    [z.strictObject({ type: z.array(z.string()).max(0) }), { type: ['x'] }, 'No se admiten más de 0 elementos'],
    [z.strictObject({ type: z.iso.datetime() }), { type: 'x' }, expect.stringMatching(/^Fecha y hora no válidas/)],
    [z.strictObject({ type: z.string().regex(/a/) }), { type: 'x' }, 'Formato no válido'],
    [z.strictObject({ type: z.string().or(z.number()) }), { type: true }, 'Valor no válido'],
    [z.strictObject({ type: z.string('Escriba algo') }), { type: 1 }, 'Escriba algo'],
  ])('by its fault: %#', (schema, value, sentence) => {
    expect(fieldsOf(schema, value)).toEqual({ type: sentence })
  })
})

test('D41: names at most 100 unknown fields', () => {
  const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`campo${n}`, 1]))
  const schema = z.strictObject({})
  expect(Object.keys(fieldsOf(schema, many(40)))).toHaveLength(40)
  expect(Object.keys(fieldsOf(schema, many(100_000)))).toHaveLength(100)
  const list = z.strictObject({ list: z.array(z.string()) })
  expect(Object.keys(fieldsOf(list, { list: Array(100_000).fill(1) }))).toHaveLength(100)
})
