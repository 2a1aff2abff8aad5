import { t } from '#domain/language/translate.ts'
import type { DocumentationStatus } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { owedDocuments } from '#domain/validation/review.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message, type MessageProps } from '#web/ui/feedback/Message.tsx'
import { listed } from '#web/ui/language/spoken.ts'
import { dayText } from '#web/ui/time/dates.ts'
import { useUsualWait } from '#web/validation/desk/useUsualWait.ts'

type Words = { kind: MessageProps['kind']; title: () => string; text: (documentation: ValidationWire) => string }

const words: Record<DocumentationStatus, Words> = {
  PENDING: {
    kind: 'waiting',
    title: () => t`El ${OPERATOR_NAME} está revisando su documentación`,
    text: ({ sentAt }) =>
      [
        sentAt ? t`La recibió el ${dayText(sentAt)}.` : null,
        t('Le avisará cuando termine; mientras tanto puede sustituir cualquier archivo.'),
      ]
        .filter(Boolean)
        .join(' '),
  },
  ACCEPTED: {
    kind: 'done',
    title: () => t('Su documentación está aceptada'),
    text: ({ expiredAt }) =>
      [
        expiredAt ? t`El primer documento caduca el ${dayText(expiredAt)}.` : null,
        t`Si sube una versión nueva, el ${OPERATOR_NAME} la revisará antes de que valga.`,
      ]
        .filter(Boolean)
        .join(' '),
  },
  REJECTED: {
    kind: 'error',
    title: () => t`El ${OPERATOR_NAME} ha rechazado parte de su documentación`,
    text: () => t('Suba otro archivo de cada documento rechazado: al hacerlo vuelve a revisión sin más pasos.'),
  },
  LAPSED: {
    kind: 'warning',
    title: () => t('Parte de su documentación ha caducado'),
    text: () => t('Suba la versión vigente de cada documento caducado: al hacerlo vuelve a revisión sin más pasos.'),
  },
}

/** A request of CCI after it accepted the rest, which the state does not show; null when nothing is due. */
function owing(status: DocumentationStatus, names: readonly string[]): Words | null {
  if (!documentationMachine.is.inForce(status) || names.length === 0) return null
  const several = names.length > 1
  return {
    kind: 'warning',
    title: () => {
      const which = listed(names.map(name => t`«${name}»`))
      return several
        ? t`Su documentación está aceptada, pero faltan ${which}`
        : t`Su documentación está aceptada, pero falta ${which}`
    },
    text: () =>
      several
        ? t`Súbalos para que vuelva a estar completa: el ${OPERATOR_NAME} lo revisará.`
        : t`Súbalo para que vuelva a estar completa: el ${OPERATOR_NAME} lo revisará.`,
  }
}

/** The state of the documentation and the next step (D10). */
export function DocumentationState({ documentation }: { documentation: ValidationWire }) {
  const { onboarded } = useMe()
  const status = documentation.status as DocumentationStatus | null
  const usual = useUsualWait('documentation', documentationMachine.is.underReview(status))
  if (!status) {
    return (
      <Message kind="info" title={t('Su documentación es un borrador')}>
        {t`El ${OPERATOR_NAME} no la ve hasta que la envíe.`}{' '}
        <UiLink href={paths.mandatoryData()}>{t('Revisar y enviar')}</UiLink>
      </Message>
    )
  }
  const { kind, title, text } = owing(status, owedDocuments(documentation.catalogDocuments)) ?? words[status]
  return (
    <Message kind={kind} title={title()}>
      {text(documentation)}
      {usual ? ` ${usual}` : null}
      {onboarded ? null : t` Cuando el ${OPERATOR_NAME} la acepte se abrirá el resto del portal.`}
    </Message>
  )
}
