import { z } from 'zod'
import { text } from '#domain/contract/wire.ts'
import { eachField, isTextField, longestOf } from '#domain/participant/field-lists.ts'
import type { Field, TextField } from '#domain/participant/fields.ts'
import { NUM_EMPLOYEES } from '#domain/values/company/employees.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { MONEY_MAX } from '#domain/values/money.ts'

export const addressWire = z.strictObject({
  viaType: text(40).optional(),
  viaLabel: text(40).optional(),
  viaName: text(200).optional(),
  viaNumber: text(20).optional(),
  postalCode: text(20).optional(),
  province: text(60).optional(),
  city: text(100).optional(),
  country: text(60).optional(),
  extraData: text(200).optional(),
})
const amount = z
  .number()
  // zod's own `int` check also fails for integers that are too large.
  .int({ error: ({ code }) => (code === 'invalid_type' ? MESSAGES.valormoneda : MESSAGES.moneyTooLarge) })
  .min(-MONEY_MAX, MESSAGES.moneyTooLarge)
  .max(MONEY_MAX, MESSAGES.moneyTooLarge)
  .nullable()
  .optional()
const exercises = z.strictObject({ lastExercise: amount, exercise1: amount, exercise2: amount })
export const economicWire = z.strictObject({
  volBilling: exercises.optional(),
  results: exercises.optional(),
  volActive: exercises.optional(),
})
export const contactDetailsWire = z.strictObject({
  name: text(200).optional(),
  surNames: text(200).optional(),
  position: text(200).optional(),
  tlf: text(40).optional(),
  email: text(EMAIL_MAX).optional(),
})

const employees = z.enum(NUM_EMPLOYEES.map(({ code }) => code))
type Written = { [F in Field]: z.ZodOptional<F extends TextField ? ReturnType<typeof text> : typeof employees> }

/** The profile in requests; a draft may lack any field and keeps its values as typed. */
export const profileWire = z.strictObject({
  ...(eachField(field => (isTextField(field) ? text(longestOf(field)) : employees).optional()) as Written),
  contactDetails: contactDetailsWire.optional(),
  address: addressWire.nullable().optional(),
  billingAddress: addressWire.nullable().optional(),
  economicInfo: economicWire.nullable().optional(),
  extraData: z.record(z.string().max(200), text(200)).optional(),
})
