import type { Catalogue } from '#domain/language/translate.ts'

export const assessmentNotices: Catalogue = {
  'Evaluación confirmada': 'Assessment confirmed',
  '{0} ha confirmado la evaluación de «{1}», de {2}': '{0} has confirmed the assessment of ‘{1}’, of {2}',
  '{0} ha confirmado la evaluación de su solicitud de «{1}».':
    '{0} has confirmed the assessment of your request for ‘{1}’.',
  'Un evaluador ha confirmado la evaluación de una solicitud.':
    'An evaluator has confirmed the assessment of a request.',
  'Su evaluador ha confirmado la evaluación de una solicitud.':
    'Your evaluator has confirmed the assessment of a request.',
  'Ver la evaluación': 'View the assessment',
  'Evaluación por confirmar de nuevo': 'Assessment to be confirmed again',
  'Se ha sustituido un archivo y debe revisar y confirmar de nuevo la evaluación de «{0}», de {1}':
    'A file has been replaced, and you have to review and confirm again the assessment of ‘{0}’, of {1}',
  'Se ha sustituido un archivo de una solicitud cuya evaluación había confirmado.':
    'A file has been replaced in a request whose assessment you had confirmed.',
}
