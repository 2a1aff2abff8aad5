import type { Catalogue } from '#domain/language/translate.ts'

/** The users of an organisation. */
export const userTexts: Catalogue = {
  'USUARIOS CREADOS': 'USERS',
  'Lista de usuarios creados': 'List of users',
  'Nombre o apellidos': 'First name or surname',
  Correo: 'E-mail',
  'Parte del correo': 'Part of the e-mail address',
  'Esta organización no tiene usuarios': 'This organisation has no users',
  'Cree el primero: será su usuario principal.': 'Create the first one: it will be the principal user.',
  'Ningún usuario coincide': 'No user matches',
  usuario: 'user',
  usuarios: 'users',
  'Para darlo de baja, ábralo con «Editar».': 'To deactivate the user, open it with ‘Edit’.',
  'Editar a {0}': 'Edit {0}',
  'Eliminar a {0}': 'Delete {0}',
  'Editar usuario': 'Edit user',
  'Crear usuario': 'Create user',
  'Recibirá por correo {0}, cuando el usuario principal de la entidad lo confirme si ya lo tiene.':
    'The user will receive {0} by e-mail, once the principal user of the entity, if it has one, confirms.',
  'Recibirá por correo {0}.': 'The user will receive {0} by e-mail.',
  'una contraseña temporal: sirve hasta que elija la suya, como mucho {0} días':
    'a temporary password, which works until another is chosen, for {0} days at most',
  '{0} recibe {1}.': '{0} receives {1}.',
  'Con él entrará en el portal.': 'It is used to sign in to the portal.',
  'Si lo corrige, lo confirma antes el usuario principal de la entidad.':
    'If you correct it, the principal user of the entity confirms it first.',
  'Aún no ha entrado: si lo corrige, recibe otra contraseña en el nuevo correo.':
    'Has not signed in yet: if you correct it, another password is sent to the new address.',
  'Con él entra en el portal. No se puede cambiar.': 'It is used to sign in to the portal. It cannot be changed.',
  'Solo el usuario principal de su organización puede crear usuarios.':
    'Only the principal user of your organisation can create users.',
  'Elija primero de quién son: del propio CCI o de un participante.':
    'First choose whose they are: those of CCI itself or of a participant.',
  'Los usuarios de {0}': 'The users of {0}',
  'Aquí puede leer la lista': 'You can read the list here',
  'Los usuarios de su organización los crea, edita y da de baja su usuario principal. Sus propios datos sí puede cambiarlos.':
    'The principal user of your organisation creates, edits and deactivates its users. You can change your own data.',
  'Usuario principal': 'Principal user',
  'Sin acceso: falta la confirmación de su usuario principal': 'No access: the principal user has not confirmed yet',
  'Contraseña cambiada el {0}': 'Password changed on {0}',
  'Contraseña cambiada el': 'Password changed on',
  'Aún no ha entrado': 'Has not signed in yet',
  'Usuario confirmado': 'User confirmed',
  'Este usuario no tiene acceso': 'This user has no access',
  'El CCI lo creó o cambió su correo. Confírmelo solo si lo conoce: entonces recibe por correo su contraseña temporal.':
    'CCI created this user or changed the e-mail address. Confirm only if you know the person, who then receives a temporary password by e-mail.',
  'El CCI lo creó o cambió su correo. El usuario principal de la entidad lo confirma: entonces recibe por correo su contraseña temporal.':
    'CCI created this user or changed the e-mail address. The principal user of the entity confirms it, and then a temporary password is sent by e-mail.',
  'Confirmar usuario': 'Confirm user',
  'Usuario dado de baja': 'User deactivated',
  'Dar de baja': 'Deactivate',
  'Sus sesiones terminan al momento y ya no podrá entrar. Lo que hizo queda en el registro.':
    'All sessions end at once and the user can no longer sign in. What the user did stays in the log.',
  '¿Dar de baja a {0}?': 'Deactivate {0}?',
  Rol: 'Role',
  'Sin nombre todavía': 'No name yet',
}
