import type { Catalogue } from '#domain/language/translate.ts'

export const qualificationRefusals: Catalogue = {
  'Introduzca un correo para enviar la invitación.': 'Enter an e-mail address to send the invitation.',
  'Esta dirección electrónica ya tiene una invitación a {product}. Introduzca otro correo.':
    'This e-mail address already has an invitation to {product}. Enter another one.',
  'Ese proveedor ya está en el portal.': 'That supplier is already in the portal.',
  'Su entidad ya ha pedido el alta de ese proveedor. El CCI contestará.':
    'Your entity has already asked for that supplier to be invited. CCI will answer.',
  'Esta petición ya está contestada. Actualice la página.': 'This request has already been answered. Refresh the page.',
  'Indique por qué no se le invita: lo leen las entidades que lo pidieron.':
    'Say why it is not invited: the entities that asked for it will read this.',
  'Ya hay una entidad con ese código NRBE.': 'There is already an entity with that NRBE code.',
  'Ya hay otro participante con ese CIF.': 'There is already another participant with that CIF.',
  'La invitación ya está aceptada o retirada y no admite este cambio.':
    'The invitation has been accepted or withdrawn and can no longer be changed.',
  'Extensión de archivo no válida.': 'Invalid file extension.',
  'Error en la generación de invitaciones. Por favor, revise la plantilla.':
    'The invitations could not be made. Please check the template.',
  'Ya no espera al CCI: alguien lo ha terminado. Actualice la página.':
    'It is no longer waiting for CCI: somebody has finished it. Refresh the page.',
  'Ya no se puede deshacer: ha pasado el tiempo para hacerlo.':
    'It can no longer be undone: the time for it has passed.',
  'Ya no se puede deshacer: después se ha cambiado algo que depende de ello.':
    'It can no longer be undone: something that depends on it has changed since.',
  'Ya no se puede deshacer: alguien lo ha leído.': 'It can no longer be undone: somebody has read it.',
  'Ya existe un usuario asociado a ese correo electrónico.': 'There is already a user with that e-mail address.',
  'Rellene todos los campos correctamente para poder crear el usuario.':
    'Fill in all the fields correctly to create the user.',
  'Este usuario ya está confirmado.': 'This user is already confirmed.',
  'El usuario principal de la entidad no ha confirmado todavía a este usuario.':
    'The principal user of the entity has not confirmed this user yet.',
  'Este usuario no se puede eliminar.': 'This user cannot be deleted.',
  'Error en el Servidor consultar con el administrador del sistema': 'Server error: consult the system administrator',
  'No se pueden guardar líneas vacías. Por favor, rellene todos los campos.':
    'Empty lines cannot be saved. Please fill in all the fields.',
  'No se puede eliminar este servicio, posiblemente esté en uso.': 'This service cannot be deleted; it may be in use.',
  'Se ha producido un error al eliminar.': 'An error has occurred while deleting.',
  'Complete los «Datos generales» antes de enviar la documentación.':
    'Complete the ‘General data’ before you send the documentation.',
  'Introduzca todos los documentos antes de enviar la documentación.':
    'Add all the documents before you send the documentation.',
  'La documentación ya está enviada.': 'The documentation has already been sent.',
  'El documento ya está decidido.': 'The document has already been decided.',
  'No puede descargar un documento que no se ha aceptado': 'You cannot download a document that has not been accepted',
  'Debe descargar y revisar el documento para poder verificarlo o rechazarlo':
    'You have to download and review the document before you can verify or reject it',
  'Debe seleccionar una fecha de caducidad y descargar los documentos para avanzar en el proceso':
    'You have to choose an expiry date and download the documents to go on',
  'Debe seleccionar una fecha de caducidad para este evaluador': 'You have to choose an expiry date for this evaluator',
  'Escriba el motivo del rechazo: el participante lo leerá tal cual.':
    'Enter the reason for the rejection: the participant will read it as it is.',
  'La fecha de caducidad debe ser de mañana o posterior.': 'The expiry date must be tomorrow or later.',
  'La fecha de caducidad no puede pasar del 31/12/2100: si no tiene fin, escriba esa fecha.':
    'The expiry date cannot be after 31/12/2100: if there is no end, enter that date.',
  'No se puede avanzar con documentos rechazados o pendientes de verificar':
    'You cannot go on with documents that are rejected or still to be verified',
  'Ningún documento está rechazado.': 'No document has been rejected.',
  'Un documento aceptado no se elimina: suba otro y el anterior pasará al histórico.':
    'An accepted document is not deleted: upload another one, and the previous one will go to the history.',
  'Ese documento no está entre los que pide el CCI.': 'That document is not among those that CCI asks for.',
  'Rellene todos los campos y suba la documentación necesaria para poder enviar la verificación del informe.':
    'Fill in all the fields and upload the necessary documentation to send the report for verification.',
  'La acreditación de este evaluador no está vigente. Elija otro evaluador.':
    'The accreditation of this evaluator is not valid. Choose another evaluator.',
  'El evaluador y el proveedor tienen el mismo CIF, y una empresa no se evalúa a sí misma. Envíe una solicitud con otro evaluador; la que ya se envió, elimínela.':
    'The evaluator and the supplier have the same CIF, and a company does not assess itself. Send a request with another evaluator; delete the one that has already been sent.',
  'Ya hay una solicitud en curso para este servicio y este evaluador. Consúltela en su lista.':
    'There is already a request under way for this service and this evaluator. See it in your list.',
  'El estado del dictamen no permite editar la solicitud': 'The state of the request does not allow it to be edited',
  'Solo se renueva una solicitud caducada.': 'Only a lapsed request can be renewed.',
  'Podrá renovarla desde el {fecha}.': 'You will be able to renew it from {fecha}.',
  'Ya hay una renovación en revisión de esta calificación.': 'There is already a renewal of this rating under review.',
  'El estado del dictamen no permite eliminar la solicitud': 'The state of the request does not allow it to be deleted',
  'Un documento de la solicitud ha caducado. Elimine la solicitud, para que se envíe otra con uno vigente.':
    'A document of the request has lapsed. Delete the request, so that another is sent with one that is valid.',
  'El evaluador de esta solicitud se ha eliminado. Elimine la solicitud, para que se envíe otra con otro.':
    'The evaluator of this request has been deleted. Delete the request, so that another is sent with another evaluator.',
  'Debe seleccionar una fecha de caducidad y una calificación y adjuntar el dictamen de calificación':
    'You have to choose an expiry date and a rating, and attach the rating report',
  'No se ha enviado ninguna solicitud: {n} de los servicios elegidos no la admiten.':
    'No request has been sent: {n} of the chosen services do not allow it.',
  'No se ha enviado ninguna solicitud: uno de los servicios elegidos no la admite.':
    'No request has been sent: one of the chosen services does not allow it.',
  'Indique por qué se corrige la calificación: lo lee quien la lee, y queda en el registro.':
    'Say why the rating is corrected: whoever reads the rating reads this too, and it stays in the audit log.',
  'Debe rellenar todos los campos para crear una incidencia':
    'You have to fill in all the fields to create an incident',
  'Tiene que seleccionar un proveedor al que asignar la incidencia':
    'You have to choose the supplier that the incident is about',
  'Tiene demasiadas incidencias pendientes de que el CCI las abra. Espere a que lo haga antes de notificar otra.':
    'Too many of your incidents are waiting for CCI to open them. Wait until it does before you report another one.',
  'Este proveedor aún no ha completado su alta y no podría leer la incidencia. Notifíquela cuando la complete.':
    'This supplier has not completed its registration yet and could not read the incident. Report it once it has.',
  'Adjunte un archivo en cada documento antes de abrir la incidencia.':
    'Attach a file to each document before you open the incident.',
}
