import { msg } from '#domain/language/translate.ts'

/** Why a file, a download or an export is refused. */
export const fileRefusals = {
  // Files
  fileMissing: { status: 400, sentence: msg('Adjunte un archivo.') },
  fileTooLarge: { status: 413, sentence: msg('El archivo supera el tamaño máximo permitido.') },
  fileType: {
    status: 415,
    sentence: msg(
      'Tipo de archivo no admitido o su contenido no es lo que dice su nombre. Se admiten PDF, Office, OpenDocument, PNG, JPEG y ZIP.',
    ),
  },
  archiveHarmful: {
    status: 415,
    sentence: msg(
      'El archivo lleva dentro enlaces, rutas o tamaños que podrían dañar a quien lo abra, y no se admite.',
    ),
  },
  archiveMismatch: {
    status: 415,
    sentence: msg(
      'El archivo no contiene lo que declara: está dañado o podría dañar a quien lo abra. Ábralo en su equipo, vuelva a guardarlo y súbalo otra vez.',
    ),
  },
  macrosUndeclared: {
    status: 415,
    sentence: msg(
      'El documento contiene macros, y una extensión como .docx o .xlsx dice que no las tiene. En Office elija «Guardar como» con el tipo sin macros («Documento de Word», «Libro de Excel» o «Presentación de PowerPoint») y suba esa copia.',
    ),
  },
  pdfUnreadable: {
    status: 415,
    sentence: msg(
      'El archivo se llama PDF, pero no se puede leer como un PDF. Ábralo con el programa con el que lo hizo, expórtelo como PDF y suba ese archivo.',
    ),
  },
  pdfIncomplete: {
    status: 415,
    sentence: msg('El PDF está incompleto: le falta el final. Vuelva a guardarlo o exportarlo y súbalo otra vez.'),
  },
  imageTooLarge: { status: 415, sentence: msg('La imagen tiene demasiados puntos. Redúzcala y vuelva a subirla.') },
  notColleague: { status: 409, sentence: msg('Solo se puede asignar a una persona de su organización.') },
  notReusable: {
    status: 409,
    sentence: msg('Solo se puede usar de nuevo un archivo aceptado por el CCI y en vigor, de otro de sus documentos.'),
  },
  reportNotPdf: { status: 415, sentence: msg('El «Informe de auditoría» debe ser un PDF.') },
  excelNotSpreadsheet: { status: 415, sentence: msg('El «Doc. Excel asociado» debe ser una hoja de cálculo.') },
  uploadCut: {
    status: 400,
    sentence: msg('La subida se cortó antes de terminar. No se ha guardado nada: vuelva a intentarlo.'),
  },
  fileDamaged: {
    status: 500,
    sentence: msg('El archivo guardado está dañado y no se entrega. El CCI ha quedado avisado.'),
  },
  notMarkable: {
    status: 409,
    sentence: msg(
      'Este PDF está protegido o dañado y no se le puede poner la marca de agua con la que se entrega. Pida al CCI otra copia.',
    ),
  },
  notWorkbook: {
    status: 409,
    sentence: msg('Este archivo no es una hoja de cálculo que se pueda mostrar aquí. Descárguelo.'),
  },
  sheetsUnreadable: {
    status: 409,
    sentence: msg(
      'El libro está protegido, dañado o hecho de forma que no se puede mostrar aquí. Descárguelo para leerlo con su programa.',
    ),
  },
  workbookTooLarge: {
    status: 409,
    sentence: msg('El libro es demasiado grande para mostrarlo aquí. Descárguelo para leerlo con su programa.'),
  },
  fileInfected: {
    status: 415,
    sentence: msg('El archivo contiene un virus y no se admite ni se entrega. El CCI ha quedado avisado.'),
  },
  fileUnscannable: {
    status: 413,
    sentence: msg('El archivo es demasiado grande para comprobar que no tiene virus. Divídalo o redúzcalo.'),
  },
  scannerDown: {
    status: 503,
    sentence: msg(
      'Ahora no se puede comprobar que el archivo no tiene virus. No se ha guardado ni entregado nada: vuelva a intentarlo en unos minutos.',
    ),
  },
  quotaExceeded: {
    status: 413,
    sentence: msg('Su organización ha llegado al espacio que tiene para archivos. Pida al CCI que lo amplíe.'),
  },
  storageFailed: {
    status: 503,
    sentence: msg('El almacén de archivos falla. No se ha guardado nada: vuelva a intentarlo más tarde.'),
  },
  httpTooOld: {
    status: 505,
    sentence: msg(
      'Esta descarga pasa por un servidor que habla HTTP/1.0, con el que una descarga cortada parecería entera. Quien administra el portal debe configurarlo con HTTP/1.1.',
    ),
  },
  storageFull: { status: 507, sentence: msg('No queda espacio para guardar el archivo. No se ha guardado nada.') },

  // Exports of lists
  csvEmpty: { status: 409, sentence: msg('No se puede crear csv, porque no existen datos que incluir en el') },
  exportEmpty: { status: 409, sentence: msg('No hay nada que exportar: la lista está vacía.') },
  exportTooLarge: {
    status: 409,
    sentence: msg(
      'La lista tiene {rows} filas y un libro de Excel admite aquí {max} como máximo. Acote los filtros o expórtela en CSV.',
    ),
  },
} as const
