import type { ValidationWire } from '#domain/validation/contract.ts'
import { isDraft, isUnderReview, reviewedNote } from '#domain/validation/validation.ts'
import { paths } from '#web/app/paths.ts'
import { useMay } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'

/** The banner for CCI over a documentation: pending verification, or decided (DOC-20, DOC-21). */
export function ReviewNote({ documentation }: { documentation: ValidationWire }) {
  const verifies = useMay('document.verify')
  const { id, genericEntityId, status, type } = documentation
  if (!verifies || isDraft(status)) return null
  if (!isUnderReview(status)) return <Message kind="info">{reviewedNote(status)}</Message>
  return (
    <Message kind="waiting" title={type === 'DOC_MIN' ? 'Espera su verificación' : 'El informe espera su verificación'}>
      <UiLink
        href={
          type === 'DOC_MIN' ? paths.verifyDocumentation(genericEntityId, id) : paths.verifyReport(genericEntityId, id)
        }
      >
        Verificar ahora
      </UiLink>
    </Message>
  )
}
