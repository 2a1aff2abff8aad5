import type { Catalogue } from '#domain/language/translate.ts'

/** The way in: sign-in, the first password, terms, and the onboarding. */
export const entryTexts: Catalogue = {
  Invitar: 'Invite',
  'El CCI abre la puerta a proveedores, evaluadores y entidades.':
    'CCI opens the door to suppliers, evaluators and entities.',
  'Cada documento se lee, se fecha y se acepta o se devuelve con su motivo.':
    'Each document is read, dated, and accepted or returned with the reason.',
  Calificar: 'Rate',
  'Una misma vara para todos: confidencialidad, integridad y disponibilidad.':
    'One yardstick for all: confidentiality, integrity and availability.',
  'Qué hace el portal': 'What the portal does',
  'No hay conexión con el portal: compruebe la red y vuelva a cargar la página.':
    'There is no connection to the portal: check the network and reload the page.',
  'o bien': 'or',
  'Su navegador no deja que el portal guarde nada. Puede usarlo, pero si vuelve a cargar la página tendrá que entrar otra vez.':
    'Your browser does not let the portal store anything. You can use it, but you will have to sign in again if you reload the page.',
  'Su sesión ha terminado. Vuelva a entrar y seguirá donde estaba.':
    'Your session has ended. Sign in again and you will continue where you were.',
  'Elija su contraseña': 'Choose your password',
  'La que recibió por correo solo sirve para entrar esta vez.': 'The one you received by e-mail works only this time.',
  'La que le enviamos por correo.': 'The one that we sent you by e-mail.',
  'Leer la política de privacidad y las condiciones de uso': 'Read the privacy policy and the terms of use',
  'Acepto las Condiciones y Compromiso de uso': 'I accept the terms and conditions of use',
  'Antes, lea y acepte la política de privacidad y las condiciones de uso.':
    'First read and accept the privacy policy and the terms of use.',
  'Mire su correo': 'Check your e-mail',
  'Si hay una cuenta con esa dirección, recibirá un enlace para elegir una contraseña nueva.':
    'If there is an account with that address, you will receive a link to choose a new password.',
  'Política de privacidad y condiciones de uso': 'Privacy policy and terms of use',
  'La política de privacidad no está disponible ahora mismo.': 'The privacy policy is not available right now.',
  'Enviar enlace': 'Send link',
  'Le enviaremos un enlace para elegir una contraseña nueva. Vale 60 minutos y un solo uso.':
    'We will send you a link to choose a new password. It works once, within 60 minutes.',
  'Su contraseña ha cambiado. Entre con la nueva.': 'Your password has been changed. Sign in with the new one.',
  'Nueva contraseña': 'New password',
  'Para elegirla hace falta un enlace que aún sirva.': 'To choose it you need a link that still works.',
  'Volver al acceso': 'Back to sign-in',
  'Elija la contraseña con la que entrará desde ahora.': 'Choose the password that you will sign in with from now on.',
  'La verificación en dos pasos está activada.': 'Two-step verification is on.',
  'El CCI la pide a los usuarios de su rol. Configúrela para continuar, {0}.':
    'CCI requires it from users of your role. Set it up to continue, {0}.',
  'Elija qué pedirá el portal además de su contraseña. Después podrá añadir otra en «Mi cuenta».':
    'Choose what the portal will ask for besides your password. You can add another one later in ‘My account’.',
  'Una aplicación de autenticación': 'An authenticator app',
  'Una llave de acceso': 'A passkey',
  'Su contraseña es correcta. Falta demostrar que es usted.': 'Your password is correct. Now prove that it is you.',
  'El portal no ha confirmado la salida': 'The portal has not confirmed that you signed out',
  'En este navegador no queda nada de su sesión, que termina sola en {0} minutos. Si tiene dudas, entre y ciérrela en «Mi cuenta».':
    'Nothing of your session is left in this browser, and it ends by itself in {0} minutes. If in doubt, sign in and close it in ‘My account’.',
  'Su identidad es correcta. Falta demostrar que es usted.': 'Your identity is correct. Now prove that it is you.',
  'Comprobando su identidad. Espere un momento.': 'Checking your identity. Please wait a moment.',
  'Comprobando su identidad': 'Checking your identity',

  'Complete su alta': 'Complete your registration',
  'Lo que el CCI necesita para calificar a su empresa.': 'What CCI needs to rate your company.',
  'Lo que el CCI necesita para acreditarle como evaluador.': 'What CCI needs to accredit you as an evaluator.',
  'Lo que el CCI necesita para darle acceso a las calificaciones.': 'What CCI needs to give you access to the ratings.',
  'No se ha podido abrir su alta': 'Your registration could not be opened',
  'Volver al inicio': 'Back to home',
  'Partes de su alta': 'Parts of your registration',
  'Datos generales': 'General data',
  'Documentación requerida': 'Required documents',
  'Puede dejarlo como está y completarlo más adelante, en «Mis datos».':
    'You can leave it as it is and complete it later, in ‘My data’.',
  'Enviar documentación': 'Send documents',
  'Espere a que terminen las subidas.': 'Wait until the uploads have finished.',
  'Sin guardar: otra persona ha cambiado lo mismo. Mire arriba.':
    'Not saved: somebody else changed the same. See above.',
  'Borrador guardado a las {0}': 'Draft saved at {0}',
  'SU ALTA': 'YOUR REGISTRATION',
  'Cuando envíe, el CCI lo revisa y le avisa. Puede dejarlo y volver: no se pierde nada.':
    'Once you send it, CCI reviews it and notifies you. You can leave and come back: nothing is lost.',
  'Queda 1 documento para poder enviar.': '1 document is missing before you can send.',
  'Quedan {0} documentos para poder enviar.': '{0} documents are missing before you can send.',
  'Queda 1 dato por completar.': '1 field is still to be completed.',
  'Quedan {0} datos por completar.': '{0} fields are still to be completed.',
  'Todo está listo para enviar.': 'Everything is ready to send.',
  'Documentación enviada': 'Documents sent',
  'El CCI la revisa y le avisará.': 'CCI reviews them and will notify you.',
  'Borrador guardado': 'Draft saved',
  'Puede dejarlo y volver cuando quiera.': 'You can leave and come back whenever you like.',
  'Antes de empezar': 'Before you start',
  'Unos {0} minutos con todo a mano': 'About {0} minutes with everything at hand',
  'El CIF y la dirección de su organización. Puede pegar la dirección entera: se reparte en sus campos.':
    'The tax number (CIF) and the address of your organisation. You can paste the whole address: it is split into its fields.',
  'La facturación y los resultados de {0}.': 'Turnover and results of {0}.',
  'No hace falta terminarlo hoy: lo que escriba se guarda solo, y puede volver u otra persona de su organización seguir. Cuando lo envíe, el CCI lo revisa y le avisa por correo.':
    'You need not finish today: what you type is saved by itself, and you or a colleague can continue later. Once you send it, CCI reviews it and notifies you by e-mail.',
  'Un documento para adjuntar: {0}.': 'One document to attach: {0}.',
  '{0} documentos para adjuntar: {1}.': '{0} documents to attach: {1}.',
}
