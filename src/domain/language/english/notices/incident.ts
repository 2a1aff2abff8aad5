import type { Catalogue } from '#domain/language/translate.ts'

export const incidentNotices: Catalogue = {
  'La incidencia «{0}» se llama ahora «{1}».': 'The incident ‘{0}’ is now called ‘{1}’.',
  'La incidencia «{0}» tiene otros datos.': 'The incident ‘{0}’ has other details.',
  'La incidencia «{0}» tiene otro detalle.': 'The incident ‘{0}’ has another description.',
  'Incidencia creada': 'Incident reported',
  '{0} notifica una incidencia sobre {1}: «{2}».': '{0} reports an incident at {1}: ‘{2}’.',
  'Un participante notifica una incidencia.': 'A participant reports an incident.',
  'Ver la incidencia': 'View the incident',
  'Incidencia abierta': 'Incident opened',
  'La incidencia «{0}» está abierta.': 'The incident ‘{0}’ is open.',
  'Se ha abierto una incidencia que notificó el CCI.': 'An incident that CCI reported has been opened.',
  'El CCI ha abierto una incidencia en la que su organización es parte.':
    'CCI has opened an incident to which your organisation is a party.',
  'El CCI ha abierto una incidencia que notificó su organización.':
    'CCI has opened an incident that your organisation reported.',
  'Incidencia modificada': 'Incident changed',
  'La incidencia «{0}» está cerrada.': 'The incident ‘{0}’ is closed.',
  '{0} propone el texto de un comunicado sobre la incidencia «{1}».':
    '{0} proposes the text of a bulletin about the incident ‘{1}’.',
  'El CCI ha publicado un comunicado sobre la incidencia «{0}».':
    'CCI has published a bulletin about the incident ‘{0}’.',
  'La incidencia «{0}» se ha vuelto a abrir.': 'The incident ‘{0}’ has been reopened.',
  'Se ha cerrado o reabierto una incidencia que notificó el CCI, o un proveedor propone un comunicado.':
    'An incident that CCI reported has been closed or reopened, or a supplier proposes a bulletin.',
  'Se ha cerrado o reabierto una incidencia en la que su organización es parte.':
    'An incident to which your organisation is a party has been closed or reopened.',
  'Se ha cerrado o reabierto una incidencia que notificó su organización.':
    'An incident that your organisation reported has been closed or reopened.',
}
