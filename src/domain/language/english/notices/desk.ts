import type { Catalogue } from '#domain/language/translate.ts'

export const deskNotices: Catalogue = {
  'La incidencia «{0}» sobre {1}': 'The incident ‘{0}’ at {1}',
  'El informe de «{0}» de {1}': 'The report on ‘{0}’ of {1}',
  'La documentación de {0}': 'The documentation of {0}',
  'Fuera de plazo': 'Overdue',
  '{0} espera al CCI, y su plazo venció el {1}.': '{0} is waiting for CCI, and was due on {1}.',
  'Ha vencido el plazo de algo que usted tiene asignado, o que nadie ha tomado.':
    'Something that is assigned to you, or that nobody has taken, is overdue.',
  'Abrir la verificación': 'Open the verification',
}
