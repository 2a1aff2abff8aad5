import type { Catalogue } from '#domain/language/translate.ts'

export const invitationNotices: Catalogue = {
  'Alta de proveedor pedida': 'Invitation of a supplier requested',
  '{0} pide que se invite a «{1}»': '{0} asks for ‘{1}’ to be invited',
  'Una entidad pide que se invite a un proveedor.': 'An entity asks for a supplier to be invited.',
  'Ver las altas pedidas': 'View the requested invitations',
  'Alta de proveedor contestada': 'Invitation of a supplier answered',
  'El CCI ha invitado a «{0}», cuya alta pidió su entidad. Aparecerá en la búsqueda cuando complete la suya.':
    'CCI has invited ‘{0}’, as your entity asked. It will appear in the search once it has completed its registration.',
  'El CCI no ha invitado a «{0}», cuya alta pidió su entidad: {1}':
    'CCI has not invited ‘{0}’, as your entity asked: {1}',
  'El CCI contesta a una petición de alta de un proveedor.': 'CCI answers a request to invite a supplier.',
  'Ver los proveedores': 'View the suppliers',
}
