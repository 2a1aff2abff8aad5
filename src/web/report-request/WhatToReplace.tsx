import type { ValidationWire } from '#domain/validation/contract.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

export interface WhatToReplaceProps {
  request: Pick<ValidationWire, 'status' | 'catalogDocuments'>
  /** The rejected originals that keep the request from CCI. */
  standing: readonly string[]
}

/**
 * The originals to replace in an edit, with CCI's reasons (VAL-11, D11). The reason stays visible during the edit, so
 * that the user can compare the new file with it.
 */
export function WhatToReplace({ request: { status, catalogDocuments }, standing }: WhatToReplaceProps) {
  const reasons = catalogDocuments.filter(document => document.rejectedReason)
  const why = reasons.map(({ documentCatalogName: name, rejectedReason }) => (
    <p key={name}>
      El {OPERATOR_NAME} rechazó «{name}»: «{rejectedReason}»
    </p>
  ))
  if (standing.length === 0) {
    return reasons.length > 0 ? (
      <Message kind="info" title="Compruebe que el archivo nuevo responde al rechazo">
        {why}
      </Message>
    ) : null
  }
  return (
    <Message kind="warning" title={`Falta sustituir ${standing.map(name => `«${name}»`).join(' y ')}`}>
      {why}
      <p>
        Mientras no lo haga, la solicitud no vuelve al {OPERATOR_NAME}: se guarda lo que cambie y sigue{' '}
        {status && statusLabels[status].toLowerCase()}.
      </p>
    </Message>
  )
}
