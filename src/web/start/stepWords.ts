import { sentence } from '#domain/messages.ts'
import { stillInForce } from '#domain/report-request/renewal/renewal.ts'
import type { RejectedDocument, Step } from '#domain/start/next-steps.ts'
import { addDays, formatDay, madridDay } from '#domain/values/day.ts'
import { paths } from '#web/app/paths.ts'

export type StepWords = {
  title: string
  text: string
  action: { label: string; href: string } | null
  /** The same in a short form: 'renovar «Custodia documental», que caducó el 02/09/2026'. */
  short: string
}

const dayOf = (instant: string | null) => (instant ? ` el ${formatDay(madridDay(instant))}` : '')

function rejections(documents: readonly RejectedDocument[]): string {
  return documents
    .map(
      ({ name, reason, decidedAt }) =>
        `El CCI rechazó «${name}»${dayOf(decidedAt)}${reason ? `: «${reason.replace(/\.$/, '')}»` : ''}.`,
    )
    .join(' ')
}

const documentation = { label: 'Ir a mi documentación', href: paths.ownDocumentation() }

/** The text and link of a step. */
export function stepWords(step: Step): StepWords {
  switch (step.kind) {
    case 'correctDocumentation': {
      const [first] = step.documents
      const one = step.documents.length === 1 && first
      return {
        title: one ? `Corrija «${first.name}»` : `Corrija ${step.documents.length} documentos`,
        text: `${rejections(step.documents)} Suba otro archivo y el CCI volverá a verificarlo.`,
        action: { ...documentation, label: 'Corregir la documentación' },
        short: 'corregir su documentación',
      }
    }
    case 'answerClarification':
      return askedWords(step)
    case 'replaceDocument':
      return {
        title: `Renueve «${step.name}»`,
        text: `Caducó el ${formatDay(step.expiredAt)}. Suba el documento vigente para que el CCI lo verifique.`,
        action: documentation,
        short: `renovar «${step.name}», que caducó el ${formatDay(step.expiredAt)}`,
      }
    case 'sendDocumentation':
      return {
        title: 'Complete y envíe su documentación',
        text: 'Es un borrador: el CCI no la ve hasta que la envíe.',
        action: { label: 'Completar y enviar', href: paths.mandatoryData() },
        short: 'completar y enviar su documentación',
      }
    case 'assignedDocument':
    case 'uploadDocument':
      return missingWords(step)
    case 'correctRequest': {
      const [first] = step.documents
      const what = step.documents.length === 1 && first ? `«${first.name}»` : 'el informe'
      return {
        title: `Corrija ${what} de «${step.service}»`,
        text: [rejections(step.documents), step.blocked && sentence(step.blocked)].filter(Boolean).join(' '),
        action: step.blocked
          ? { label: 'Nueva solicitud', href: paths.sendReport() }
          : { label: 'Corregir y enviar', href: paths.sendReport(step.validationId) },
        short: `corregir la solicitud de «${step.service}»`,
      }
    }
    case 'renewRequest':
      return {
        title: `Renueve «${step.service}»`,
        text: [
          `Su calificación caducó el ${formatDay(step.expiredAt)}. Envíe el informe nuevo de ${step.evaluator}.`,
          step.blocked && sentence(step.blocked),
        ]
          .filter(Boolean)
          .join(' '),
        action: step.blocked
          ? { label: 'Nueva solicitud', href: paths.sendReport() }
          : { label: 'Renovar', href: paths.sendReport(step.validationId) },
        short: `renovar «${step.service}», que caducó el ${formatDay(step.expiredAt)}`,
      }
    case 'accreditationEnded':
      return {
        title: 'Su acreditación no está vigente',
        text: `${step.expiredAt ? `Terminó el ${formatDay(step.expiredAt)}. ` : ''}Ningún proveedor puede elegirle hasta que el CCI la renueve: actualice su documentación.`,
        action: documentation,
        short: 'renovar su acreditación',
      }
    case 'accreditationEnding':
      return {
        title: 'Prepare la renovación de su acreditación',
        text: `Termina el ${formatDay(step.expiredAt)}. El CCI la renueva con su documentación al día.`,
        action: documentation,
        short: `preparar la renovación de su acreditación, que termina el ${formatDay(step.expiredAt)}`,
      }
    case 'documentEnding':
      return {
        title: `Prepare «${step.name}»`,
        text: `Caduca el ${formatDay(step.expiredAt)}. Puede subir ya el siguiente; el actual vale hasta que el CCI acepte el nuevo.`,
        action: documentation,
        short: `subir otro «${step.name}», que caduca el ${formatDay(step.expiredAt)}`,
      }
    case 'renewEarly':
    case 'requestEnding':
      return endingWords(step)
    case 'firstRequest':
      return {
        title: 'Envíe su primer informe de auditoría',
        text: 'Su documentación está aceptada. Elija un servicio y un evaluador y envíe el informe para que el CCI lo califique.',
        action: { label: 'Nueva solicitud', href: paths.sendReport() },
        short: 'enviar su primer informe de auditoría',
      }
    case 'waitForDocumentation':
      return {
        title: 'El CCI está verificando su documentación',
        text: `La envió${dayOf(step.sentAt)}. No tiene que hacer nada: le avisaremos en cuanto haya un resultado.`,
        action: { label: 'Ver mi documentación', href: paths.ownDocumentation() },
        short: 'el CCI está verificando su documentación',
      }
    case 'waitForRequest':
      return {
        title: `El CCI está verificando «${step.service}»`,
        text: `Recibió el informe${dayOf(step.sentAt)}. No tiene que hacer nada: le avisaremos en cuanto haya un resultado.`,
        action: null,
        short: `el CCI verifica «${step.service}»`,
      }
    case 'nothing':
      return {
        title: 'Está todo al día',
        text: 'No tiene nada pendiente. Le avisaremos cuando algo vaya a caducar.',
        action: null,
        short: '',
      }
  }
}

const askers = { CCI: 'El CCI', PROVIDER: 'El proveedor', AUDIT: 'El evaluador' } as const

/** A question that waits for an answer. */
function askedWords({
  thread: { id, subject, askedBy, service, dueOn, assignee },
}: Extract<Step, { kind: 'answerClarification' }>): StepWords {
  return {
    title: `Responda la aclaración «${subject}»`,
    text: `${askers[askedBy]} pregunta sobre ${service ? `«${service}»` : 'su documentación'}. El plazo termina el ${formatDay(dueOn)}.${assignee ? ` Asignada a ${assignee.name}.` : ''}`,
    action: { label: 'Responder la aclaración', href: paths.clarifications({ row: id }) },
    short: `responder la aclaración «${subject}», hasta el ${formatDay(dueOn)}`,
  }
}

/** A document that CCI waits for, perhaps from the reader alone. */
function missingWords({ kind, name }: Extract<Step, { kind: 'assignedDocument' | 'uploadDocument' }>): StepWords {
  if (kind === 'assignedDocument') {
    return {
      title: `Ocúpese de «${name}»`,
      text: 'Una persona de su organización se lo ha asignado.',
      action: documentation,
      short: `ocuparse de «${name}»`,
    }
  }
  return {
    title: `Suba «${name}»`,
    text: 'El CCI pide este documento y todavía no lo tiene.',
    action: documentation,
    short: `subir «${name}»`,
  }
}

/** A rating that lapses soon: its renewal can be sent, or prepared. */
function endingWords(step: Extract<Step, { kind: 'renewEarly' | 'requestEnding' }>): StepWords {
  const { service, evaluator, expiredAt, validationId } = step
  const until = `que caduca el ${formatDay(expiredAt)}`
  if (step.kind === 'renewEarly') {
    return {
      title: `Renueve «${service}»`,
      text: `${stillInForce(expiredAt)}. Envíe el informe nuevo de ${evaluator} o de otro evaluador.`,
      action: { label: 'Renovar ahora', href: paths.renewReport(validationId) },
      short: `renovar «${service}», ${until}`,
    }
  }
  return {
    title: `Prepare la renovación de «${service}»`,
    text: `La calificación caduca el ${formatDay(expiredAt)}. Encargue ya el informe a ${evaluator}: podrá enviarlo desde el ${formatDay(addDays(expiredAt, 1))}.`,
    action: null,
    short: `preparar la renovación de «${service}», ${until}`,
  }
}
