import { z } from 'zod'
import { day, identifier } from '#domain/contract/wire.ts'
import { fieldOutput } from '#domain/record/wire.ts'
import { assessmentNames } from '#domain/supervision/register/entry/assessment.ts'
import { lineFields, proposedFields } from '#domain/supervision/register/entry/fields.ts'

/** A line of a contract, as an answer carries it. */
export const lineWire = z.object({
  id: identifier,
  ...fieldOutput(lineFields),
  arrangementId: identifier,
  reference: z.string(),
  provider: z.string(),
  /** The provider to ask; null for a company outside. */
  providerId: identifier.nullable(),
  /** Whether the authorities designated it as critical (REG-23). */
  isDesignated: z.boolean(),
  useId: identifier.nullable(),
  service: z.string(),
  functionId: identifier,
  functionCode: z.string(),
  functionName: z.string(),
  /** The entity of the group whose function it is; '' of the bank itself. */
  functionEntity: z.string(),
  /** Whether the function is critical or important. */
  isCritical: z.boolean(),
  /** What the provider's facts give for what the line leaves open. */
  proposed: z.object(fieldOutput(proposedFields)),
  /** The functions whose critical lines of the same contract and type share its assessment (REG-06). */
  sharedWith: z.array(z.string()),
  /** What these say differently, in words: the bank chooses. */
  differing: z.array(z.object({ field: z.enum(assessmentNames), said: z.string() })),
  /** The latest date of the provider's evaluation that is known; not the bank's own audit (REG-08). */
  lastAuditOn: day.nullable(),
  version: z.number().int(),
})
