import { msg } from '#domain/language/translate.ts'

/** Why a step of the qualification of suppliers is refused: from the invitation to the score and its incidents. */
export const qualificationRefusals = {
  // Invitations
  invitationEmailMissing: { status: 400, sentence: msg('Introduzca un correo para enviar la invitación.') },
  invitationExists: {
    status: 409,
    sentence: msg('Esta dirección electrónica ya tiene una invitación a {product}. Introduzca otro correo.'),
  },
  alreadyHere: { status: 409, sentence: msg('Ese proveedor ya está en el portal.') },
  askedForAlready: {
    status: 409,
    sentence: msg('Su entidad ya ha pedido el alta de ese proveedor. El CCI contestará.'),
  },
  requestAnswered: { status: 409, sentence: msg('Esta petición ya está contestada. Actualice la página.') },
  noDeclineReason: {
    status: 400,
    sentence: msg('Indique por qué no se le invita: lo leen las entidades que lo pidieron.'),
  },
  nrbeExists: { status: 409, sentence: msg('Ya hay una entidad con ese código NRBE.') },
  cifExists: { status: 409, sentence: msg('Ya hay otro participante con ese CIF.') },
  invitationEnded: { status: 409, sentence: msg('La invitación ya está aceptada o retirada y no admite este cambio.') },
  importExtension: { status: 415, sentence: msg('Extensión de archivo no válida.') },
  importWrong: {
    status: 400,
    sentence: msg('Error en la generación de invitaciones. Por favor, revise la plantilla.'),
  },
  importConflict: {
    status: 409,
    sentence: msg('Error en la generación de invitaciones. Por favor, revise la plantilla.'),
  },

  // Queue
  notWaiting: { status: 409, sentence: msg('Ya no espera al CCI: alguien lo ha terminado. Actualice la página.') },

  // Undo
  undoOver: { status: 409, sentence: msg('Ya no se puede deshacer: ha pasado el tiempo para hacerlo.') },
  undoChanged: {
    status: 409,
    sentence: msg('Ya no se puede deshacer: después se ha cambiado algo que depende de ello.'),
  },
  undoSeen: { status: 409, sentence: msg('Ya no se puede deshacer: alguien lo ha leído.') },

  // Users and participants
  userExists: { status: 409, sentence: msg('Ya existe un usuario asociado a ese correo electrónico.') },
  userIncomplete: {
    status: 400,
    sentence: msg('Rellene todos los campos correctamente para poder crear el usuario.'),
  },
  userConfirmed: { status: 409, sentence: msg('Este usuario ya está confirmado.') },
  userUnconfirmed: {
    status: 409,
    sentence: msg('El usuario principal de la entidad no ha confirmado todavía a este usuario.'),
  },
  userNotDeletable: { status: 409, sentence: msg('Este usuario no se puede eliminar.') },
  participantDeleteFailed: {
    status: 409,
    sentence: msg('Error en el Servidor consultar con el administrador del sistema'),
  },

  // Catalogues
  emptyLines: {
    status: 400,
    sentence: msg('No se pueden guardar líneas vacías. Por favor, rellene todos los campos.'),
  },
  serviceInUse: { status: 409, sentence: msg('No se puede eliminar este servicio, posiblemente esté en uso.') },
  catalogueFailed: { status: 500, sentence: msg('Se ha producido un error inesperado.') },
  deleteFailed: { status: 500, sentence: msg('Se ha producido un error al eliminar.') },

  // Documentation
  dataIncomplete: {
    status: 409,
    sentence: msg('Complete los «Datos generales» antes de enviar la documentación.'),
  },
  documentsMissing: {
    status: 409,
    sentence: msg('Introduzca todos los documentos antes de enviar la documentación.'),
  },
  alreadySent: { status: 409, sentence: msg('La documentación ya está enviada.') },
  documentationDecided: { status: 409, sentence: msg('Esta documentación ya ha sido validada por el CCI') },
  documentDecided: { status: 409, sentence: msg('El documento ya está decidido.') },
  notAccepted: { status: 403, sentence: msg('No puede descargar un documento que no se ha aceptado') },
  notDownloaded: {
    status: 409,
    sentence: msg('Debe descargar y revisar el documento para poder verificarlo o rechazarlo'),
  },
  noExpiry: {
    status: 409,
    sentence: msg('Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso'),
  },
  notAllDecided: {
    status: 409,
    sentence: msg('Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso'),
  },
  noAccreditation: { status: 409, sentence: msg('Debe seleccionar una fecha de caducidad para este evaluador') },
  noRejectionReason: {
    status: 400,
    sentence: msg('Escriba el motivo del rechazo: el participante lo leerá tal cual.'),
  },
  expiryTooEarly: { status: 400, sentence: msg('La fecha de caducidad debe ser de mañana o posterior.') },
  expiryTooLate: {
    status: 400,
    sentence: msg('La fecha de caducidad no puede pasar del 31/12/2100: si no tiene fin, escriba esa fecha.'),
  },
  someRejected: {
    status: 409,
    sentence: msg('No se puede avanzar con documentos rechazados o pendientes de verificar'),
  },
  noneRejected: { status: 409, sentence: msg('Ningún documento está rechazado.') },
  acceptedDocumentStays: {
    status: 409,
    sentence: msg('Un documento aceptado no se elimina: suba otro y el anterior pasará al histórico.'),
  },
  unknownDocument: { status: 400, sentence: msg('Ese documento no está entre los que pide el CCI.') },

  // Report requests and scores
  requestIncomplete: {
    status: 400,
    sentence: msg(
      'Rellene todos los campos y suba la documentación necesaria para poder enviar la verificación del informe.',
    ),
  },
  evaluatorNotAccredited: {
    status: 409,
    sentence: msg('La acreditación de este evaluador no está vigente. Elija otro evaluador.'),
  },
  evaluatesItself: {
    status: 409,
    sentence: msg(
      'El evaluador y el proveedor tienen el mismo CIF, y una empresa no se evalúa a sí misma. Envíe una solicitud con otro evaluador; la que ya se envió, elimínela.',
    ),
  },
  requestExists: {
    status: 409,
    sentence: msg('Ya hay una solicitud en curso para este servicio y este evaluador. Consúltela en su lista.'),
  },
  requestNotEditable: { status: 409, sentence: msg('El estado del dictamen no permite editar la solicitud') },
  requestNotRenewable: { status: 409, sentence: msg('Solo se renueva una solicitud caducada.') },
  renewalTooEarly: { status: 409, sentence: msg('Podrá renovarla desde el {fecha}.') },
  renewalExists: { status: 409, sentence: msg('Ya hay una renovación en revisión de esta calificación.') },
  requestNotDeletable: { status: 409, sentence: msg('El estado del dictamen no permite eliminar la solicitud') },
  documentsNotAccepted: {
    status: 409,
    sentence: msg('No se puede avanzar con documentos rechazados o pendientes de verificar'),
  },
  reportLapsed: {
    status: 409,
    sentence: msg(
      'Un documento de la solicitud ha caducado. Elimine la solicitud, para que se envíe otra con uno vigente.',
    ),
  },
  evaluatorDeleted: {
    status: 409,
    sentence: msg(
      'El evaluador de esta solicitud se ha eliminado. Elimine la solicitud, para que se envíe otra con otro.',
    ),
  },
  scoreIncomplete: {
    status: 400,
    sentence: msg('Debe seleccionar una fecha de caducidad y una calificación y adjuntar el dictamen de calificación'),
  },
  batchRefused: {
    status: 409,
    sentence: msg('No se ha enviado ninguna solicitud: {n} de los servicios elegidos no la admiten.'),
    ofOne: msg('No se ha enviado ninguna solicitud: uno de los servicios elegidos no la admite.'),
  },
  noCorrectionReason: {
    status: 400,
    sentence: msg('Indique por qué se corrige la calificación: lo lee quien la lee, y queda en el registro.'),
  },

  // Incidents
  incidentIncomplete: { status: 400, sentence: msg('Debe rellenar todos los campos para crear una incidencia') },
  incidentProviderMissing: {
    status: 400,
    sentence: msg('Tiene que seleccionar un proveedor al que asignar la incidencia'),
  },
  incidentsWaiting: {
    status: 409,
    sentence: msg(
      'Tiene demasiadas incidencias pendientes de que el CCI las abra. Espere a que lo haga antes de notificar otra.',
    ),
  },
  incidentProviderWaits: {
    status: 409,
    sentence: msg(
      'Este proveedor aún no ha completado su alta y no podría leer la incidencia. Notifíquela cuando la complete.',
    ),
  },
  incidentDocumentsMissing: {
    status: 409,
    sentence: msg('Adjunte un archivo en cada documento antes de abrir la incidencia.'),
  },
} as const
