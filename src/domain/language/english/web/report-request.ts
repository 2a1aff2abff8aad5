import type { Catalogue } from '#domain/language/translate.ts'

/** Requests, renewals, certificates and independence. */
export const reportRequestTexts: Catalogue = {
  'Volver a la lista': 'Back to the list',
  'Si la hoja de cálculo es la plantilla rellena, se lee como evaluación.':
    'A spreadsheet that is the filled template is read as an assessment.',
  'Plantilla de evaluación': 'Assessment template',
  'La plantilla solo tiene los controles que pide el nivel objetivo.':
    'The template has only the controls that the target level asks for.',
  'No se ha podido abrir la solicitud': 'The request could not be opened',
  '{0} de la solicitud de «{1}»': '{0} of the request for ‘{1}’',
  'La solicitud sigue {0}': 'The request is still {0}',
  'Se ha guardado lo que cambió, pero no ha vuelto al CCI: falta sustituir {0}. Cuando lo haga, envíela otra vez.':
    'What changed has been saved, but it has not gone back to CCI: {0} still has to be replaced. When you do so, send it again.',
  'El evaluador de una solicitud enviada no se cambia: envíe una nueva con otro evaluador.':
    'The evaluator of a request that was sent cannot be changed: send a new one with another evaluator.',
  'El estado de la solicitud de «{0}» es «{1}»: solo se corrige una rechazada o se renueva una caducada.':
    'The status of the request for ‘{0}’ is ‘{1}’: only a rejected one can be corrected, or a lapsed one renewed.',
  'Renovar antes de que caduque': 'Renew before it expires',
  'Ver sus documentos': 'View its documents',
  'Solicitud enviada de nuevo. El CCI la verificará y le avisará del resultado.':
    'Request sent again. CCI will verify it and tell you the result.',
  'Lo que se sustituye no se pierde: queda en el histórico de cada documento.':
    'What is replaced is not lost: it stays in the history of each document.',
  'Enviar solicitud': 'Send request',
  'Guardar sin enviar': 'Save without sending',
  'Todavía no ha cambiado nada.': 'Nothing has changed yet.',
  EVALUADOR: 'EVALUATOR',
  '· acreditado hasta el {0}': '· accredited until {0}',
  ESTADO: 'STATUS',
  'Arrastre aquí los archivos nuevos': 'Drag the new files here',
  'La calificación caducó el {0}': 'The rating lapsed on {0}',
  'Corregir la solicitud': 'Correct the request',
  'Renovar la solicitud': 'Renew the request',
  'Ver la solicitud': 'View the request',
  'SU SOLICITUD': 'YOUR REQUEST',
  'El CCI verifica los dos documentos y el evaluador queda avisado. La calificación aparecerá en la página de inicio.':
    'CCI verifies the two documents and the evaluator is notified. The rating will appear on the home page.',
  'Solicitud enviada. El CCI la verificará y le avisará del resultado.':
    'Request sent. CCI will verify it and tell you the result.',
  'LA SOLICITUD': 'THE REQUEST',
  'La solicitud pasa a la cola del CCI, que verifica los dos documentos, y el evaluador queda avisado.':
    'The request joins the queue of CCI, which verifies the two documents, and the evaluator is notified.',
  'Solicitud enviada. Está en la cola, por verificar.': 'Request sent. It is in the queue, to be verified.',
  '{0} solicitudes: {1}': '{0} requests: {1}',
  'Qué se verifica': 'What is verified',
  'Su usuario no puede enviar solicitudes': 'Your user cannot send requests',
  'Las envían los proveedores, o el CCI en su nombre.': 'Suppliers send them, or CCI on their behalf.',
  'Podrá enviarlas cuando el CCI acepte la documentación de su empresa.':
    'You will be able to send them when CCI accepts the documentation of your company.',
  'Ir al inicio': 'Go to home',
  'Ver mi documentación': 'View my documentation',
  'datos y documentos': 'data and documents',
  'Se ha recuperado lo que dejó a medias. Los archivos hay que volver a elegirlos.':
    'What you left half done has been recovered. The files have to be chosen again.',
  'Empezar de nuevo': 'Start again',
  'Enviando. No cierre esta página.': 'Sending. Do not close this page.',
  'Texto guardado en esta pestaña a las {0}': 'Text saved in this tab at {0}',
  'Cancelar el envío': 'Cancel sending',
  'La solicitud se está enviando. Si sale ahora, puede que no llegue.':
    'The request is being sent. If you leave now, it may not arrive.',
  'El texto se puede conservar en esta pestaña; los archivos habrá que volver a elegirlos.':
    'The text can be kept in this tab; the files will have to be chosen again.',
  'Enviar solicitud de verificación de informe de auditoría': 'Send a request to verify an audit report',
  'Elija el servicio y el evaluador, y adjunte el informe con su hoja de cálculo.':
    'Choose the service and the evaluator, and attach the report with its spreadsheet.',
  'Elija primero el proveedor': 'Choose the supplier first',
  'El CCI envía la solicitud en nombre de un proveedor, desde su ficha.':
    'CCI sends the request on behalf of a supplier, from its sheet.',
  'Ir a los proveedores': 'Go to the suppliers',
  'El {0} rechazó «{1}»: «{2}»': '{0} rejected ‘{1}’: ‘{2}’',
  'Compruebe que el archivo nuevo responde al rechazo': 'Check that the new file answers the rejection',
  'Falta sustituir {0}': 'Still to be replaced: {0}',
  'Mientras no lo haga, la solicitud no vuelve al {0}: se guarda lo que cambie y sigue {1}.':
    'Until you do so, the request does not go back to {0}: what you change is saved and it remains {1}.',
  'certificado {0}.pdf': 'certificate {0}.pdf',
  'Descargar el certificado de la calificación del {0}': 'Download the certificate of the rating of {0}',
  'Certificado oculto por el proveedor': 'Certificate hidden by the supplier',
  'Certificado oculto: nadie lo comprueba por su código': 'Certificate hidden: nobody can check it by its code',
  'Certificado visible para quien tiene su código': 'Certificate visible to whoever has its code',
  'Mostrar el certificado de la calificación del {0}': 'Show the certificate of the rating of {0}',
  'Ocultar el certificado de la calificación del {0}': 'Hide the certificate of the rating of {0}',
  Mostrar: 'Show',
  Ocultar: 'Hide',
  'Envío cancelado. Lo que había rellenado sigue aquí.': 'Sending cancelled. What you had filled in is still here.',
  'Qué se audita y de qué periodo, para que el CCI y el evaluador lo reconozcan.':
    'What is audited and for what period, so that CCI and the evaluator recognise it.',
  'Acreditación vigente hasta el {0}': 'Accreditation valid until {0}',
  'Elija un evaluador': 'Choose an evaluator',
  'Solo se ofrecen los que tienen la acreditación vigente.': 'Only those with a valid accreditation are offered.',
  'No hay evaluadores con la acreditación vigente': 'There are no evaluators with a valid accreditation',
  'Sin evaluador no se puede enviar la solicitud. Aparecerán aquí en cuanto el CCI acredite a alguno; lo que escriba se conserva en esta pestaña.':
    'The request cannot be sent without an evaluator. They will appear here as soon as CCI accredits one; what you type is kept in this tab.',
  'El mismo informe vale para otros servicios': 'The same report covers other services',
  'Otros servicios del mismo informe': 'Other services of the same report',
  'Se envía una solicitud para cada servicio, hasta {0} a la vez. Se envían todas o ninguna.':
    'One request is sent for each service, up to {0} at once. All are sent, or none.',
  'Elija uno o varios': 'Choose one or more',
  'No se ha enviado ninguna solicitud': 'No request has been sent',
  'Un servicio que ya no está': 'A service that is no longer there',
  'Quitar los que no se pueden enviar': 'Remove those that cannot be sent',
  'Opcional. Sus clientes la necesitan para su registro de información.':
    'Optional. Your customers need it for their register of information.',
  'Un PDF.': 'A PDF.',
  'Una hoja de cálculo: XLSX, XLS u ODS.': 'A spreadsheet: XLSX, XLS or ODS.',
  'Arrastre aquí los dos archivos': 'Drag both files here',
  'El informe en PDF y la hoja de cálculo, hasta {0} MB cada uno.':
    'The report as PDF and the spreadsheet, up to {0} MB each.',
  'Documentos de la solicitud': 'Documents of the request',
  'Se conserva.': 'It is kept.',
  'Hay que sustituirlo.': 'It has to be replaced.',
  'sustituye a {0}': 'replaces {0}',
  'listo para enviar': 'ready to send',
  'Elija un servicio': 'Choose a service',
  'No hay servicios que calificar': 'There are no services to rate',
  'El CCI todavía no ha dado de alta ninguno. Cuando lo haga podrá enviar su solicitud.':
    'CCI has not entered any yet. When it does, you will be able to send your request.',
  '{0}: no se ha tomado. Hacen falta un PDF y una hoja de cálculo, uno de cada.':
    '{0}: not taken. A PDF and a spreadsheet are needed, one of each.',
  '{0} Sí.': '{0} Yes.',
  'Declaración guardada. El CCI ha recibido el aviso y decide si le admite.':
    'Declaration saved. CCI has been notified and decides whether to accept you.',
  'Declaración guardada: sin conflicto declarado.': 'Declaration saved: no conflict declared.',
  'Responda sí o no': 'Answer yes or no',
  '{0} Podrá cambiarla mientras la calificación no se publique.':
    '{0} You can change it until the rating is published.',
  'El CCI no publica la calificación sin su declaración.': 'CCI does not publish the rating without your declaration.',
  'El CCI no exige esta declaración. Si la presenta, la verá quien consulte la calificación.':
    'CCI does not require this declaration; if you make it, whoever reads the rating reads it.',
  'Explique las respuestas afirmativas': 'Explain the answers that are yes',
  'Lo lee el CCI, que decide si le admite. Las entidades leen el motivo del CCI, no su explicación.':
    'CCI reads it and decides whether to accept you. Entities read the reason of CCI, not your explanation.',
  'Declarar de nuevo': 'Declare again',
  'No se ha podido abrir la declaración': 'The declaration could not be opened',
  'Cargando la declaración': 'Loading the declaration',
  ', el {0}': ', on {0}',
  'Motivo del CCI: «{0}»': 'Reason of CCI: ‘{0}’',
  'El CCI no le admite como evaluador de esta solicitud. El proveedor debe enviarla con otro.':
    'CCI does not accept you as evaluator of this request. The supplier has to send it with another one.',
  'Volver a las declaraciones': 'Back to the declarations',
  'Su declaración para cada solicitud que le nombra evaluador.':
    'Your declaration for each request that names you evaluator.',
  'Sin declarar': 'Not declared',
  'Espera la decisión del CCI': 'Waiting for CCI’s decision',
  DECLARACIÓN: 'DECLARATION',
  PROVEEDOR: 'SUPPLIER',
  ENVIADA: 'SENT',
  'No hay nada que declarar': 'There is nothing to declare',
  'Aquí verá las solicitudes que le nombren evaluador.': 'Here you will see the requests that name you evaluator.',
  'Ver la declaración': 'View the declaration',
  'para {0},': 'for {0},',
  'Independencia: {0}{1}': 'Independence: {0}{1}',
  ': «{0}»': ': ‘{0}’',
  'Renovación enviada. La calificación publicada sigue vigente mientras el CCI la verifica.':
    'Renewal sent. The published rating remains valid while CCI verifies it.',
  'SU RENOVACIÓN': 'YOUR RENEWAL',
  'Mientras el CCI la verifica, las entidades siguen viendo la calificación publicada. La nueva ocupa su lugar al publicarse.':
    'While CCI verifies it, entities keep seeing the published rating. The new one takes its place when it is published.',
  'Enviar renovación': 'Send renewal',
  'CALIFICACIÓN VIGENTE': 'CURRENT RATING',
  'No falta ningún documento. Lo demás viene de la solicitud publicada.':
    'No document is missing. The rest comes from the published request.',
  'Lo demás viene de la solicitud publicada. Faltan por enviar: {0}.':
    'The rest comes from the published request. Still to be sent: {0}.',
  'Lo demás viene de la solicitud publicada. Falta por enviar: {0}.':
    'The rest comes from the published request. Still to be sent: {0}.',
  'Renovar la calificación': 'Renew the rating',
  '«{0}». {1}.': '‘{0}’. {1}.',
  'No se ha podido abrir la calificación': 'The rating could not be opened',
  'Corregir la renovación': 'Correct the renewal',
  'Ver los documentos de la renovación': 'View the documents of the renewal',
  'Dictamen del {0}': 'Rating report of {0}',
  'Nivel {0}': 'Level {0}',
  'Dictamen de calificación': 'Rating report',
  Dictámenes: 'Rating reports',
  'Calificado el {0}{1}': 'Rated on {0}{1}',
  ' (anterior)': ' (previous)',
  'Corregida: «{0}»': 'Corrected: ‘{0}’',
  'No es la de la evaluación: «{0}»': 'It is not that of the assessment: ‘{0}’',
  'Ver la evaluación de la calificación del {0}': 'View the assessment of the rating of {0}',
  'Ver el dictamen {0}': 'View the rating report {0}',
  'el dictamen {0}': 'the rating report {0}',
}
