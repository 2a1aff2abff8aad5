/** Why a step of the declaration of independence, or of a publication that depends on it, is refused. */
export const sealRefusals = {
  independenceMissing: { status: 409, sentence: 'Falta la declaración de independencia del evaluador.' },
  conflictUndecided: {
    status: 409,
    sentence: 'El evaluador declara un posible conflicto: decida antes si lo admite.',
  },
  conflictRefused: {
    status: 409,
    sentence: 'El CCI no admitió a este evaluador. La solicitud debe enviarse con otro.',
  },
  declarationClosed: {
    status: 409,
    sentence: 'La calificación ya está publicada, y la declaración que la respalda no cambia.',
  },
  declarationDecided: { status: 409, sentence: 'El CCI ya decidió sobre su declaración, y no se hace otra.' },
  noConflictToDecide: { status: 409, sentence: 'No hay un posible conflicto declarado que espere su decisión.' },
  sameReviewer: {
    status: 409,
    sentence: '{why} Pídaselo a otra persona del CCI.',
  },
} as const
