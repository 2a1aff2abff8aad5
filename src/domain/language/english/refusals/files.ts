import type { Catalogue } from '#domain/language/translate.ts'

export const filesRefusals: Catalogue = {
  'Adjunte un archivo.': 'Attach a file.',
  'El archivo supera el tamaño máximo permitido.': 'The file exceeds the maximum size.',
  'Tipo de archivo no admitido o su contenido no es lo que dice su nombre. Se admiten PDF, Office, OpenDocument, PNG, JPEG y ZIP.':
    'The file type is not accepted, or its content is not what its name says. PDF, Office, OpenDocument, PNG, JPEG and ZIP are accepted.',
  'El archivo lleva dentro enlaces, rutas o tamaños que podrían dañar a quien lo abra, y no se admite.':
    'The file contains links, paths or sizes that could harm whoever opens it, and is not accepted.',
  'El archivo no contiene lo que declara: está dañado o podría dañar a quien lo abra. Ábralo en su equipo, vuelva a guardarlo y súbalo otra vez.':
    'The file does not contain what it declares: it is damaged or could harm whoever opens it. Open it on your computer, save it again and upload it once more.',
  'El documento contiene macros, y una extensión como .docx o .xlsx dice que no las tiene. En Office elija «Guardar como» con el tipo sin macros («Documento de Word», «Libro de Excel» o «Presentación de PowerPoint») y suba esa copia.':
    'The document contains macros, and an extension such as .docx or .xlsx says that it has none. In Office choose ‘Save as’ with the type without macros (‘Word Document’, ‘Excel Workbook’ or ‘PowerPoint Presentation’) and upload that copy.',
  'El archivo se llama PDF, pero no se puede leer como un PDF. Ábralo con el programa con el que lo hizo, expórtelo como PDF y suba ese archivo.':
    'The file is called PDF, but cannot be read as a PDF. Open it with the program that made it, export it as PDF and upload that file.',
  'El PDF está incompleto: le falta el final. Vuelva a guardarlo o exportarlo y súbalo otra vez.':
    'The PDF is incomplete: its end is missing. Save or export it again and upload it once more.',
  'La imagen tiene demasiados puntos. Redúzcala y vuelva a subirla.':
    'The image has too many pixels. Reduce it and upload it again.',
  'Solo se puede asignar a una persona de su organización.':
    'It can only be assigned to a person of your organisation.',
  'Solo se puede usar de nuevo un archivo aceptado por el CCI y en vigor, de otro de sus documentos.':
    'Only a file of another of your documents, accepted by CCI and valid, can be used again.',
  'El «Informe de auditoría» debe ser un PDF.': 'The ‘Audit report’ must be a PDF.',
  'El «Doc. Excel asociado» debe ser una hoja de cálculo.': 'The ‘Associated Excel document’ must be a spreadsheet.',
  'La subida se cortó antes de terminar. No se ha guardado nada: vuelva a intentarlo.':
    'The upload broke off before it ended. Nothing has been saved: try again.',
  'El archivo guardado está dañado y no se entrega. El CCI ha quedado avisado.':
    'The stored file is damaged and is not delivered. CCI has been told.',
  'Este PDF está protegido o dañado y no se le puede poner la marca de agua con la que se entrega. Pida al CCI otra copia.':
    'This PDF is protected or damaged and cannot take the watermark with which it is delivered. Ask CCI for another copy.',
  'Este archivo no es una hoja de cálculo que se pueda mostrar aquí. Descárguelo.':
    'This file is not a spreadsheet that can be shown here. Download it.',
  'El libro está protegido, dañado o hecho de forma que no se puede mostrar aquí. Descárguelo para leerlo con su programa.':
    'The workbook is protected, damaged or made in a way that cannot be shown here. Download it to read it with your own program.',
  'El libro es demasiado grande para mostrarlo aquí. Descárguelo para leerlo con su programa.':
    'The workbook is too large to be shown here. Download it to read it with your own program.',
  'El archivo contiene un virus y no se admite ni se entrega. El CCI ha quedado avisado.':
    'The file contains a virus and is neither accepted nor delivered. CCI has been told.',
  'El archivo es demasiado grande para comprobar que no tiene virus. Divídalo o redúzcalo.':
    'The file is too large to be checked for viruses. Split it or make it smaller.',
  'Ahora no se puede comprobar que el archivo no tiene virus. No se ha guardado ni entregado nada: vuelva a intentarlo en unos minutos.':
    'The file cannot be checked for viruses right now. Nothing has been saved or delivered: try again in a few minutes.',
  'Su organización ha llegado al espacio que tiene para archivos. Pida al CCI que lo amplíe.':
    'Your organisation has used all its space for files. Ask CCI to extend it.',
  'El almacén de archivos falla. No se ha guardado nada: vuelva a intentarlo más tarde.':
    'The file store is failing. Nothing has been saved: try again later.',
  'Esta descarga pasa por un servidor que habla HTTP/1.0, con el que una descarga cortada parecería entera. Quien administra el portal debe configurarlo con HTTP/1.1.':
    'This download goes through a server that speaks HTTP/1.0, with which a download that breaks off would look complete. Whoever runs the portal must set it up with HTTP/1.1.',
  'No queda espacio para guardar el archivo. No se ha guardado nada.':
    'There is no space left to store the file. Nothing has been saved.',
  'No se puede crear csv, porque no existen datos que incluir en el':
    'The CSV cannot be made, because there is no data to put into it',
  'No hay nada que exportar: la lista está vacía.': 'There is nothing to export: the list is empty.',
  'La lista tiene {rows} filas y un libro de Excel admite aquí {max} como máximo. Acote los filtros o expórtela en CSV.':
    'The list has {rows} rows, and an Excel workbook holds at most {max} here. Narrow the filters or export it as CSV.',
}
