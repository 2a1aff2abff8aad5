import { msg } from '#domain/language/translate.ts'

/** Why a step of a structured evaluation is refused. */
export const assessmentRefusals = {
  // Control frameworks
  frameworkMissing: { status: 409, sentence: msg('El CCI aún no ha publicado un marco de controles.') },
  frameworkClosed: {
    status: 409,
    sentence: msg('Esta edición del marco está publicada o retirada y ya no se cambia. Importe otra edición.'),
  },
  frameworkIncomplete: {
    status: 409,
    sentence: msg('No se puede publicar: falta algún control de nivel D en {dimensions}.'),
  },
  rowsWrong: {
    status: 400,
    sentence: msg('El archivo tiene {n} errores. No se ha guardado nada.'),
    ofOne: msg('El archivo tiene 1 error. No se ha guardado nada.'),
  },

  // Evaluations
  assessmentExists: { status: 409, sentence: msg('Esta solicitud ya tiene una evaluación abierta.') },
  requestNotAssessable: {
    status: 409,
    sentence: msg('Solo se evalúa una solicitud que espera su calificación o que la tiene vigente.'),
  },
  assessmentClosed: { status: 409, sentence: msg('La evaluación está confirmada. Retómela para cambiarla.') },
  assessmentNotConfirmed: {
    status: 409,
    sentence: msg('La evaluación no está confirmada, y solo se publica con la calificación la que lo está.'),
  },
  assessmentIncomplete: {
    status: 409,
    sentence: msg('Faltan {n} controles por responder: {domains}.'),
    ofOne: msg('Falta 1 control por responder: {domains}.'),
    ofNone: msg('Faltan datos de la evaluación: {header}.'),
  },
  workbookElsewhere: {
    status: 409,
    sentence: msg('Esta hoja es de otra solicitud o de otra edición del marco. Descargue la plantilla de esta.'),
  },
  workbookUnreadable: { status: 415, sentence: msg('No es la plantilla de la evaluación o no se puede leer.') },
  workbookWrong: {
    status: 400,
    sentence: msg('La hoja tiene {n} errores. No se ha cambiado ninguna respuesta.'),
    ofOne: msg('La hoja tiene 1 error. No se ha cambiado ninguna respuesta.'),
  },

  // Scores with an evaluation
  assessmentMissing: {
    status: 409,
    sentence: msg('El CCI pide una evaluación confirmada para publicar la calificación.'),
  },
  overrideReasonMissing: {
    status: 400,
    sentence: msg('Indique por qué la calificación no es la que resulta de la evaluación: lo lee quien la lee.'),
  },
  belowScale: {
    status: 409,
    sentence: msg('No alcanza el nivel D en {dimensions}: no puede publicarse con esta evaluación.'),
  },
} as const
