import type { EntryFacts } from '#domain/audit-log/sentence-parts.ts'
import { because, document, finding, service, thread, until } from '#domain/audit-log/sentence-parts.ts'

/** The sentences of appeals, clarifications, findings, declarations of independence and certificates. */
export const reviewSentences = {
  'appeal.made': {
    says: (entry: EntryFacts) => `reclamó contra la calificación de ${service(entry)}: ${thread(entry)}`,
  },
  'appeal.decided': {
    says: (entry: EntryFacts) =>
      `${entry.data.outcome === 'UPHELD' ? 'estimó' : 'desestimó'} la reclamación contra la calificación de ${service(entry)}`,
  },
  'clarification.asked': { says: (entry: EntryFacts) => `pidió la aclaración ${thread(entry)}` },
  'clarification.assigned': {
    says: (entry: EntryFacts) =>
      entry.data.to
        ? `asignó la aclaración ${thread(entry)} a una persona de su organización`
        : `dejó sin asignar la aclaración ${thread(entry)}`,
  },
  'clarification.answered': { says: (entry: EntryFacts) => `contestó la aclaración ${thread(entry)}` },
  'clarification.asked-more': { says: (entry: EntryFacts) => `preguntó más en la aclaración ${thread(entry)}` },
  'clarification.closed': {
    says: (entry: EntryFacts) =>
      `cerró la aclaración ${thread(entry)}${entry.data.by === 'decision' ? ', al decidir sobre lo que preguntaba' : ''}`,
  },
  'clarification.closing-undone': { says: (entry: EntryFacts) => `volvió a abrir la aclaración ${thread(entry)}` },
  'clarification.due': {
    says: (entry: EntryFacts) =>
      `se avisó de que el plazo de la aclaración ${thread(entry)} termina${until(entry.data.expiresOn)}`,
    impersonal: true,
  },
  'clarification.file-read': {
    says: (entry: EntryFacts) => `leyó ${document(entry)} de la aclaración ${thread(entry)}`,
  },
  'finding.raised': { says: (entry: EntryFacts) => `anotó el hallazgo ${finding(entry)}` },
  'finding.planned': {
    says: (entry: EntryFacts) => `planificó el hallazgo ${finding(entry)}${until(entry.data.dueOn)}`,
  },
  'finding.file-added': {
    says: (entry: EntryFacts) => `adjuntó ${document(entry)} al hallazgo ${finding(entry)}`,
  },
  'finding.file-read': {
    says: (entry: EntryFacts) => `leyó ${document(entry)} del hallazgo ${finding(entry)}`,
  },
  'finding.done': { says: (entry: EntryFacts) => `marcó como hecho el hallazgo ${finding(entry)}` },
  'finding.verified': { says: (entry: EntryFacts) => `verificó el hallazgo ${finding(entry)}` },
  'finding.sent-back': {
    says: (entry: EntryFacts) => `devolvió el hallazgo ${finding(entry)}${because(entry.data.reason)}`,
  },
  'finding.resolved': {
    says: (entry: EntryFacts) => `dio por resuelto el hallazgo ${finding(entry)} con otra evaluación`,
  },
  'finding.withdrawn': {
    says: (entry: EntryFacts) => `retiró el hallazgo ${finding(entry)}${because(entry.data.reason)}`,
  },
  'finding.raising-undone': { says: (entry: EntryFacts) => `deshizo el hallazgo ${finding(entry)}` },
  'finding.resolution-undone': { says: (entry: EntryFacts) => `deshizo la resolución del hallazgo ${finding(entry)}` },
  'finding.carried-on': { says: (entry: EntryFacts) => `mantuvo abierto el hallazgo ${finding(entry)}` },
  'finding.due': {
    says: (entry: EntryFacts) =>
      `se avisó de que la medida del hallazgo ${finding(entry)} vence${until(entry.data.expiresOn)}`,
    impersonal: true,
  },
  'finding.overdue': {
    says: (entry: EntryFacts) => `quedó fuera de plazo la medida del hallazgo ${finding(entry)}`,
    impersonal: true,
  },
  'independence.declared': { says: (entry: EntryFacts) => `declaró su independencia para evaluar ${service(entry)}` },
  'independence.conflict-declared': {
    says: (entry: EntryFacts) => `declaró un posible conflicto para evaluar ${service(entry)}`,
  },
  'independence.cleared': {
    says: (entry: EntryFacts) => `declaró de nuevo su independencia para evaluar ${service(entry)}, sin conflicto`,
  },
  'independence.admitted': {
    says: (entry: EntryFacts) =>
      `admitió al evaluador de ${service(entry)} con un posible conflicto${because(entry.data.reason)}`,
  },
  'independence.refused': {
    says: (entry: EntryFacts) => `no admitió al evaluador de ${service(entry)}${because(entry.data.reason)}`,
  },
  'independence.due': {
    says: (entry: EntryFacts) => `se recordó al evaluador que declare su independencia para ${service(entry)}`,
    impersonal: true,
  },
  'certificate.issued': {
    says: (entry: EntryFacts) => `se emitió el certificado de la calificación de ${service(entry)}`,
    impersonal: true,
  },
  'certificate.hidden': {
    says: (entry: EntryFacts) => `ocultó el certificado de la calificación de ${service(entry)}`,
  },
  'certificate.shown': {
    says: (entry: EntryFacts) => `volvió a mostrar el certificado de la calificación de ${service(entry)}`,
  },
} as const
