import type { Catalogue } from '#domain/language/translate.ts'

export const chainNotices: Catalogue = {
  'Cambio en la cadena de subcontratación': 'Change in the subcontracting chain',
  'Cambia la cadena de subcontratación de «{0}», de {1}, desde el {2}':
    'The subcontracting chain of ‘{0}’, of {1}, changes from {2}',
  'Cambian los subcontratistas de un servicio que utiliza, o de un proveedor que sigue.':
    'The subcontractors of a service that you use, or of a supplier that you follow, change.',
  'Ver la cadena': 'View the chain',
  'Cambio de subcontratación por valorar': 'Subcontracting change to be considered',
  'El {0} cambia la cadena de subcontratación de «{1}», de {2}, y su entidad no ha anotado si tiene objeción.':
    'On {0} the subcontracting chain of ‘{1}’, of {2}, changes, and your entity has not recorded whether it objects.',
  'Falta valorar un cambio de subcontratistas de un servicio de una función esencial o importante.':
    'A change of subcontractors of a critical service has not been considered yet.',
  'LEI por renovar': 'LEI to be renewed',
  'Su LEI debe renovarse antes del {0}: caducado, los registros de sus clientes lo rechazan. Cuando lo renueve, anote la nueva fecha.':
    'Your LEI has to be renewed before {0}: once lapsed, the registers of your customers reject it. When you renew it, record the new date.',
  'El LEI de su organización está próximo a caducar.': 'The LEI of your organisation is about to lapse.',
  'Ver los datos del registro': 'View the register data',
}
