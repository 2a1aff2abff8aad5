import { z } from 'zod'
import { identifier, instant } from '#domain/contract/wire.ts'

/** The open early renewal of a published request (RENEW-09). */
export const renewalWire = z.object({
  validationId: identifier,
  status: z.enum(['PENDING', 'REJECTED']),
  sentAt: instant,
})
export type RenewalWire = z.output<typeof renewalWire>
