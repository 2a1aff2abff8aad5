/** Why a step of a finding or a clarification is refused. */
export const followUpRefusals = {
  // Findings
  requestNotOpen: {
    status: 409,
    sentence: 'Solo se anotan hallazgos de una solicitud que espera su calificación o que la tiene vigente.',
  },
  findingClosed: {
    status: 409,
    sentence: 'Este hallazgo espera su verificación o está cerrado, y su plan ya no se cambia.',
  },
  findingNotPlanned: {
    status: 409,
    sentence: 'Planifique antes la medida: solo se prueba la de un hallazgo planificado.',
  },
  findingNotDone: { status: 409, sentence: 'El proveedor aún no ha marcado como hecho este hallazgo.' },
  findingReasonMissing: { status: 409, sentence: 'Escriba el motivo: lo leen el proveedor, el evaluador y el CCI.' },
  proofMissing: { status: 409, sentence: 'Escriba qué se ha hecho o adjunte un archivo que lo pruebe.' },
  tooManyFiles: { status: 409, sentence: 'Se admiten cinco archivos.' },
} as const
