import { t } from '#domain/language/translate.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { listed } from '#web/ui/language/spoken.ts'

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
    <p key={name}>{t`El ${OPERATOR_NAME} rechazó «${t(name)}»: «${rejectedReason}»`}</p>
  ))
  if (standing.length === 0) {
    return reasons.length > 0 ? (
      <Message kind="info" title={t('Compruebe que el archivo nuevo responde al rechazo')}>
        {why}
      </Message>
    ) : null
  }
  return (
    <Message kind="warning" title={t`Falta sustituir ${listed(standing.map(name => t`«${t(name)}»`))}`}>
      {why}
      <p>
        {t`Mientras no lo haga, la solicitud no vuelve al ${OPERATOR_NAME}: se guarda lo que cambie y sigue ${status ? t(statusLabels[status]).toLowerCase() : ''}.`}
      </p>
    </Message>
  )
}
