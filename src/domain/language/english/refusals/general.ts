import type { Catalogue } from '#domain/language/translate.ts'

export const generalRefusals: Catalogue = {
  'Petición incorrecta': 'Bad request',
  'Sin sesión': 'No session',
  'No permitido': 'Not allowed',
  'No encontrado': 'Not found',
  'No es posible ahora': 'Not possible now',
  'Demasiado grande': 'Too large',
  'Tipo de archivo no admitido': 'File type not accepted',
  'Petición repetida con otro contenido': 'Request repeated with other content',
  'Demasiadas peticiones': 'Too many requests',
  'Error inesperado': 'Unexpected error',
  'No disponible': 'Not available',
  'Versión de HTTP no admitida': 'HTTP version not supported',
  'Sin espacio': 'No space left',
  ' No se ha guardado nada.': ' Nothing has been saved.',
  ' Compruebe si el cambio está hecho antes de repetirlo.':
    ' Check whether the change has been made before you repeat it.',
  'Este campo no se puede cambiar aquí': 'This field cannot be changed here',
  'Aquí no se admite este archivo': 'This file is not accepted here',
  'Adjunte un solo archivo': 'Attach only one file',
  'Adjunte un archivo': 'Attach a file',
  'Hay campos por corregir.': 'There are fields to correct.',
  'La petición viene comprimida y así no se admite. Envíela sin Content-Encoding.':
    'The request is compressed, which is not accepted. Send it without Content-Encoding.',
  'La petición es más larga de lo que se admite aquí. Acorte sus textos o repártala en varias.':
    'The request is longer than is accepted here. Shorten its texts or split it into several.',
  'La petición trae un campo que no se puede cambiar aquí.':
    'The request contains a field that cannot be changed here.',
  'El valor está fuera de lo que admite esta regla.': 'The value is outside what this rule allows.',
  'La clave de repetición ya se usó con otro contenido.':
    'The idempotency key has already been used with other content.',
  'La misma petición está en curso. Espere un momento.': 'The same request is under way. Please wait a moment.',
  'Demasiadas peticiones seguidas. Espere un momento y vuelva a intentarlo.':
    'Too many requests in a row. Wait a moment and try again.',
  'Ya tiene una vista con ese nombre.': 'You already have a view with that name.',
  'Ya tiene todas las vistas que se pueden guardar. Elimine alguna que no use.':
    'You have saved as many views as you can. Delete one that you do not use.',
  'El portal no puede atenderle ahora mismo. No se ha guardado nada: vuelva a intentarlo en unos segundos.':
    'The portal cannot serve you right now. Nothing has been saved: try again in a few seconds.',
  'La conexión con la base de datos se ha cortado mientras se guardaba: compruebe si el cambio está hecho antes de repetirlo.':
    'The connection to the database was lost while saving: check whether the change has been made before you repeat it.',
  'Se ha producido un error inesperado.{saved}': 'An unexpected error has occurred.{saved}',
  'El portal no puede atenderle ahora mismo. Vuelva a intentarlo en unos segundos.':
    'The portal cannot serve you right now. Try again in a few seconds.',
  'Se ha producido un error inesperado.': 'An unexpected error has occurred.',
  'No hay calificaciones asociadas a este proveedor': 'This supplier has no ratings',
  'No hay archivos asociados a este dictamen': 'This report has no files',
  'Este archivo no tiene varias versiones': 'This file has only one version',
  'No hay archivos asociados a esta incidencia': 'This incident has no files',
  'El CCI contactará con usted para su gestión': 'CCI will contact you about it',
  'Eliminado correctamente.': 'Deleted.',
  'Esta documentación ya ha sido validada por el CCI': 'CCI has already validated this documentation',
  'Esta documentación ya ha sido revisada por el CCI': 'CCI has already reviewed this documentation',
  '¿Seguro que desea eliminar {name}, junto con todos sus documentos?':
    'Are you sure you want to delete {name} and all of its documents?',
  '¿Está seguro de eliminar la solicitud?': 'Are you sure you want to delete the request?',
}
