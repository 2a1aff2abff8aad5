import { factLines, factsIn, SEAL_NOTE, verifyPath } from '#domain/report-request/certificate/certificate.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import { madridDay } from '#domain/values/day.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { certificatePdf } from '#server/report-request/certificate/pdf.ts'

type Certificate = {
  canonical: string
  signature: string
  key_id: string
  service: string | null
  reviewSince: string | null
}

/**
 * The certificate of a score as PDF (SEAL-15).
 * @param isPublic whether anybody checks it by its code: it then says where
 */
export async function certificateFile(
  app: AppContext,
  { canonical, signature, key_id: keyId, reviewSince }: Certificate,
  isPublic: boolean,
): Promise<MadeAnswer> {
  const facts = factsIn(canonical)
  const address = `${app.publicUrl}${verifyPath(facts.code)}`
  const bytes = await certificatePdf({
    product: facts.product,
    title: 'Certificado de calificación',
    subtitle: `${facts.provider} · ${facts.service}`,
    rating: facts.rating,
    lines: [
      ...factLines(facts),
      ...(reviewSince ? [['Situación', underReviewNote(madridDay(reviewSince))] as const] : []),
      ['SHA-256 del dictamen', facts.dictamenSha256],
    ],
    code: facts.code,
    address: isPublic ? address : null,
    seal: [
      ['Firma (Ed25519)', signature],
      ['Clave', keyId],
      ['Datos firmados', canonical],
    ],
    note: SEAL_NOTE,
    at: `${facts.scoredOn}T12:00:00.000Z`,
  })
  return { name: `certificado ${facts.code}.pdf`, bytes, mediaType: 'application/pdf' }
}
