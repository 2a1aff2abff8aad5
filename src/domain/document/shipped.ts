import { REPORT_DOCUMENT, SPREADSHEET_DOCUMENT } from '#domain/document/document.ts'
import { msg, t } from '#domain/language/translate.ts'

/** The documents that the portal itself names, here and in its demo world. CCI names all others in its own words. */
const shipped: ReadonlySet<string> = new Set([
  REPORT_DOCUMENT,
  SPREADSHEET_DOCUMENT,
  msg('Escritura de constitución'),
  msg('Certificado de estar al corriente con la AEAT'),
  msg('Certificado de estar al corriente con la Seguridad Social'),
  msg('Póliza de responsabilidad civil'),
  msg('Plan de continuidad de negocio'),
  msg('Certificado de inscripción en el ROAC'),
  msg('Póliza de responsabilidad civil profesional'),
  msg('Declaración de independencia'),
  msg('Ficha de la entidad'),
  msg('Informe de la incidencia'),
])

/** The name of a document as its reader sees it: those that the portal ships have their English (EXP-12). */
export const documentTitle = (name: string): string => (shipped.has(name) ? t(name) : name)
