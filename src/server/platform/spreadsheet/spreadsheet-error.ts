export type SpreadsheetFault = 'extension' | 'unreadable' | 'too-large' | 'empty' | 'encoding'

/** The message of each fault for users; the first is from the specification (ERR-04). */
const sentences: Record<SpreadsheetFault, string> = {
  extension: 'Extensión de archivo no válida.',
  unreadable:
    'El archivo no se puede leer. Ábralo en su programa de hojas de cálculo, guárdelo de nuevo sin contraseña como .xlsx, .ods o .csv y vuelva a subirlo.',
  'too-large': 'El archivo es demasiado grande. Deje solo la hoja con los datos o repártalos en varios archivos.',
  encoding:
    'tiene letras que no se entienden, porque no está en UTF-8 o se pegó de otro programa. Corríjala, guarde el archivo como «CSV UTF-8» y vuelva a subirlo.',
  empty: 'El archivo no contiene ninguna fila de datos. Rellene la plantilla y vuelva a subirla.',
}

/**
 * The reason for refusing a spreadsheet. `message` is Spanish and for users; `detail` is English and for the log, or the
 * row of an 'encoding'.
 */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError'
  readonly code: SpreadsheetFault
  readonly detail: string

  constructor(code: SpreadsheetFault, detail = '') {
    super(code === 'encoding' ? `La fila ${detail} ${sentences[code]}` : sentences[code])
    this.code = code
    this.detail = detail
  }
}
