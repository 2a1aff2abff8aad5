import type { Catalogue } from '#domain/language/translate.ts'

export const clarificationNotices: Catalogue = {
  'El CCI': 'CCI',
  'la documentación': 'the documentation',
  'Aclaración pedida': 'Clarification asked for',
  '{0} pide una aclaración sobre {1}: «{2}»': '{0} asks for a clarification about {1}: ‘{2}’',
  '{0} pregunta más sobre {1}: «{2}»': '{0} asks more about {1}: ‘{2}’',
  'Un proveedor pide una aclaración al CCI.': 'A supplier asks CCI for a clarification.',
  'El CCI o su evaluador le piden una aclaración.': 'CCI or your evaluator asks you for a clarification.',
  'El CCI le pide una aclaración.': 'CCI asks you for a clarification.',
  'Responder la aclaración': 'Answer the clarification',
  'Aclaración contestada': 'Clarification answered',
  '{0} ha contestado sobre {1}: «{2}»': '{0} has answered about {1}: ‘{2}’',
  'Han contestado a una aclaración que pidió el CCI.': 'A clarification that CCI asked for has been answered.',
  'El CCI ha contestado a su aclaración.': 'CCI has answered your clarification.',
  'El proveedor ha contestado a su aclaración.': 'The supplier has answered your clarification.',
  'Ver la respuesta': 'View the answer',
  'Aclaración por contestar': 'Clarification to be answered',
  'El plazo para contestar a «{0}», sobre {1}, termina el {2}': 'The time to answer ‘{0}’, about {1}, ends on {2}',
  'Termina el plazo para contestar a una aclaración pedida al CCI.':
    'The time to answer a clarification asked of CCI is ending.',
  'Termina el plazo para contestar a una aclaración.': 'The time to answer a clarification is ending.',
  'Reclamación recibida': 'Appeal received',
  '{0} reclama contra la calificación de {1}: «{2}»': '{0} appeals against the rating of {1}: ‘{2}’',
  'Un proveedor reclama contra una calificación.': 'A supplier appeals against a rating.',
  'Ver la reclamación': 'View the appeal',
  'Reclamación resuelta': 'Appeal decided',
  'El CCI ha estimado su reclamación contra la calificación de {0}: «{1}»':
    'CCI has upheld your appeal against the rating of {0}: ‘{1}’',
  'El CCI ha desestimado su reclamación contra la calificación de {0}: «{1}»':
    'CCI has dismissed your appeal against the rating of {0}: ‘{1}’',
  'El CCI ha resuelto su reclamación contra una calificación.': 'CCI has decided your appeal against a rating.',
}
