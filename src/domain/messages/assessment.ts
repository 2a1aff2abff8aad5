/** Why a step of a structured evaluation is refused. */
export const assessmentRefusals = {
  // Control frameworks
  frameworkMissing: { status: 409, sentence: 'El CCI aún no ha publicado un marco de controles.' },
  frameworkClosed: {
    status: 409,
    sentence: 'Esta edición del marco está publicada o retirada y ya no se cambia. Importe otra edición.',
  },
  frameworkIncomplete: {
    status: 409,
    sentence: 'No se puede publicar: falta algún control de nivel D en {dimensions}.',
  },
  rowsWrong: {
    status: 400,
    sentence: 'El archivo tiene {n} errores. No se ha guardado nada.',
    ofOne: 'El archivo tiene 1 error. No se ha guardado nada.',
  },

  // Evaluations
  assessmentExists: { status: 409, sentence: 'Esta solicitud ya tiene una evaluación abierta.' },
  requestNotAssessable: {
    status: 409,
    sentence: 'Solo se evalúa una solicitud que espera su calificación o que la tiene vigente.',
  },
  assessmentClosed: { status: 409, sentence: 'La evaluación está confirmada. Retómela para cambiarla.' },
  assessmentNotConfirmed: {
    status: 409,
    sentence: 'La evaluación no está confirmada, y solo se publica con la calificación la que lo está.',
  },
  assessmentIncomplete: {
    status: 409,
    sentence: 'Faltan {n} controles por responder: {domains}.',
    ofOne: 'Falta 1 control por responder: {domains}.',
    ofNone: 'Faltan datos de la evaluación: {header}.',
  },
  workbookElsewhere: {
    status: 409,
    sentence: 'Esta hoja es de otra solicitud o de otra edición del marco. Descargue la plantilla de esta.',
  },
  workbookUnreadable: { status: 415, sentence: 'No es la plantilla de la evaluación o no se puede leer.' },
  workbookWrong: {
    status: 400,
    sentence: 'La hoja tiene {n} errores. No se ha cambiado ninguna respuesta.',
    ofOne: 'La hoja tiene 1 error. No se ha cambiado ninguna respuesta.',
  },

  // Scores with an evaluation
  assessmentMissing: {
    status: 409,
    sentence: 'El CCI pide una evaluación confirmada para publicar la calificación.',
  },
  overrideReasonMissing: {
    status: 400,
    sentence: 'Diga por qué la calificación no es la que resulta de la evaluación: lo lee quien la lee.',
  },
  belowScale: {
    status: 409,
    sentence: 'No alcanza el nivel D en {dimensions}: no puede publicarse con esta evaluación.',
  },
} as const
