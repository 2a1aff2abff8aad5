import { msg } from '#domain/language/translate.ts'

/** Why a step of a finding or a clarification is refused. */
export const followUpRefusals = {
  // Clarifications
  notUnderReview: { status: 409, sentence: msg('Solo se piden aclaraciones de lo que está en revisión.') },
  tooManyQuestions: { status: 409, sentence: msg('Ya hay diez aclaraciones abiertas sobre esto.') },
  notYourTurn: { status: 403, sentence: msg('Ahora le toca escribir a la otra parte.') },
  clarificationClosed: { status: 409, sentence: msg('La aclaración está cerrada.') },
  noDocumentAsked: { status: 409, sentence: msg('Esta aclaración no es sobre un documento.') },

  // Appeals
  nothingToAppeal: { status: 409, sentence: msg('Solo se reclama contra una calificación publicada y vigente.') },
  appealTwice: { status: 409, sentence: msg('Ya reclamó contra esta calificación.') },
  appealTooLate: { status: 409, sentence: msg('El plazo para reclamar terminó el {date}.') },

  // Findings
  requestNotOpen: {
    status: 409,
    sentence: msg('Solo se anotan hallazgos de una solicitud que espera su calificación o que la tiene vigente.'),
  },
  findingClosed: {
    status: 409,
    sentence: msg('Este hallazgo espera su verificación o está cerrado, y su plan ya no se cambia.'),
  },
  findingNotPlanned: {
    status: 409,
    sentence: msg('Planifique antes la medida: solo se prueba la de un hallazgo planificado.'),
  },
  findingNotDone: { status: 409, sentence: msg('El proveedor aún no ha marcado como hecho este hallazgo.') },
  findingReasonMissing: {
    status: 409,
    sentence: msg('Escriba el motivo: lo leen el proveedor, el evaluador y el CCI.'),
  },
  proofMissing: { status: 409, sentence: msg('Escriba qué se ha hecho o adjunte un archivo que lo pruebe.') },

  // Bulletins and extraordinary reviews
  bulletinNotOpen: {
    status: 409,
    sentence: msg('Solo se avisa de una incidencia abierta o, con el comunicado inicial, de una pendiente.'),
  },
  bulletinOrder: {
    status: 409,
    sentence: msg('El primer comunicado es el inicial, siguen las actualizaciones y, tras el final, no hay más.'),
  },
  finalBulletinMissing: { status: 409, sentence: msg('Publique el comunicado final antes de cerrar la incidencia.') },
  ratingNotInForce: { status: 409, sentence: msg('Solo se pone en revisión extraordinaria una calificación vigente.') },
  underReviewAlready: { status: 409, sentence: msg('Esta calificación ya está en revisión extraordinaria.') },
  ratingNotUnderReview: { status: 409, sentence: msg('Esta calificación no está en revisión extraordinaria.') },
  tooManyFiles: { status: 409, sentence: msg('Se admiten cinco archivos.') },
} as const
