import type { Catalogue } from '#domain/language/translate.ts'

export const userNotices: Catalogue = {
  'El CCI ha cambiado los usuarios de su entidad': 'The CCI has changed the users of your entity',
  'El CCI ha creado en su entidad el usuario {0}. No tiene acceso mientras usted no lo confirme.':
    'The CCI has created the user {0} in your entity. It has no access until you confirm it.',
  'El CCI ha creado en su entidad el usuario {0}.': 'The CCI has created the user {0} in your entity.',
  'El CCI ha cambiado el correo de un usuario de su entidad por {0}. No tiene acceso mientras usted no lo confirme.':
    'The CCI has changed the e-mail of a user of your entity to {0}. It has no access until you confirm it.',
  'El CCI ha cambiado los datos del usuario {0} de su entidad.':
    'The CCI has changed the data of the user {0} of your entity.',
  'El CCI ha dado de alta el usuario {0} de su entidad.': 'The CCI has accepted the user {0} of your entity.',
  'El CCI ha dado de baja el usuario {0} de su entidad.': 'The CCI has removed the user {0} of your entity.',
  'El CCI ha quitado la verificación en dos pasos del usuario {0} de su entidad.':
    'The CCI has removed the two-step verification of the user {0} of your entity.',
  'El CCI ha puesto otra contraseña temporal al usuario {0} de su entidad.':
    'The CCI has set another temporary password for the user {0} of your entity.',
  'El CCI ha separado al usuario {0} de su entidad de su proveedor de identidad.':
    'The CCI has released the user {0} of your entity from its identity provider.',
  'El CCI ha cerrado sesiones del usuario {0} de su entidad.':
    'The CCI has ended sessions of the user {0} of your entity.',
  'El CCI ha enviado otra vez al usuario {0} de su entidad el correo para entrar.':
    'The CCI has sent the user {0} of your entity the mail for signing in again.',
  'El CCI crea, cambia o da de baja un usuario de su entidad.':
    'The CCI creates, changes or removes a user of your entity.',
  'Ver los usuarios': 'View the users',
  'Su entidad tendrá otro usuario principal': 'Your entity will have another principal user',
  'El CCI ha creado el usuario principal {0}, porque su entidad no tiene ninguno. Tendrá acceso el {1}. Si no lo reconoce, avise al CCI.':
    'The CCI has created the principal user {0}, because your entity has none. It will have access on {1}. If you do not recognise it, tell the CCI.',
  'El CCI crea otro usuario principal de su entidad.': 'The CCI creates another principal user of your entity.',
}
