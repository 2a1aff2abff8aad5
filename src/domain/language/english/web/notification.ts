import type { Catalogue } from '#domain/language/translate.ts'

/** The bell and the list of notifications. */
export const notificationTexts: Catalogue = {
  '1 notificación leída': '1 notification read',
  '{0} notificaciones leídas': '{0} notifications read',
  'No le queda nada por leer': 'You have nothing left to read',
  'Marcar todas como leídas': 'Mark all as read',
  'También las de las demás páginas. Solo cambia para usted: sus compañeros conservan sus marcas.':
    'Those on the other pages too. It changes only for you: your colleagues keep their marks.',
  'Marcar todas': 'Mark all',
  '¿Marcar como leídas las {0} notificaciones que tiene sin leer?': 'Mark your {0} unread notifications as read?',
  '1 notificación sin leer': '1 unread notification',
  '{0} notificaciones sin leer': '{0} unread notifications',
  'Todo leído': 'All read',
  '{0} sin leer': '{0} unread',
  'No se han podido cargar las notificaciones. Se volverá a intentar dentro de un minuto.':
    'The notifications could not be loaded. They will be tried again in a minute.',
  'No tiene notificaciones sin leer.': 'You have no unread notifications.',
  'Lista de notificaciones': 'List of notifications',
  'Marcar como leída': 'Mark as read',
  'Marcar como no leída': 'Mark as unread',
  'y {0} más': 'and {0} more',
  'sin leer': 'unread',
  'Ver todas las notificaciones': 'View all notifications',
  'Al pulsarla queda leída': 'Pressing it marks it as read',
  'Marcar como leídas': 'Mark as read',
  'Marcar como no leídas': 'Mark as unread',
  'Solo cambia para usted: sus compañeros conservan sus marcas.':
    'It changes only for you: your colleagues keep their marks.',
  'Ya está leída': 'It is already read',
  'Ya está sin leer': 'It is already unread',
  'Sin leer': 'Unread',
  'Ir a: {0}': 'Go to: {0}',
  'Este aviso no lleva a ninguna pantalla': 'This notification leads to no screen',
  'Todo leído.': 'All read.',
  '{0} sin leer.': '{0} unread.',
  'Qué notificaciones se ven': 'Which notifications are shown',
  'No tiene notificaciones': 'You have no notifications',
  'Aquí verá lo que ocurra con su documentación y sus informes.':
    'Here you will see what happens with your documentation and your reports.',
  Deshacer: 'Undo',
  'Puede deshacerlo durante {0} segundos, también con Control y Z.':
    'You can undo it for {0} seconds, also with Control and Z.',
  Deshecho: 'Undone',
  '«{0}»: todo está como antes.': '‘{0}’: everything is as before.',
}
