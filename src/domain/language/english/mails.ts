import type { Catalogue } from '#domain/language/translate.ts'

export const mails: Catalogue = {
  'Hola, {0}:': 'Hello {0},',
  'Hola:': 'Hello,',
  'Elegir qué avisos recibe por correo': 'Choose which notifications you get by e-mail',
  '«{0}»': '‘{0}’',
  'Si el botón no se abre, copie esta dirección en su navegador:':
    'If the button does not open, copy this address into your browser:',
  'La contraseña es temporal: sirve hasta que elija la suya, como mucho hasta el {0} (hora de Madrid).':
    'The password is temporary: it works until you choose your own, at most until {0} (Madrid time).',
  'Este correo se envía siempre: trata del acceso a su cuenta.':
    'This e-mail is always sent: it is about access to your account.',
  'Entrar en {0}': 'Sign in to {0}',
  'Estos son sus avisos desde el último resumen diario.': 'These are your notifications since the last daily digest.',
  'tiene elegido el resumen diario para estos avisos': 'has chosen the daily digest for these notifications',
  'Estos son sus avisos desde el último resumen semanal.': 'These are your notifications since the last weekly digest.',
  'tiene elegido el resumen semanal para estos avisos': 'has chosen the weekly digest for these notifications',
  'Estas son las próximas fechas de caducidad que le atañen.': 'These are the next expiry dates that concern you.',
  'tiene activados por correo estos avisos': 'gets these notifications by e-mail',
  'Invitación a {0}': 'Invitation to {0}',
  'El {0} le invita a {1}, el portal en el que se califican los proveedores de la banca, como {2}.':
    '{0} invites you to {1}, the portal in which the suppliers of banks are rated, as {2}.',
  Usuario: 'User',
  Contraseña: 'Password',
  '{0} Al entrar elegirá la suya y completará los datos y la documentación de su organización. Puede dejarlo a medias y seguir otro día.':
    '{0} When you sign in you will choose your own and complete the data and documentation of your organisation. You can leave it half done and continue another day.',
  'Si no esperaba esta invitación, no haga nada: sin entrar no se crea nada a su nombre.':
    'If you did not expect this invitation, do nothing: unless you sign in, nothing is created in your name.',
  'Recibe este correo porque el {0} ha invitado a su organización con esta dirección. {1}':
    'You get this e-mail because {0} has invited your organisation with this address. {1}',
  'Su invitación a {0} sigue abierta': 'Your invitation to {0} is still open',
  'El {0} le recuerda su invitación a {1}, como {2}. Le falta completar los datos y la documentación de su organización y enviarla.':
    '{0} reminds you of your invitation to {1}, as {2}. You still have to complete the data and documentation of your organisation and send it.',
  'la que usted eligió': 'the one that you chose',
  'Si no la recuerda, pulse «Recuperar contraseña» en la misma página.':
    'If you do not remember it, press ‘Recuperar contraseña’ on the same page.',
  'Su usuario de {0}': 'Your user at {0}',
  'Se ha creado su usuario en {0}.': 'Your user at {0} has been created.',
  '{0} Al entrar elegirá la suya.': '{0} When you sign in you will choose your own.',
  'Recibe este correo porque se ha creado un usuario con esta dirección. {0}':
    'You get this e-mail because a user has been created with this address. {0}',
  'Su contraseña de {0} caduca pronto': 'Your password for {0} expires soon',
  'Aún no ha elegido su contraseña de {0}. La que le enviamos por correo sirve hasta el {1} (hora de Madrid).':
    'You have not chosen your password for {0} yet. The one that we sent you by e-mail works until {1} (Madrid time).',
  'la que le enviamos': 'the one that we sent you',
  'Al entrar elegirá la suya. Después de ese día, el {0} tendrá que enviarle de nuevo la invitación, o usted pedir otra contraseña con «Recuperar contraseña» en la misma página.':
    'When you sign in you will choose your own. After that day, {0} will have to send you the invitation again, or you will have to ask for another password with ‘Recuperar contraseña’ on the same page.',
  'Al entrar elegirá la suya. Después de ese día, tendrá que pedir otra contraseña con «Recuperar contraseña» en la misma página.':
    'When you sign in you will choose your own. After that day, you will have to ask for another password with ‘Recuperar contraseña’ on the same page.',
  'Recibe este correo porque tiene un usuario con esta dirección. {0}':
    'You get this e-mail because you have a user with this address. {0}',
  'Recuperar su contraseña de {0}': 'Recover your password for {0}',
  'Alguien ha pedido recuperar la contraseña de este correo en {0}. Para elegir una nueva, abra este enlace antes del {1} (hora de Madrid):':
    'Somebody has asked to recover the password of this address at {0}. To choose a new one, open this link before {1} (Madrid time):',
  'Elegir otra contraseña': 'Choose another password',
  'El enlace sirve una sola vez. Si no lo ha pedido usted, no haga nada: su contraseña sigue siendo la misma.':
    'The link works only once. If it was not you who asked for it, do nothing: your password remains the same.',
  'Recibe este correo porque se ha pedido recuperar una contraseña con esta dirección. {0}':
    'You get this e-mail because somebody asked to recover a password with this address. {0}',
  'Motivo de «{0}»': 'Reason for ‘{0}’',
  'Fecha: {0} (hora de Madrid).': 'Date: {0} (Madrid time).',
  'Ver el aviso': 'View the notification',
  'Recibe este correo porque su usuario de {0} tiene activado por correo el aviso «{1}».':
    'You get this e-mail because your user at {0} gets the notification ‘{1}’ by e-mail.',
  'Ver todos los avisos': 'View all notifications',
  'Recibe este correo porque su usuario de {0} {1}.': 'You get this e-mail because your user at {0} {1}.',
  'Revisar la seguridad de su cuenta': 'Review the security of your account',
  'Si ha sido usted, no tiene que hacer nada. Si no, cambie ya su contraseña y cierre las demás sesiones, o pida otra contraseña en {0}/auth/sign-in, y avise al {1}.':
    'If it was you, there is nothing to do. If not, change your password now and close the other sessions, or ask for another password at {0}/auth/sign-in, and tell {1}.',
  'Este correo se envía siempre: trata de la seguridad de su cuenta.':
    'This e-mail is always sent: it is about the security of your account.',
  'acceso desde un dispositivo nuevo': 'sign-in from a new device',
  'Se ha entrado en su cuenta desde un dispositivo que no había usado antes, o no desde que cambió su contraseña.':
    'Somebody has signed in to your account from a device that you had not used before, or not since you changed your password.',
  'acceso después de varios intentos fallidos': 'sign-in after several failed attempts',
  'Se ha entrado en su cuenta después de {0} intentos fallidos.':
    'Somebody has signed in to your account after {0} failed attempts.',
  'acceso desde una red no autorizada': 'access from a network that is not authorised',
  'Alguien ha introducido su contraseña correcta desde una red que el CCI no ha autorizado. No ha entrado. Si no ha sido usted, conoce su contraseña: cámbiela.':
    'Somebody entered your correct password from a network that CCI has not authorised. They did not get in. If it was not you, they know your password: change it.',
  'su contraseña ha cambiado': 'your password has changed',
  'La contraseña de su cuenta ha cambiado y sus demás sesiones se han cerrado.':
    'The password of your account has changed, and your other sessions have been closed.',
  'La contraseña de su cuenta se ha cambiado con el enlace para recuperarla. Todas sus sesiones se han cerrado.':
    'The password of your account has been changed with the recovery link. All your sessions have been closed.',
  'su usuario tiene otro correo': 'your user has another e-mail address',
  'Quien gestiona los usuarios de su organización ha cambiado el correo de su usuario. Con esta dirección ya no se entra.':
    'Whoever manages the users of your organisation has changed the e-mail address of your user. You can no longer sign in with this one.',
  'acceso sin terminar': 'unfinished sign-in',
  'Alguien ha introducido su contraseña correcta y no ha terminado la verificación en dos pasos. No ha entrado. Si no ha sido usted, conoce su contraseña: cámbiela.':
    'Somebody entered your correct password and did not finish the two-step verification. They did not get in. If it was not you, they know your password: change it.',
  'Alguien se ha identificado como usted en su proveedor de identidad y no ha terminado la verificación en dos pasos. No ha entrado. Si no ha sido usted, tiene su cuenta de ese proveedor: avise a quien la administra.':
    'Somebody identified themselves as you at your identity provider and did not finish the two-step verification. They did not get in. If it was not you, they have your account at that provider: tell whoever manages it.',
  'alguien conoce su contraseña': 'somebody knows your password',
  'Alguien ha introducido su contraseña correcta y ha fallado cinco veces la verificación en dos pasos. No ha entrado, pero conoce su contraseña: cámbiela.':
    'Somebody entered your correct password and failed the two-step verification five times. They did not get in, but they know your password: change it.',
  'alguien entra con su cuenta del proveedor de identidad':
    'somebody is signing in with your account at the identity provider',
  'Alguien se ha identificado como usted en su proveedor de identidad y ha fallado cinco veces la verificación en dos pasos. No ha entrado, pero tiene su cuenta de ese proveedor: avise a quien la administra.':
    'Somebody identified themselves as you at your identity provider and failed the two-step verification five times. They did not get in, but they have your account at that provider: tell whoever manages it.',
  'acceso con su proveedor de identidad': 'sign-in with your identity provider',
  'Se ha entrado en su cuenta con su proveedor de identidad por primera vez, y desde ahora solo esa cuenta suya del proveedor entra en ella. Si no ha sido usted, avise al CCI.':
    'Somebody has signed in to your account with your identity provider for the first time, and from now on only that account of yours at the provider opens it. If it was not you, tell CCI.',
  'nueva verificación en dos pasos': 'new two-step verification',
  'Se ha añadido {0} a la verificación en dos pasos de su cuenta.':
    '{0} has been added to the two-step verification of your account.',
  'se ha quitado una verificación en dos pasos': 'a two-step verification has been removed',
  'Se ha quitado {0} de la verificación en dos pasos de su cuenta.':
    '{0} has been removed from the two-step verification of your account.',
  'se ha quitado su verificación en dos pasos': 'your two-step verification has been removed',
  'El CCI ha quitado la verificación en dos pasos de su cuenta y ha cerrado sus sesiones. Entrará solo con su contraseña hasta que la configure de nuevo en «Mi cuenta».':
    'CCI has removed the two-step verification of your account and closed its sessions. You will sign in with your password alone until you set it up again under ‘Security’.',
  'códigos de recuperación nuevos': 'new recovery codes',
  'Se han generado códigos de recuperación nuevos para su cuenta. Los anteriores ya no valen.':
    'New recovery codes have been made for your account. The previous ones no longer work.',
  'acceso con un código de recuperación': 'sign-in with a recovery code',
  'Se ha entrado en su cuenta con un código de recuperación. Le quedan {0}.':
    'Somebody has signed in to your account with a recovery code. Codes left: {0}.',
  'clave de API nueva': 'new API key',
  'Se ha creado la clave de API «{0}» de su entidad. Si no ha sido usted, avise al CCI.':
    'The API key ‘{0}’ of your entity has been created. If it was not you, tell CCI.',
  'clave de API revocada': 'API key revoked',
  'Se ha revocado la clave de API «{0}» de su entidad. Ya no vale.':
    'The API key ‘{0}’ of your entity has been revoked. It no longer works.',
  'webhook nuevo': 'new webhook',
  'Se ha registrado un webhook de su entidad que envía a {0}. Si no ha sido usted, avise al CCI.':
    'A webhook of your entity that sends to {0} has been registered. If it was not you, tell CCI.',
  'webhook cambiado': 'webhook changed',
  'Se ha cambiado el webhook de su entidad que envía a {0}.':
    'The webhook of your entity that sends to {0} has been changed.',
  'secreto de un webhook renovado': 'secret of a webhook renewed',
  'Se ha dado un secreto nuevo al webhook de su entidad que envía a {0}. El anterior vale 24 horas más.':
    'The webhook of your entity that sends to {0} has been given a new secret. The previous one works for 24 hours more.',
  'webhook quitado': 'webhook removed',
  'Se ha quitado el webhook de su entidad que enviaba a {0}.':
    'The webhook of your entity that sent to {0} has been removed.',
  ' Dispositivo: {0}. Dirección: {1}.': ' Device: {0}. Address: {1}.',
  '{0}\n\nFecha: {1} (hora de Madrid).{2}': '{0}\n\nDate: {1} (Madrid time).{2}',
  'Fecha y hora': 'Date and time',
  Lectura: 'Read',
  Leída: 'Read',
  'Sin leer': 'Unread',
  Motivo: 'Reason',
  Detalle: 'Detail',
  'Escriba el aviso': 'Enter the notice',
  'Elija «mode» o «byMail»': 'Choose ‘mode’ or ‘byMail’',
  'Informes y calificaciones': 'Reports and ratings',
  Incidencias: 'Incidents',
  Supervisión: 'Supervision',
  'Avisos del CCI': 'Notices from CCI',
  '{0} Mensaje: «{1}».': '{0} Message: ‘{1}’.',
  'todavía no se ha podido entregar': 'it could not be delivered yet',
  'su servidor lo rechaza («{0}»)': 'its server refuses it (‘{0}’)',
  'su servidor lo rechaza': 'its server refuses it',
  'El correo no llega: {0}': 'The e-mail does not arrive: {0}',
  'Su organización': 'Your organisation',
  'Otros avisos': 'Other notifications',
  'Resumen diario': 'Daily digest',
  'Resumen semanal': 'Weekly digest',
  'Próximas caducidades': 'Next expiries',
  '1 aviso': '1 notification',
  '{0} avisos': '{0} notifications',
  'Al momento': 'At once',
  No: 'No',
}
