import type { DocumentationStatus } from '#domain/states/documentation.ts'
import { documentationMachine } from '#domain/states/documentation.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { owedDocuments } from '#domain/validation/review.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { paths } from '#web/app/paths.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message, type MessageProps } from '#web/ui/feedback/Message.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { useUsualWait } from '#web/validation/desk/useUsualWait.ts'

type Words = { kind: MessageProps['kind']; title: string; text: (documentation: ValidationWire) => string }

const words: Record<DocumentationStatus, Words> = {
  PENDING: {
    kind: 'waiting',
    title: `El ${OPERATOR_NAME} está revisando su documentación`,
    text: ({ sentAt }) =>
      `${sentAt ? `La recibió el ${dayText(sentAt)}. ` : ''}Le avisará cuando termine; mientras tanto puede sustituir cualquier archivo.`,
  },
  ACCEPTED: {
    kind: 'done',
    title: 'Su documentación está aceptada',
    text: ({ expiredAt }) =>
      `${expiredAt ? `El primer documento caduca el ${dayText(expiredAt)}. ` : ''}Si sube una versión nueva, el ${OPERATOR_NAME} la revisará antes de que valga.`,
  },
  REJECTED: {
    kind: 'error',
    title: `El ${OPERATOR_NAME} ha rechazado parte de su documentación`,
    text: () => 'Suba otro archivo de cada documento rechazado: al hacerlo vuelve a revisión sin más pasos.',
  },
  LAPSED: {
    kind: 'warning',
    title: 'Parte de su documentación ha caducado',
    text: () => 'Suba la versión vigente de cada documento caducado: al hacerlo vuelve a revisión sin más pasos.',
  },
}

const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** A request of CCI after it accepted the rest, which the state does not show; null when nothing is due. */
function owing(status: DocumentationStatus, names: readonly string[]): Words | null {
  if (!documentationMachine.is.inForce(status) || names.length === 0) return null
  const several = names.length > 1
  return {
    kind: 'warning',
    title: `Su documentación está aceptada, pero ${several ? 'faltan' : 'falta'} ${list.format(names.map(name => `«${name}»`))}`,
    text: () => `${several ? 'Súbalos' : 'Súbalo'} para que vuelva a estar completa: el ${OPERATOR_NAME} lo revisará.`,
  }
}

/** The state of the documentation and the next step (D10). */
export function DocumentationState({ documentation }: { documentation: ValidationWire }) {
  const { onboarded } = useMe()
  const status = documentation.status as DocumentationStatus | null
  const usual = useUsualWait('documentation', documentationMachine.is.underReview(status))
  if (!status) {
    return (
      <Message kind="info" title="Su documentación es un borrador">
        El {OPERATOR_NAME} no la ve hasta que la envíe. <UiLink href={paths.mandatoryData()}>Revisar y enviar</UiLink>
      </Message>
    )
  }
  const { kind, title, text } = owing(status, owedDocuments(documentation.catalogDocuments)) ?? words[status]
  return (
    <Message kind={kind} title={title}>
      {text(documentation)}
      {usual ? ` ${usual}` : null}
      {onboarded ? null : ` Cuando el ${OPERATOR_NAME} la acepte se abrirá el resto del portal.`}
    </Message>
  )
}
