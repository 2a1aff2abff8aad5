import { msg } from '#domain/language/translate.ts'

/** Why a sign-in or a caller is refused. */
export const accessRefusals = {
  // Session
  badCredentials: { status: 403, sentence: msg('El correo y/o la contraseña introducidos no son correctos.') },
  blocked: {
    status: 401,
    sentence: msg('Acceso bloqueado por número de reintentos, espere 15 minutos o inténtelo desde otro dispositivo.'),
  },
  credentialsMissing: { status: 400, sentence: msg('Introduzca correo y contraseña para realizar el login.') },
  noSession: {
    status: 401,
    sentence: msg('Su sesión ha terminado. Vuelva a entrar: lo que tenía a medias se conserva.'),
  },
  csrf: { status: 403, sentence: msg('La petición no viene de su sesión. Recargue la página y vuelva a intentarlo.') },
  headersMissing: { status: 403, sentence: msg('Faltan las cabeceras que el portal envía con cada cambio.') },
  passwordFieldsMissing: {
    status: 400,
    sentence: msg('Debe rellenar todos los campos del formulario y aceptar las Condiciones y Compromiso de uso.'),
  },
  resetFieldsMissing: { status: 400, sentence: msg('Debe rellenar todos los campos del formulario.') },
  passwordRepeated: { status: 400, sentence: msg('La contraseña nueva no coincide.') },
  passwordSame: { status: 400, sentence: msg('La contraseña nueva no puede ser igual que la antigua.') },
  passwordWrong: { status: 403, sentence: msg('La contraseña actual no es correcta.') },
  resetCodeDead: {
    status: 400,
    sentence: msg('El enlace ya no sirve: se usó o pasaron más de 60 minutos. Pida otro en «Recuperar contraseña».'),
  },

  // Second factor
  pendingDead: {
    status: 401,
    sentence: msg('El acceso ha tardado demasiado o ya no sirve. Vuelva a introducir su correo y su contraseña.'),
  },
  codeWrong: {
    status: 403,
    sentence: msg('El código no es correcto o ya se ha usado. Espere al siguiente y vuelva a intentarlo.'),
  },
  factorUnreadable: {
    status: 409,
    sentence: msg(
      'El portal no puede comprobar su aplicación de autenticación, y no es culpa suya. Entre con una llave de acceso o un código de recuperación si los tiene; si no, pida al CCI que le quite la verificación en dos pasos.',
    ),
  },
  passkeyWrong: { status: 403, sentence: msg('No se ha podido comprobar la llave de acceso. Vuelva a intentarlo.') },
  passkeyExists: { status: 409, sentence: msg('Esa llave de acceso ya está dada de alta.') },
  tooManyPasskeys: { status: 409, sentence: msg('Ya tiene diez llaves de acceso. Quite una antes de añadir otra.') },
  enrolmentDead: { status: 409, sentence: msg('La configuración ha caducado. Empiece de nuevo.') },
  signInAgain: {
    status: 403,
    sentence: msg('Para esto, vuelva a identificarse: su acceso tiene más de diez minutos.'),
  },
  secondFactorMissing: {
    status: 403,
    sentence: msg('El CCI pide a su rol la verificación en dos pasos. Configúrela para continuar.'),
  },
  passwordMissing: {
    status: 403,
    sentence: msg('Ha entrado con una contraseña temporal. Elija la suya para continuar.'),
  },
  secondFactorRequired: {
    status: 409,
    sentence: msg('Su rol debe tener verificación en dos pasos. Añada otra forma antes de quitar esta.'),
  },

  // Sign-in by an identity provider
  signOnDead: {
    status: 401,
    sentence: msg('El acceso ha tardado demasiado o no empezó en este navegador. Vuelva a intentarlo.'),
  },
  signOnDenied: {
    status: 403,
    sentence: msg(
      'Su proveedor de identidad no le ha dado acceso o usted lo ha cancelado. Puede entrar con su contraseña.',
    ),
  },
  signOnFailed: {
    status: 403,
    sentence: msg(
      'No se ha podido comprobar lo que contesta su proveedor de identidad. Vuelva a intentarlo o entre con su contraseña.',
    ),
  },
  signOnDown: {
    status: 503,
    sentence: msg(
      'Su proveedor de identidad no responde ahora mismo. Vuelva a intentarlo en unos minutos o entre con su contraseña.',
    ),
  },
  signOnLetters: {
    status: 403,
    sentence: msg(
      'El correo que envía su proveedor de identidad tiene letras que este portal no admite, como la ñ o una tilde. Pida a quien lo gestiona que envíe uno sin ellas, o entre con su contraseña.',
    ),
  },
  signOnNoAccess: {
    status: 403,
    sentence: msg(
      'Su identidad es correcta, pero no hay un acceso para ella en este portal. Pida al CCI que le invite.',
    ),
  },

  // Permissions
  notFound: { status: 404, sentence: msg('No se ha encontrado lo que busca.') },
  forbidden: { status: 403, sentence: msg('Su usuario no puede hacer esto.') },
  notYourMove: { status: 403, sentence: msg('Su usuario no puede hacer esto.') },
  wrongState: { status: 409, sentence: msg('El estado ha cambiado y ya no se puede hacer. Actualice la página.') },
  changedMeanwhile: {
    status: 409,
    sentence: msg('Otra persona lo ha cambiado mientras tanto. Actualice la página y repita su cambio.'),
  },

  networkNotAllowed: {
    status: 403,
    sentence: msg('El CCI solo puede usar el portal desde las redes que ha autorizado, y esta no es una de ellas.'),
  },
  notEncrypted: {
    status: 403,
    sentence: msg('El portal solo atiende por una conexión cifrada: use una dirección que empiece por https.'),
  },

  // Four-eyes approval
  needsAnother: {
    status: 409,
    sentence: msg(
      'Propuesta anotada. Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del {until}.',
    ),
  },

  onlyOnePerson: {
    status: 409,
    sentence: msg(
      'Para pedir dos personas hacen falta dos usuarios del CCI que ya hayan elegido su contraseña. Cree antes el otro en «Gestión de usuarios».',
    ),
  },
} as const
