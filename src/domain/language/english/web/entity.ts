import type { Catalogue } from '#domain/language/translate.ts'

/** What entities see in the frame and at the start. */
export const entityTexts: Catalogue = {
  'Escriba el detalle...': 'Enter the detail...',
  'Nueva incidencia': 'New incident',
  'Notificar incidencia': 'Report an incident',
  'Enviar incidencia': 'Send incident',
  'Sobre {0}.': 'About {0}.',
  'Añadir gravedad, servicios y horas': 'Add severity, services and times',
  'Elija un proveedor': 'Choose a supplier',
  'Buscando…': 'Searching…',
  'Ningún proveedor coincide': 'No supplier matches',
  'Sin indicar': 'Not stated',
  'El proveedor no tiene servicios': 'The supplier has no services',
  'Pedir el alta de un proveedor': 'Ask for a supplier to be invited',
  'Alta pedida': 'Invitation asked for',
  'El CCI contestará sobre «{0}».': 'CCI will answer about ‘{0}’.',
  'Pedir el alta': 'Ask for the invitation',
  'El CCI decide si lo invita y le avisará. Al proveedor no se le dice qué entidad lo ha pedido.':
    'CCI decides whether to invite it and will tell you. The supplier is not told which entity asked for it.',
  'Ver su ficha': 'View its sheet',
  'Si es extranjero, el que le da Hacienda: empieza por N o W.':
    'If it is foreign, the one that the Spanish tax agency gives it: it begins with N or W.',
  Motivo: 'Reason',
  'Lo lee el CCI.': 'CCI reads it.',
  'Altas que ha pedido su entidad': 'Invitations that your entity has asked for',
  'ALTAS PEDIDAS': 'INVITATIONS ASKED FOR',
  '{0} · pedida el {1}': '{0} · asked for on {1}',
  'Valoración anotada': 'View recorded',
  'Valorar subcontratista': 'Give a view on the subcontractor',
  Anotar: 'Record',
  '{0}, que trabaja para {1} en «{2}». Es una nota de su entidad: no la lee nadie más y no se comunica a nadie.':
    '{0}, which works for {1} on ‘{2}’. It is a note of your entity: nobody else reads it and nobody is told.',
  Valoración: 'View',
  Texto: 'Text',
  'SU VALORACIÓN': 'YOUR VIEW',
  'Valorar {0}': 'Give a view on {0}',
  'NIVELES EXIGIDOS': 'REQUIRED LEVELS',
  'Ver los niveles exigidos': 'View the required levels',
  'Declare los servicios que utiliza su entidad y verá aquí cuáles no cumplen lo que exige.':
    'Declare the services that your entity uses and you will see here which do not meet what it requires.',
  'por debajo del nivel': 'below the level',
  'sin calificación vigente': 'without a valid rating',
  'por caducar en 30 días': 'expiring in 30 days',
  'Exigido {0}: {1}': 'Required {0}: {1}',
  'Lo utiliza, sin exigencia': 'Used, without a requirement',
}
