import { z } from 'zod'
import type { Contract } from '#domain/contract/contract.ts'

/** Copies the declared fields of a response, and nothing else. */
export type Shape = (value: unknown) => unknown

// biome-ignore lint/suspicious/noExplicitAny: an answer of any contract
type Pick = ((value: any) => unknown) | null

const shapes = new WeakMap<Contract, Shape>()

/**
 * The shape of a call's response: undefined for a call that answers a file or nothing. It picks the declared fields and
 * checks no value: a stored row that today's input rules would refuse can still be read.
 */
export function shapeOf(contract: Contract): Shape {
  const known = shapes.get(contract)
  if (known) return known
  const { answer } = contract
  const shape: Shape = answer === undefined || answer === 'file' ? () => undefined : (pickerOf(answer) ?? same)
  shapes.set(contract, shape)
  return shape
}

const same = (value: unknown) => value

/**
 * Null when the value needs no change. @throws Error for a schema that no response may have, so that the server does
 * not start.
 */
function pickerOf(schema: unknown): Pick {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return orNothing(pickerOf(schema.unwrap()))
  if (schema instanceof z.ZodArray) {
    const item = pickerOf(schema.element)
    return item && ((values: unknown[]) => values.map(value => item(value)))
  }
  if (schema instanceof z.ZodObject) {
    return schema.def.catchall instanceof z.ZodUnknown ? null : fieldsOf(schema.shape)
  }
  if (schema instanceof z.ZodUnion) return oneOf(schema.options as z.ZodObject[])
  if (schema instanceof z.ZodRecord && pickerOf(schema.valueType) === null) return null
  if (leaves.some(leaf => schema instanceof leaf)) return null
  throw new Error(`An answer cannot have a schema of type ${(schema as z.ZodType).def.type}`)
}

const leaves = [z.ZodString, z.ZodStringFormat, z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral, z.ZodUnknown]

const orNothing = (pick: Pick): Pick => pick && ((value: unknown) => (value == null ? value : pick(value)))

function fieldsOf(shape: z.ZodRawShape): Pick {
  const fields = Object.entries(shape).map(([name, schema]) => [name, pickerOf(schema)] as const)
  return (value: Record<string, unknown>) => {
    const picked: Record<string, unknown> = {}
    for (const [name, pick] of fields) {
      const field = value[name]
      if (field !== undefined) picked[name] = pick ? pick(field) : field
    }
    return picked
  }
}

/** Picks the first alternative with all its required fields present. */
function oneOf(options: readonly z.ZodObject[]): Pick {
  const alternatives = options.map(option => ({
    required: Object.entries(option.shape).flatMap(([name, field]) => (field instanceof z.ZodOptional ? [] : [name])),
    pick: pickerOf(option)!,
  }))
  return (value: Record<string, unknown>) => {
    const fitting = alternatives.find(({ required }) => required.every(name => value[name] !== undefined))
    if (!fitting) throw new Error('An answer fits none of the alternatives of its contract')
    return fitting.pick(value)
  }
}
