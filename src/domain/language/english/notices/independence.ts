import type { Catalogue } from '#domain/language/translate.ts'

export const independenceNotices: Catalogue = {
  'La solicitud de «{0}», de {1}, se ha enviado de nuevo y necesita otra declaración de independencia':
    'The request for ‘{0}’, of {1}, has been sent again and needs another declaration of independence',
  'Declaración pendiente': 'Declaration pending',
  'Falta su declaración de independencia para «{0}», de {1}':
    'Your declaration of independence for ‘{0}’, of {1}, is missing',
  'Falta su declaración de independencia para una solicitud.':
    'Your declaration of independence for a request is missing.',
  Declarar: 'Declare',
  'Posible conflicto declarado': 'Possible conflict declared',
  '{0} declara un posible conflicto de independencia en «{1}», de {2}':
    '{0} declares a possible conflict of independence in ‘{1}’, of {2}',
  'Un evaluador declara un posible conflicto de independencia.':
    'An evaluator declares a possible conflict of independence.',
  Decidir: 'Decide',
  'Evaluador no admitido': 'Evaluator not accepted',
  'El CCI no ha admitido a {0} como evaluador de «{1}»: «{2}». Elimine la solicitud y envíela con otro evaluador.':
    'CCI has not accepted {0} as the evaluator of ‘{1}’: ‘{2}’. Delete the request and send it with another evaluator.',
  'El CCI no le ha admitido como evaluador de «{0}», de {1}: «{2}».':
    'CCI has not accepted you as the evaluator of ‘{0}’, of {1}: ‘{2}’.',
  'El CCI no ha admitido al evaluador de una solicitud suya.':
    'CCI has not accepted the evaluator of a request of yours.',
  'El CCI no le ha admitido como evaluador de una solicitud.':
    'CCI has not accepted you as the evaluator of a request.',
}
