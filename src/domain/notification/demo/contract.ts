import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { instant, pageOf, paging } from '#domain/contract/wire.ts'

/** A mail of the demonstration, as its recipient would read it. */
const demoMailWire = z.object({
  /** Identifies the mail in a list; stable across calls. */
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  sentAt: instant,
})
export type DemoMail = z.output<typeof demoMailWire>

/** How many mails the demonstration screen shows, newest first. */
export const DEMO_MAILS = 50

export const listDemoMails = contract({
  name: 'demo.mails',
  method: 'GET',
  path: '/demo/mails',
  summary: 'Los correos de la demostración, el más nuevo primero; no existe en producción ni con un servidor de correo',
  who: 'anyone',
  query: z.strictObject(paging(['sentAt'], 'sentAt,desc')),
  answer: pageOf(demoMailWire),
  refusals: ['notFound'],
})
