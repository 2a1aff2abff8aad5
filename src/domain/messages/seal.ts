import { msg } from '#domain/language/translate.ts'

/** Why a step of the declaration of independence, or of a publication that depends on it, is refused. */
export const sealRefusals = {
  independenceMissing: { status: 409, sentence: msg('Falta la declaración de independencia del evaluador.') },
  conflictUndecided: {
    status: 409,
    sentence: msg('El evaluador declara un posible conflicto: decida antes si lo admite.'),
  },
  conflictRefused: {
    status: 409,
    sentence: msg('El CCI no admitió a este evaluador. La solicitud debe enviarse con otro.'),
  },
  declarationClosed: {
    status: 409,
    sentence: msg('La calificación ya está publicada, y la declaración que la respalda no cambia.'),
  },
  declarationDecided: { status: 409, sentence: msg('El CCI ya decidió sobre su declaración, y no se hace otra.') },
  noConflictToDecide: { status: 409, sentence: msg('No hay un posible conflicto declarado que espere su decisión.') },
  sameReviewer: {
    status: 409,
    sentence: msg('{why} Pídaselo a otra persona del CCI.'),
  },
} as const
