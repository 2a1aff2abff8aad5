import type { Catalogue } from '#domain/language/translate.ts'

export const documentTexts: Catalogue = {
  'Está protegido con contraseña o con permisos.': 'It is protected by a password or by permissions.',
  'Está dañado o hecho de forma que no admite la marca.': 'It is damaged, or made in a way that cannot take the mark.',
  'Es tan grande o complejo que la marca tarda demasiado.': 'It is so large or complex that the mark takes too long.',
  'Las entidades no podrán leer este PDF, porque no admite la marca de agua. {0} Suba otra copia.':
    'The banks will not be able to read this PDF, because it cannot take the watermark. {0} Upload another copy.',
  'la celda {0} tiene el error {1}. Corríjala y suba el archivo otra vez.':
    'cell {0} has the error {1}. Correct it and upload the file again.',
  'la celda {0} tiene una fórmula sin resultado guardado. Abra el archivo en su programa de hojas de cálculo, guárdelo y súbalo otra vez.':
    'cell {0} has a formula without a saved result. Open the file in your spreadsheet program, save it and upload it again.',
  'No está en ningún catálogo': 'It is in no catalogue',
  Aceptado: 'Accepted',
  Rechazado: 'Rejected',
  Caducado: 'Lapsed',
  'Fecha de caducidad': 'Expiry date',
  'Motivo del rechazo': 'Reason for the rejection',
  Archivo: 'File',
  'Se ha leído como evaluación': 'It has been read as an assessment',
  'La hoja se ha guardado como documento: no es la plantilla de evaluación':
    'It is not the template: it is kept as a document',
  Caducidad: 'Expiry',
  'Archivo repetido': 'Repeated file',
  'Firma electrónica': 'Electronic signature',
  Texto: 'Text',
  'Evaluador y servicio': 'Evaluator and service',
  'Es el mismo archivo que se rechazó el {0}: «{1}».': 'It is the same file that was rejected on {0}: ‘{1}’.',
  'Es el mismo archivo que el de {0}.': 'It is the same file as that of {0}.',
  'Es el mismo archivo que «{0}» de {1}': 'It is the same file as ‘{0}’ of {1}',
  'El archivo es demasiado grande o complejo para comprobarlo.': 'The file is too large or complex to be checked.',
  'No se ha podido leer el archivo.': 'The file could not be read.',
  'Pide una contraseña para abrirse: no se ha podido comprobar nada.':
    'It asks for a password to be opened: nothing could be checked.',
  'De esta clase de archivo no se lee el texto.': 'The text of this kind of file is not read.',
  'El portal no comprueba si una firma es válida.': 'The portal does not check whether a signature is valid.',
  'Sin texto no se puede comprobar.': 'Without text it cannot be checked.',
  'Está cifrado o dañado: no se sabe si lleva firmas.':
    'It is encrypted or damaged: whether it carries signatures is not known.',
  'Figura el CIF {0}.': 'The CIF {0} appears.',
  'Figura el nombre «{0}».': 'The name ‘{0}’ appears.',
  ' Figura el CIF ': ' The CIF that appears is ',
  ' Figuran los CIF ': ' The CIFs that appear are ',
  'No figura ni el CIF ni el nombre de la empresa.{0}{1}{2}':
    'Neither the CIF nor the name of the company appears.{0}{1}{2}',
  'No se reconoce una fecha de caducidad.': 'No expiry date is recognised.',
  'Figura «{0}».': '‘{0}’ appears.',
  'La fecha escrita, {0}, no es la que figura: «{1}».': 'The date entered, {0}, is not the one that appears: ‘{1}’.',
  'La fecha ya ha pasado: «{0}».': 'The date has already passed: ‘{0}’.',
  'Se pide firmado y no lleva ninguna firma electrónica. Puede estarlo a mano.':
    'It has to be signed and carries no electronic signature. It may be signed by hand.',
  'No lleva firmas electrónicas, y no se piden.': 'It carries no electronic signatures, and none are required.',
  'Lleva una firma electrónica': 'It carries an electronic signature',
  'Lleva {0} firmas electrónicas': 'It carries {0} electronic signatures',
  ', según el archivo de {0}': ', by {0} according to the file',
  ' Después de la última se añadió algo al archivo.': ' After the last one something was added to the file.',
  'Nombra al evaluador y el servicio de la solicitud.': 'It names the evaluator and the service of the request.',
  'No nombra ni al evaluador ni el servicio de la solicitud.':
    'It names neither the evaluator nor the service of the request.',
  'No nombra al evaluador de la solicitud.': 'It does not name the evaluator of the request.',
  'No nombra el servicio de la solicitud.': 'It does not name the service of the request.',
  'Es una imagen escaneada: no se ha podido comprobar nada.': 'It is a scanned image: nothing could be checked.',
  'Tiene texto en su única página.': 'There is text on its only page.',
  'Tiene texto en sus {0} páginas.': 'There is text on all its {0} pages.',
  'Tiene texto en {0} de sus {1} páginas.': 'There is text on {0} of its {1} pages.',
}
