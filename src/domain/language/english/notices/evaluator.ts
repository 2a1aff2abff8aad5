import type { Catalogue } from '#domain/language/translate.ts'

export const evaluatorNotices: Catalogue = {
  'Acreditación de evaluador caducada': 'Evaluator’s accreditation lapsed',
  'La acreditación de {0} caducó el {1}.': 'The accreditation of {0} lapsed on {1}.',
  'La acreditación de un evaluador ha caducado.': 'The accreditation of an evaluator has lapsed.',
  'Su acreditación como evaluador ha caducado.': 'Your accreditation as an evaluator has lapsed.',
  'Ver la documentación': 'View the documentation',
  'Acreditación próxima a caducar': 'Accreditation about to lapse',
  'La acreditación de {0} caduca el {1}.': 'The accreditation of {0} lapses on {1}.',
  'La acreditación de un evaluador está próxima a caducar.': 'The accreditation of an evaluator is about to lapse.',
  'Su acreditación como evaluador está próxima a caducar.': 'Your accreditation as an evaluator is about to lapse.',
  'Elegido como evaluador': 'Chosen as evaluator',
  '{0} le ha elegido como evaluador de «{1}».': '{0} has chosen you as the evaluator of ‘{1}’.',
  '{0} le ha elegido como evaluador de la renovación de «{1}».':
    '{0} has chosen you as the evaluator of the renewal of ‘{1}’.',
  'Un proveedor le ha elegido como evaluador.': 'A supplier has chosen you as evaluator.',
  'Ver la solicitud': 'View the request',
}
