import type { Catalogue } from '#domain/language/translate.ts'

export const documentationNotices: Catalogue = {
  'Tarea asignada': 'Task assigned',
  'Una persona de su organización le ha asignado el documento «{0}».':
    'A person of your organisation has assigned the document ‘{0}’ to you.',
  'Una persona de su organización le ha asignado la aclaración «{0}».':
    'A person of your organisation has assigned the clarification “{0}” to you.',
  'Una persona de su organización le asigna un documento o una aclaración.':
    'A person of your organisation assigns a document or a clarification to you.',
  'Ver la tarea': 'View the task',
  'Documentación por verificar': 'Documentation to be verified',
  '{0} ha enviado documentación para verificar.': '{0} has sent documentation to be verified.',
  'Un participante ha enviado su documentación y espera su revisión.':
    'A participant has sent its documentation and is waiting for its review.',
  'Verificar la documentación': 'Verify the documentation',
  'Documentación aceptada': 'Documentation accepted',
  'El CCI ha aceptado su documentación. Ya puede usar todo el portal.':
    'CCI has accepted your documentation. You can now use the whole portal.',
  'El CCI ha aceptado la documentación de su organización.': 'CCI has accepted the documentation of your organisation.',
  'Entrar en el portal': 'Go to the portal',
  'Documentación rechazada': 'Documentation rejected',
  'El CCI ha rechazado {0}. Lea el motivo y suba otra versión.':
    'CCI has rejected {0}. Read the reason and upload another version.',
  'El CCI ha rechazado algún documento y hay que subirlo de nuevo.':
    'CCI has rejected a document, which has to be uploaded again.',
  'Corregir la documentación': 'Correct the documentation',
  'Documentación caducada': 'Documentation lapsed',
  'Su documento opcional «{0}» caducó y ya no vale. Si quiere que vuelva a valer, suba una versión vigente.':
    'Your optional document ‘{0}’ has lapsed and no longer counts. If you want it to count again, upload a version that is in force.',
  'Su documento «{0}» caducó el {1}. Suba una versión vigente.':
    'Your document ‘{0}’ lapsed on {1}. Upload a version that is in force.',
  'Un documento de su organización ha caducado.': 'A document of your organisation has lapsed.',
  'Renovar el documento': 'Renew the document',
  'Documento próximo a caducar': 'Document about to lapse',
  'Su documento opcional «{0}» caduca el {1}. Suba una versión nueva antes.':
    'Your optional document ‘{0}’ lapses on {1}. Upload a new version before then.',
  'Su documento «{0}» caduca el {1}. Suba una versión nueva antes.':
    'Your document ‘{0}’ lapses on {1}. Upload a new version before then.',
  'Un documento de su organización está próximo a caducar.': 'A document of your organisation is about to lapse.',
  'Documento nuevo requerido': 'New document required',
  'El CCI pide ahora {0}. Lo ya aceptado sigue aceptado: suba lo que falta en «Mi documentación».':
    'CCI now asks for {0}. What has been accepted remains accepted: upload what is missing under ‘My documentation’.',
  'El CCI pide un documento que antes no pedía.': 'CCI asks for a document that it did not ask for before.',
  'Subir el documento': 'Upload the document',
}
