/**
 * The Spanish sentence and HTTP status of every refusal reason. Texts of the specification are literal (D2). 400
 * invalid input, 401 no session or blocked, 403 visible but not allowed, 404 not found for this caller, 409 not in this
 * state, 413 too large, 415 file refused, 422 idempotency key reused with another request.
 */
export const refusals = {
  // Session
  badCredentials: { status: 403, sentence: 'El correo y/o la contraseña introducidos no son correctos.' },
  blocked: {
    status: 401,
    sentence: 'Acceso bloqueado por número de reintentos, espere 15 minutos o inténtelo desde otro dispositivo.',
  },
  credentialsMissing: { status: 400, sentence: 'Introduzca correo y contraseña para realizar el login.' },
  noSession: { status: 401, sentence: 'Su sesión ha terminado. Vuelva a entrar: lo que tenía a medias se conserva.' },
  csrf: { status: 403, sentence: 'La petición no viene de su sesión. Recargue la página y vuelva a intentarlo.' },
  headersMissing: { status: 403, sentence: 'Faltan las cabeceras que el portal envía con cada cambio.' },
  passwordFieldsMissing: {
    status: 400,
    sentence: 'Debe rellenar todos los campos del formulario y aceptar las Condiciones y Compromiso de uso.',
  },
  resetFieldsMissing: { status: 400, sentence: 'Debe rellenar todos los campos del formulario.' },
  passwordRepeated: { status: 400, sentence: 'La contraseña nueva no coincide.' },
  passwordSame: { status: 400, sentence: 'La contraseña nueva no puede ser igual que la antigua.' },
  passwordWrong: { status: 403, sentence: 'La contraseña actual no es correcta.' },
  resetCodeDead: {
    status: 400,
    sentence: 'El enlace ya no sirve: se usó o pasaron más de 60 minutos. Pida otro en «Recuperar contraseña».',
  },

  // Second factor
  pendingDead: {
    status: 401,
    sentence: 'El acceso ha tardado demasiado o ya no sirve. Vuelva a introducir su correo y su contraseña.',
  },
  codeWrong: {
    status: 403,
    sentence: 'El código no es correcto o ya se ha usado. Espere al siguiente y vuelva a intentarlo.',
  },
  factorUnreadable: {
    status: 409,
    sentence:
      'El portal no puede comprobar su aplicación de autenticación, y no es culpa suya. Entre con una llave de acceso o un código de recuperación si los tiene; si no, pida al CCI que le quite la verificación en dos pasos.',
  },
  passkeyWrong: { status: 403, sentence: 'No se ha podido comprobar la llave de acceso. Vuelva a intentarlo.' },
  passkeyExists: { status: 409, sentence: 'Esa llave de acceso ya está dada de alta.' },
  tooManyPasskeys: { status: 409, sentence: 'Ya tiene diez llaves de acceso. Quite una antes de añadir otra.' },
  enrolmentDead: { status: 409, sentence: 'La configuración ha caducado. Empiece de nuevo.' },
  signInAgain: {
    status: 403,
    sentence: 'Para esto, vuelva a identificarse: su acceso tiene más de diez minutos.',
  },
  secondFactorMissing: {
    status: 403,
    sentence: 'El CCI pide a su rol la verificación en dos pasos. Configúrela para continuar.',
  },
  passwordMissing: {
    status: 403,
    sentence: 'Ha entrado con una contraseña temporal. Elija la suya para continuar.',
  },
  secondFactorRequired: {
    status: 409,
    sentence: 'Su rol debe tener verificación en dos pasos. Añada otra forma antes de quitar esta.',
  },

  // Sign-in by an identity provider
  signOnDead: {
    status: 401,
    sentence: 'El acceso ha tardado demasiado o no empezó en este navegador. Vuelva a intentarlo.',
  },
  signOnDenied: {
    status: 403,
    sentence: 'Su proveedor de identidad no le ha dado acceso o usted lo ha cancelado. Puede entrar con su contraseña.',
  },
  signOnFailed: {
    status: 403,
    sentence:
      'No se ha podido comprobar lo que contesta su proveedor de identidad. Vuelva a intentarlo o entre con su contraseña.',
  },
  signOnDown: {
    status: 503,
    sentence:
      'Su proveedor de identidad no responde ahora mismo. Vuelva a intentarlo en unos minutos o entre con su contraseña.',
  },
  signOnNoAccess: {
    status: 403,
    sentence: 'Su identidad es correcta, pero no hay un acceso para ella en este portal. Pida al CCI que le invite.',
  },

  // Permissions
  notFound: { status: 404, sentence: 'No se ha encontrado lo que busca.' },
  forbidden: { status: 403, sentence: 'Su usuario no puede hacer esto.' },
  notYourMove: { status: 403, sentence: 'Su usuario no puede hacer esto.' },
  wrongState: { status: 409, sentence: 'El estado ha cambiado y ya no se puede hacer. Actualice la página.' },
  changedMeanwhile: {
    status: 409,
    sentence: 'Otra persona lo ha cambiado mientras tanto. Actualice la página y repita su cambio.',
  },

  networkNotAllowed: {
    status: 403,
    sentence: 'El CCI solo puede usar el portal desde las redes que ha autorizado, y esta no es una de ellas.',
  },
  notEncrypted: {
    status: 403,
    sentence: 'El portal solo atiende por una conexión cifrada: use una dirección que empiece por https.',
  },

  // Input
  invalid: { status: 400, sentence: 'Hay campos por corregir.' },
  packed: { status: 415, sentence: 'La petición viene comprimida y así no se admite. Envíela sin Content-Encoding.' },
  bodyTooLarge: {
    status: 413,
    sentence: 'La petición es más larga de lo que se admite aquí. Acorte sus textos o repártala en varias.',
  },
  unknownField: { status: 400, sentence: 'La petición trae un campo que no se puede cambiar aquí.' },
  keyReused: { status: 422, sentence: 'La clave de repetición ya se usó con otro contenido.' },
  keyInProgress: { status: 409, sentence: 'La misma petición está en curso. Espere un momento.' },
  tooMany: { status: 429, sentence: 'Demasiadas peticiones seguidas. Espere un momento y vuelva a intentarlo.' },

  // Files
  fileMissing: { status: 400, sentence: 'Adjunte un archivo.' },
  fileTooLarge: { status: 413, sentence: 'El archivo supera el tamaño máximo permitido.' },
  fileType: {
    status: 415,
    sentence:
      'Tipo de archivo no admitido o su contenido no es lo que dice su nombre. Se admiten PDF, Office, OpenDocument, PNG, JPEG y ZIP.',
  },
  archiveHarmful: {
    status: 415,
    sentence: 'El archivo lleva dentro enlaces, rutas o tamaños que podrían dañar a quien lo abra, y no se admite.',
  },
  archiveMismatch: {
    status: 415,
    sentence:
      'El archivo no contiene lo que declara: está dañado o podría dañar a quien lo abra. Ábralo en su equipo, vuelva a guardarlo y súbalo otra vez.',
  },
  macrosUndeclared: {
    status: 415,
    sentence:
      'El documento contiene macros, y una extensión como .docx o .xlsx dice que no las tiene. En Office elija «Guardar como» con el tipo sin macros («Documento de Word», «Libro de Excel» o «Presentación de PowerPoint») y suba esa copia.',
  },
  pdfUnreadable: {
    status: 415,
    sentence:
      'El archivo se llama PDF, pero no se puede leer como un PDF. Ábralo con el programa con el que lo hizo, expórtelo como PDF y suba ese archivo.',
  },
  pdfIncomplete: {
    status: 415,
    sentence: 'El PDF está incompleto: le falta el final. Vuelva a guardarlo o exportarlo y súbalo otra vez.',
  },
  imageTooLarge: { status: 415, sentence: 'La imagen tiene demasiados puntos. Redúzcala y vuelva a subirla.' },
  reportNotPdf: { status: 415, sentence: 'El «Informe de auditoría» debe ser un PDF.' },
  excelNotSpreadsheet: { status: 415, sentence: 'El «Doc. Excel asociado» debe ser una hoja de cálculo.' },
  uploadCut: {
    status: 400,
    sentence: 'La subida se cortó antes de terminar. No se ha guardado nada: vuelva a intentarlo.',
  },
  fileDamaged: { status: 500, sentence: 'El archivo guardado está dañado y no se entrega. El CCI ha quedado avisado.' },
  notMarkable: {
    status: 409,
    sentence:
      'Este PDF está protegido o dañado y no se le puede poner la marca de agua con la que se entrega. Pida al CCI otra copia.',
  },
  fileInfected: {
    status: 415,
    sentence: 'El archivo contiene un virus y no se admite ni se entrega. El CCI ha quedado avisado.',
  },
  fileUnscannable: {
    status: 413,
    sentence: 'El archivo es demasiado grande para comprobar que no tiene virus. Divídalo o redúzcalo.',
  },
  scannerDown: {
    status: 503,
    sentence:
      'Ahora no se puede comprobar que el archivo no tiene virus. No se ha guardado ni entregado nada: vuelva a intentarlo en unos minutos.',
  },
  quotaExceeded: {
    status: 413,
    sentence: 'Su organización ha llegado al espacio que tiene para archivos. Pida al CCI que lo amplíe.',
  },
  storageFailed: {
    status: 503,
    sentence: 'El almacén de archivos falla. No se ha guardado nada: vuelva a intentarlo más tarde.',
  },
  httpTooOld: {
    status: 505,
    sentence:
      'Esta descarga pasa por un servidor que habla HTTP/1.0, con el que una descarga cortada parecería entera. Quien administra el portal debe configurarlo con HTTP/1.1.',
  },
  storageFull: { status: 507, sentence: 'No queda espacio para guardar el archivo. No se ha guardado nada.' },

  // Invitations
  invitationEmailMissing: { status: 400, sentence: 'Introduzca un correo para enviar la invitación.' },
  invitationExists: {
    status: 409,
    sentence: 'Esta dirección electrónica ya tiene una invitación a {product}. Introduzca otro correo.',
  },
  nrbeExists: { status: 409, sentence: 'Ya hay una entidad con ese código NRBE.' },
  cifExists: { status: 409, sentence: 'Ya hay otro participante con ese CIF.' },
  invitationEnded: { status: 409, sentence: 'La invitación ya está aceptada o retirada y no admite este cambio.' },
  importExtension: { status: 415, sentence: 'Extensión de archivo no válida.' },
  importWrong: {
    status: 400,
    sentence: 'Error en la generación de invitaciones. Por favor, revise la plantilla.',
  },
  importConflict: {
    status: 409,
    sentence: 'Error en la generación de invitaciones. Por favor, revise la plantilla.',
  },

  // Users and participants
  userExists: { status: 409, sentence: 'Ya existe un usuario asociado a ese correo electrónico.' },
  userIncomplete: {
    status: 400,
    sentence: 'Rellene todos los campos correctamente para poder crear el usuario.',
  },
  userNotDeletable: { status: 409, sentence: 'Este usuario no se puede eliminar.' },
  participantDeleteFailed: {
    status: 409,
    sentence: 'Error en el Servidor consultar con el administrador del sistema',
  },

  // Catalogues
  emptyLines: {
    status: 400,
    sentence: 'No se pueden guardar líneas vacías. Por favor, rellene todos los campos.',
  },
  serviceInUse: { status: 409, sentence: 'No se puede eliminar este servicio, posiblemente esté en uso.' },
  catalogueFailed: { status: 500, sentence: 'Se ha producido un error inesperado.' },
  deleteFailed: { status: 500, sentence: 'Se ha producido un error al eliminar.' },

  // Documentation
  dataIncomplete: {
    status: 409,
    sentence: 'Complete los «Datos generales» antes de enviar la documentación.',
  },
  documentsMissing: {
    status: 409,
    sentence: 'Introduzca todos los documentos antes de enviar la documentación.',
  },
  alreadySent: { status: 409, sentence: 'La documentación ya está enviada.' },
  documentationDecided: { status: 409, sentence: 'Esta documentación ya ha sido validada por el CCI' },
  documentDecided: { status: 409, sentence: 'El documento ya está decidido.' },
  notAccepted: { status: 403, sentence: 'No puede descargar un documento que no se ha aceptado' },
  notDownloaded: {
    status: 409,
    sentence: 'Debe descargar y revisar el documento para poder verificarlo o rechazarlo',
  },
  noExpiry: {
    status: 409,
    sentence: 'Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso',
  },
  notAllDecided: {
    status: 409,
    sentence: 'Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso',
  },
  noAccreditation: { status: 409, sentence: 'Debe seleccionar una fecha de caducidad para este evaluador' },
  noRejectionReason: { status: 400, sentence: 'Escriba el motivo del rechazo: el participante lo leerá tal cual.' },
  expiryTooEarly: { status: 400, sentence: 'La fecha de caducidad debe ser de mañana o posterior.' },
  expiryTooLate: {
    status: 400,
    sentence: 'La fecha de caducidad no puede pasar del 31/12/2100: si no tiene fin, escriba esa fecha.',
  },
  someRejected: { status: 409, sentence: 'No se puede avanzar con documentos rechazados o pendientes de verificar' },
  noneRejected: { status: 409, sentence: 'Ningún documento está rechazado.' },
  acceptedDocumentStays: {
    status: 409,
    sentence: 'Un documento aceptado no se elimina: suba otro y el anterior pasará al histórico.',
  },
  unknownDocument: { status: 400, sentence: 'Ese documento no está entre los que pide el CCI.' },

  // Report requests and scores
  requestIncomplete: {
    status: 400,
    sentence:
      'Rellene todos los campos y suba la documentación necesaria para poder enviar la verificación del informe.',
  },
  evaluatorNotAccredited: {
    status: 409,
    sentence: 'La acreditación de este evaluador no está vigente. Elija otro evaluador.',
  },
  evaluatesItself: {
    status: 409,
    sentence:
      'El evaluador y el proveedor tienen el mismo CIF, y una empresa no se evalúa a sí misma. Envíe una solicitud con otro evaluador; la que ya se envió, elimínela.',
  },
  requestExists: {
    status: 409,
    sentence: 'Ya hay una solicitud en curso para este servicio y este evaluador. Consúltela en su lista.',
  },
  requestNotEditable: { status: 409, sentence: 'El estado del dictamen no permite editar la solicitud' },
  requestNotRenewable: { status: 409, sentence: 'Solo se renueva una solicitud caducada.' },
  requestNotDeletable: { status: 409, sentence: 'El estado del dictamen no permite eliminar la solicitud' },
  documentsNotAccepted: {
    status: 409,
    sentence: 'No se puede avanzar con documentos rechazados o pendientes de verificar',
  },
  reportLapsed: {
    status: 409,
    sentence: 'Un documento de la solicitud ha caducado. Elimine la solicitud, para que se envíe otra con uno vigente.',
  },
  evaluatorDeleted: {
    status: 409,
    sentence: 'El evaluador de esta solicitud se ha eliminado. Elimine la solicitud, para que se envíe otra con otro.',
  },
  scoreIncomplete: {
    status: 400,
    sentence: 'Debe seleccionar una fecha de caducidad y una calificación y adjuntar el dictamen de calificación',
  },
  noCorrectionReason: {
    status: 400,
    sentence: 'Diga por qué se corrige la calificación: lo lee quien la lee, y queda en el registro.',
  },

  // Four-eyes approval
  needsAnother: {
    status: 409,
    sentence: 'Propuesta anotada. Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del {until}.',
  },

  onlyOnePerson: {
    status: 409,
    sentence:
      'Para pedir dos personas hacen falta dos usuarios del CCI que ya hayan elegido su contraseña. Cree antes el otro en «Gestión de usuarios».',
  },

  // Incidents
  incidentIncomplete: { status: 400, sentence: 'Debe rellenar todos los campos para crear una incidencia' },
  incidentProviderMissing: {
    status: 400,
    sentence: 'Tiene que seleccionar un proveedor al que asignar la incidencia',
  },
  incidentsWaiting: {
    status: 409,
    sentence:
      'Tiene demasiadas incidencias pendientes de que el CCI las abra. Espere a que lo haga antes de notificar otra.',
  },
  incidentProviderWaits: {
    status: 409,
    sentence:
      'Este proveedor aún no ha completado su alta y no podría leer la incidencia. Notifíquela cuando la complete.',
  },
  incidentDocumentsMissing: {
    status: 409,
    sentence: 'Adjunte un archivo en cada documento antes de abrir la incidencia.',
  },

  // Exports of lists
  csvEmpty: { status: 409, sentence: 'No se puede crear csv, porque no existen datos que incluir en el' },
  exportEmpty: { status: 409, sentence: 'No hay nada que exportar: la lista está vacía.' },
  exportTooLarge: {
    status: 409,
    sentence:
      'La lista tiene {rows} filas y un libro de Excel admite aquí {max} como máximo. Acote los filtros o expórtela en CSV.',
  },

  // Server
  unavailable: {
    status: 503,
    sentence: 'El portal no puede atenderle ahora mismo. No se ha guardado nada: vuelva a intentarlo en unos segundos.',
  },
  outcomeUnknown: {
    status: 503,
    sentence:
      'La conexión con la base de datos se ha cortado mientras se guardaba: compruebe si el cambio está hecho antes de repetirlo.',
  },
  failed: { status: 500, sentence: 'Se ha producido un error inesperado.{saved}' },
} as const satisfies Record<string, { status: number; sentence: string }>

/** Sentences for server errors of a read, where there was nothing to save. */
export const unreadSentences: Readonly<Record<string, string>> = {
  unavailable: 'El portal no puede atenderle ahora mismo. Vuelva a intentarlo en unos segundos.',
  failed: 'Se ha producido un error inesperado.',
}

export type Reason = keyof typeof refusals

/** The Spanish sentence of a reason. `{product}` and other placeholders are filled from `values`. */
export function sentence(reason: Reason, values: Record<string, string> = {}): string {
  return filled(refusals[reason].sentence, values)
}

/** Fills the `{name}` placeholders of a text. Values are inserted literally and may hold a `$`. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The texts of empty results (ERR-20 to ERR-23). */
export const emptyResults = {
  scores: 'No hay calificaciones asociadas a este proveedor',
  scoreFiles: 'No hay archivos asociados a este dictamen',
  versions: 'Este archivo no tiene varias versiones',
  incidentFiles: 'No hay archivos asociados a esta incidencia',
} as const

/** Notices and questions with the specification's wording. */
export const notices = {
  incidentRaised: 'El CCI contactará con usted para su gestión',
  deleted: 'Eliminado correctamente.',
  alreadyValidated: 'Esta documentación ya ha sido validada por el CCI',
  alreadyReviewed: 'Esta documentación ya ha sido revisada por el CCI',
  deleteParticipant: '¿Seguro que desea eliminar {name}, junto con todos sus documentos?',
  deleteRequest: '¿Está seguro de eliminar la solicitud?',
} as const
