import type { Catalogue } from '#domain/language/translate.ts'

export const sealRefusals: Catalogue = {
  'Falta la declaración de independencia del evaluador.': 'The evaluator’s declaration of independence is missing.',
  'El evaluador declara un posible conflicto: decida antes si lo admite.':
    'The evaluator declares a possible conflict: first decide whether you accept it.',
  'El CCI no admitió a este evaluador. La solicitud debe enviarse con otro.':
    'CCI did not accept this evaluator. The request has to be sent with another one.',
  'La calificación ya está publicada, y la declaración que la respalda no cambia.':
    'The rating has already been published, and the declaration behind it does not change.',
  'El CCI ya decidió sobre su declaración, y no se hace otra.':
    'CCI has already decided on your declaration, and no other is made.',
  'No hay un posible conflicto declarado que espere su decisión.':
    'There is no declared conflict that is waiting for your decision.',
  '{why} Pídaselo a otra persona del CCI.': '{why} Ask another person at CCI.',
}
