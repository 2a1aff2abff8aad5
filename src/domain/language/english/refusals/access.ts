import type { Catalogue } from '#domain/language/translate.ts'

export const accessRefusals: Catalogue = {
  'El correo y/o la contraseña introducidos no son correctos.': 'The e-mail address or the password is not correct.',
  'Acceso bloqueado por número de reintentos, espere 15 minutos o inténtelo desde otro dispositivo.':
    'Access blocked after too many attempts. Wait 15 minutes or try from another device.',
  'Introduzca correo y contraseña para realizar el login.': 'Enter your e-mail address and password to sign in.',
  'Su sesión ha terminado. Vuelva a entrar: lo que tenía a medias se conserva.':
    'Your session has ended. Sign in again: what you had begun is kept.',
  'La petición no viene de su sesión. Recargue la página y vuelva a intentarlo.':
    'The request does not come from your session. Reload the page and try again.',
  'Faltan las cabeceras que el portal envía con cada cambio.':
    'The headers that the portal sends with each change are missing.',
  'Debe rellenar todos los campos del formulario y aceptar las Condiciones y Compromiso de uso.':
    'Fill in all the fields of the form and accept the terms and commitment of use.',
  'Debe rellenar todos los campos del formulario.': 'Fill in all the fields of the form.',
  'La contraseña nueva no coincide.': 'The new passwords do not match.',
  'La contraseña nueva no puede ser igual que la antigua.': 'The new password cannot be the same as the old one.',
  'La contraseña actual no es correcta.': 'The current password is not correct.',
  'El enlace ya no sirve: se usó o pasaron más de 60 minutos. Pida otro en «Recuperar contraseña».':
    'The link no longer works: it has been used or more than 60 minutes have passed. Ask for another with ‘Recuperar contraseña’.',
  'El acceso ha tardado demasiado o ya no sirve. Vuelva a introducir su correo y su contraseña.':
    'Signing in took too long or is no longer valid. Enter your e-mail address and password again.',
  'El código no es correcto o ya se ha usado. Espere al siguiente y vuelva a intentarlo.':
    'The code is not correct or has already been used. Wait for the next one and try again.',
  'El portal no puede comprobar su aplicación de autenticación, y no es culpa suya. Entre con una llave de acceso o un código de recuperación si los tiene; si no, pida al CCI que le quite la verificación en dos pasos.':
    'The portal cannot check your authenticator app, and it is not your fault. Sign in with a passkey or a recovery code if you have them; if not, ask CCI to remove your two-step verification.',
  'No se ha podido comprobar la llave de acceso. Vuelva a intentarlo.': 'The passkey could not be checked. Try again.',
  'Esa llave de acceso ya está dada de alta.': 'That passkey has already been added.',
  'Ya tiene diez llaves de acceso. Quite una antes de añadir otra.':
    'You already have ten passkeys. Remove one before you add another.',
  'La configuración ha caducado. Empiece de nuevo.': 'The set-up has expired. Start again.',
  'Para esto, vuelva a identificarse: su acceso tiene más de diez minutos.':
    'For this, identify yourself again: you signed in more than ten minutes ago.',
  'El CCI pide a su rol la verificación en dos pasos. Configúrela para continuar.':
    'CCI requires two-step verification for your role. Set it up to continue.',
  'Ha entrado con una contraseña temporal. Elija la suya para continuar.':
    'You have signed in with a temporary password. Choose your own to continue.',
  'Su rol debe tener verificación en dos pasos. Añada otra forma antes de quitar esta.':
    'Your role must have two-step verification. Add another method before you remove this one.',
  'El acceso ha tardado demasiado o no empezó en este navegador. Vuelva a intentarlo.':
    'Signing in took too long or did not begin in this browser. Try again.',
  'Su proveedor de identidad no le ha dado acceso o usted lo ha cancelado. Puede entrar con su contraseña.':
    'Your identity provider did not give you access, or you cancelled. You can sign in with your password.',
  'No se ha podido comprobar lo que contesta su proveedor de identidad. Vuelva a intentarlo o entre con su contraseña.':
    'What your identity provider answered could not be checked. Try again or sign in with your password.',
  'Su proveedor de identidad no responde ahora mismo. Vuelva a intentarlo en unos minutos o entre con su contraseña.':
    'Your identity provider is not responding right now. Try again in a few minutes or sign in with your password.',
  'El correo que envía su proveedor de identidad tiene letras que este portal no admite, como la ñ o una tilde. Pida a quien lo gestiona que envíe uno sin ellas, o entre con su contraseña.':
    'The e-mail that your identity provider sends has letters that this portal does not accept, such as ñ or an accent. Ask those who run it to send one without them, or sign in with your password.',
  'Su identidad es correcta, pero no hay un acceso para ella en este portal. Pida al CCI que le invite.':
    'Your identity is correct, but there is no account for it in this portal. Ask CCI to invite you.',
  'No se ha encontrado lo que busca.': 'What you are looking for was not found.',
  'Su usuario no puede hacer esto.': 'Your user cannot do this.',
  'El estado ha cambiado y ya no se puede hacer. Actualice la página.':
    'The state has changed and this can no longer be done. Refresh the page.',
  'Otra persona lo ha cambiado mientras tanto. Actualice la página y repita su cambio.':
    'Somebody else has changed it in the meantime. Refresh the page and repeat your change.',
  'El CCI solo puede usar el portal desde las redes que ha autorizado, y esta no es una de ellas.':
    'CCI can only use the portal from the networks that it has authorised, and this is not one of them.',
  'El portal solo atiende por una conexión cifrada: use una dirección que empiece por https.':
    'The portal only serves over an encrypted connection: use an address that begins with https.',
  'Propuesta anotada. Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del {until}.':
    'Proposal recorded. For it to be done, another person at CCI has to do the same before {until}.',
  'Para pedir dos personas hacen falta dos usuarios del CCI que ya hayan elegido su contraseña. Cree antes el otro en «Gestión de usuarios».':
    'Asking for two people takes two users at CCI who have already chosen their passwords. Create the other one first in «Gestión de usuarios».',
}
