import type { Catalogue } from '#domain/language/translate.ts'

export const assessmentRefusals: Catalogue = {
  'El CCI aún no ha publicado un marco de controles.': 'CCI has not published a control framework yet.',
  'Esta edición del marco está publicada o retirada y ya no se cambia. Importe otra edición.':
    'This edition of the framework has been published or withdrawn and can no longer be changed. Import another edition.',
  'No se puede publicar: falta algún control de nivel D en {dimensions}.':
    'It cannot be published: a control of level D is missing in {dimensions}.',
  'El archivo tiene {n} errores. No se ha guardado nada.': 'The file has {n} errors. Nothing has been saved.',
  'El archivo tiene 1 error. No se ha guardado nada.': 'The file has 1 error. Nothing has been saved.',
  'Esta solicitud ya tiene una evaluación abierta.': 'This request already has an open assessment.',
  'Solo se evalúa una solicitud que espera su calificación o que la tiene vigente.':
    'Only a request that is waiting for its rating, or whose rating is valid, can be assessed.',
  'La evaluación está confirmada. Retómela para cambiarla.': 'The assessment is confirmed. Reopen it to change it.',
  'La evaluación no está confirmada, y solo se publica con la calificación la que lo está.':
    'The assessment is not confirmed, and only a confirmed one is published with the rating.',
  'Faltan {n} controles por responder: {domains}.': '{n} controls have not been answered: {domains}.',
  'Falta 1 control por responder: {domains}.': '1 control has not been answered: {domains}.',
  'Faltan datos de la evaluación: {header}.': 'Details of the assessment are missing: {header}.',
  'Esta hoja es de otra solicitud o de otra edición del marco. Descargue la plantilla de esta.':
    'This workbook belongs to another request or to another edition of the framework. Download the template of this one.',
  'No es la plantilla de la evaluación o no se puede leer.':
    'This is not the template of the assessment, or it cannot be read.',
  'La hoja tiene {n} errores. No se ha cambiado ninguna respuesta.':
    'The workbook has {n} errors. No answer has been changed.',
  'La hoja tiene 1 error. No se ha cambiado ninguna respuesta.':
    'The workbook has 1 error. No answer has been changed.',
  'El CCI pide una evaluación confirmada para publicar la calificación.':
    'CCI requires a confirmed assessment to publish the rating.',
  'Indique por qué la calificación no es la que resulta de la evaluación: lo lee quien la lee.':
    'Say why the rating is not the one that results from the assessment: whoever reads the rating reads this too.',
  'No alcanza el nivel D en {dimensions}: no puede publicarse con esta evaluación.':
    'Level D is not reached in {dimensions}: it cannot be published with this assessment.',
}
