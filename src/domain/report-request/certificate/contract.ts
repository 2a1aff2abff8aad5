import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, instant, text } from '#domain/contract/wire.ts'
import { certificateStatuses } from '#domain/report-request/certificate/certificate.ts'

const byScore = z.strictObject({ id: identifier })

export const readCertificate = contract({
  name: 'certificate.read',
  method: 'GET',
  path: '/scores/{id}/certificate',
  summary: 'El certificado de una calificación en PDF, con su código y su sello',
  who: 'certificate.read',
  params: byScore,
  answer: 'file',
  refusals: ['notFound'],
})

export const hideCertificate = contract({
  name: 'certificate.hide',
  method: 'PATCH',
  path: '/scores/{id}/certificate',
  summary: 'El proveedor oculta el certificado de una calificación suya a quien lo comprueba, o lo vuelve a mostrar',
  who: 'certificate.read',
  params: byScore,
  body: z.strictObject({ hidden: z.boolean() }),
  answer: z.object({ hidden: z.boolean() }),
  refusals: ['notFound', 'notYourMove'],
})

const keyWire = z.object({
  id: z.string(),
  /** Ed25519, as SubjectPublicKeyInfo in PEM. */
  publicKey: z.string(),
})

export const verificationWire = z.object({
  /** Null, with what is signed, when the provider is no longer in the portal (D44). */
  facts: z
    .object({
      product: z.string(),
      code: z.string(),
      provider: z.string(),
      cif: z.string(),
      service: z.string(),
      concept: z.string(),
      evaluator: z.string(),
      rating: z.string(),
      scoredOn: day,
      expiresOn: day,
      dictamenSha256: z.string(),
    })
    .nullable(),
  status: z.enum(certificateStatuses),
  /** The day that the status is about: the expiry, or the day of what took its place; null for ENDED. */
  on: day.nullable(),
  /** The status in words. */
  says: z.string(),
  /** The bytes that are signed, as UTF-8. */
  signed: z.string().nullable(),
  /** Of those bytes (Ed25519), in base64. */
  signature: z.string().nullable(),
  key: keyWire.nullable(),
  /** When this was read: it may change at any moment. */
  readAt: instant,
})
export type VerificationWire = z.output<typeof verificationWire>

/** Checked by anybody who has the code. It says the same of a code that is unknown, hidden or not to be checked. */
export const verifyCertificate = contract({
  name: 'certificate.verify',
  method: 'GET',
  path: '/verify/{code}',
  summary: 'Qué certifica un código hoy, con su firma y la clave que la comprueba',
  who: 'anyone',
  polled: true,
  params: z.strictObject({ code: text(400) }),
  answer: verificationWire,
  refusals: ['notFound'],
})

export const listVerificationKeys = contract({
  name: 'certificate.keys',
  method: 'GET',
  path: '/verification-keys',
  summary: 'Las claves públicas que han firmado certificados, la actual primero, y desde y hasta cuándo lo hicieron',
  who: 'anyone',
  answer: z.object({
    keys: z.array(
      keyWire.extend({
        from: instant,
        /** The last certificate that it signed; null for the key that signs now. */
        until: instant.nullable(),
      }),
    ),
  }),
})
