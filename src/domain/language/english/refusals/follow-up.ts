import type { Catalogue } from '#domain/language/translate.ts'

export const followUpRefusals: Catalogue = {
  'Solo se piden aclaraciones de lo que está en revisión.': 'Clarifications are only asked about what is under review.',
  'Ya hay diez aclaraciones abiertas sobre esto.': 'There are already ten open clarifications about this.',
  'Ahora le toca escribir a la otra parte.': 'It is now the other party’s turn to write.',
  'La aclaración está cerrada.': 'The clarification is closed.',
  'Esta aclaración no es sobre un documento.': 'This clarification is not about a document.',
  'Solo se reclama contra una calificación publicada y vigente.':
    'You can only appeal against a rating that is published and valid.',
  'Ya reclamó contra esta calificación.': 'You have already appealed against this rating.',
  'El plazo para reclamar terminó el {date}.': 'The time to appeal ended on {date}.',
  'Solo se anotan hallazgos de una solicitud que espera su calificación o que la tiene vigente.':
    'Findings are only recorded for a request that is waiting for its rating or whose rating is valid.',
  'Este hallazgo espera su verificación o está cerrado, y su plan ya no se cambia.':
    'This finding is waiting to be verified or is closed, and its plan can no longer be changed.',
  'Planifique antes la medida: solo se prueba la de un hallazgo planificado.':
    'Plan the measure first: only the measure of a planned finding can be proved.',
  'El proveedor aún no ha marcado como hecho este hallazgo.': 'The supplier has not marked this finding as done yet.',
  'Escriba el motivo: lo leen el proveedor, el evaluador y el CCI.':
    'Enter the reason: the supplier, the evaluator and CCI will read it.',
  'Escriba qué se ha hecho o adjunte un archivo que lo pruebe.':
    'Say what has been done or attach a file that proves it.',
  'Solo se avisa a las entidades de una incidencia abierta.': 'Entities are only told of an open incident.',
  'El primer comunicado es el inicial, siguen las actualizaciones y, tras el final, no hay más.':
    'The first bulletin is the initial one, updates follow, and after the final one there are no more.',
  'Publique el comunicado final antes de cerrar la incidencia.':
    'Publish the final bulletin before you close the incident.',
  'Solo se pone en revisión extraordinaria una calificación vigente.':
    'Only a valid rating can be put under extraordinary review.',
  'Esta calificación ya está en revisión extraordinaria.': 'This rating is already under extraordinary review.',
  'Esta calificación no está en revisión extraordinaria.': 'This rating is not under extraordinary review.',
  'Se admiten cinco archivos.': 'Five files are accepted.',
}
