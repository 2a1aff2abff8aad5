import type { Catalogue } from '#domain/language/translate.ts'

export const findingNotices: Catalogue = {
  'Hallazgos nuevos': 'New findings',
  'Hay 1 hallazgo nuevo en «{0}». Planifique su medida.': 'There is 1 new finding on ‘{0}’. Plan its measure.',
  'Hay {0} hallazgos nuevos en «{1}». Planifique sus medidas.':
    'There are {0} new findings on ‘{1}’. Plan their measures.',
  'Hay hallazgos nuevos en un servicio suyo.': 'There are new findings on a service of yours.',
  'Ver los hallazgos': 'View the findings',
  'Medida por vencer': 'Measure falling due',
  'La medida del hallazgo «{0}», de «{1}», vence el {2}.':
    'The measure for the finding ‘{0}’, on ‘{1}’, falls due on {2}.',
  'La medida de un hallazgo suyo está por vencer.': 'The measure for a finding of yours is falling due.',
  'Ver el hallazgo': 'View the finding',
  'Medida fuera de plazo': 'Measure overdue',
  'La medida del hallazgo «{0}», de «{1}», venció el {2} y no consta como hecha':
    'The measure for the finding ‘{0}’, on ‘{1}’, fell due on {2} and is not marked as done',
  '{0} no ha terminado en plazo la medida de un hallazgo de «{1}» ({2}), que vencía el {3}':
    '{0} has not finished in time the measure for a finding on ‘{1}’ ({2}), which fell due on {3}',
  'La medida de un hallazgo suyo está fuera de plazo.': 'The measure for a finding of yours is overdue.',
  'La medida de un hallazgo de una solicitud que usted evaluó está fuera de plazo.':
    'The measure for a finding of a request that you assessed is overdue.',
  'La medida de un hallazgo de un proveedor que sigue, o cuyo servicio utiliza, está fuera de plazo.':
    'The measure for a finding of a supplier that you follow, or whose service you use, is overdue.',
  'Medida por verificar': 'Measure to be verified',
  '{0} ha dado por hecha la medida del hallazgo «{1}», de «{2}»: compruébela':
    '{0} has marked as done the measure for the finding ‘{1}’, on ‘{2}’: check it',
  'Un proveedor ha dado por hecha la medida de un hallazgo cuyo evaluador ya no está.':
    'A supplier has marked as done the measure for a finding whose evaluator has left.',
  'Un proveedor ha dado por hecha la medida de un hallazgo de una solicitud que usted evaluó.':
    'A supplier has marked as done the measure for a finding of a request that you assessed.',
  'Comprobar la medida': 'Check the measure',
}
