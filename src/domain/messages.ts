import { texts } from '#domain/language/texts.ts'
import { msg, t } from '#domain/language/translate.ts'
import { accessRefusals } from '#domain/messages/access.ts'
import { assessmentRefusals } from '#domain/messages/assessment.ts'
import { fileRefusals } from '#domain/messages/files.ts'
import { followUpRefusals } from '#domain/messages/follow-up.ts'
import { integrationRefusals } from '#domain/messages/integration.ts'
import { operationRefusals } from '#domain/messages/operation.ts'
import { qualificationRefusals } from '#domain/messages/qualification.ts'
import { sealRefusals } from '#domain/messages/seal.ts'
import { supervisionRefusals } from '#domain/messages/supervision.ts'

/** A refusal with its sentence, and other wordings where `n` of its values is one or none. */
type Refusal = { status: number; sentence: string; ofOne?: string; ofNone?: string }

/**
 * The Spanish sentence and HTTP status of every refusal reason; `sentence` gives it in the current language. Texts of the specification are literal (D2). 400
 * invalid input, 401 no session or blocked, 403 visible but not allowed, 404 not found for this caller, 409 not in this
 * state, 413 too large, 415 file refused, 422 idempotency key reused with another request.
 */
export const refusals = {
  ...accessRefusals,
  ...fileRefusals,
  ...qualificationRefusals,
  ...supervisionRefusals,
  ...assessmentRefusals,
  ...followUpRefusals,
  ...integrationRefusals,
  ...operationRefusals,
  ...sealRefusals,

  // Input
  invalid: { status: 400, sentence: msg('Hay campos por corregir.') },
  packed: {
    status: 415,
    sentence: msg('La petición viene comprimida y así no se admite. Envíela sin Content-Encoding.'),
  },
  bodyTooLarge: {
    status: 413,
    sentence: msg('La petición es más larga de lo que se admite aquí. Acorte sus textos o repártala en varias.'),
  },
  unknownField: { status: 400, sentence: msg('La petición trae un campo que no se puede cambiar aquí.') },
  ruleOutOfRange: { status: 400, sentence: msg('El valor está fuera de lo que admite esta regla.') },
  keyReused: { status: 422, sentence: msg('La clave de repetición ya se usó con otro contenido.') },
  tooMany: { status: 429, sentence: msg('Demasiadas peticiones seguidas. Espere un momento y vuelva a intentarlo.') },

  savedViewExists: { status: 409, sentence: msg('Ya tiene una vista con ese nombre.') },
  savedViewsFull: {
    status: 409,
    sentence: msg('Ya tiene todas las vistas que se pueden guardar. Elimine alguna que no use.'),
  },

  // Server
  unavailable: {
    status: 503,
    sentence: msg(
      'El portal no puede atenderle ahora mismo. No se ha guardado nada: vuelva a intentarlo en unos segundos.',
    ),
  },
  outcomeUnknown: {
    status: 503,
    sentence: msg('Todavía no se sabe si el cambio se ha guardado: compruebe si está hecho antes de repetirlo.'),
  },
  failed: { status: 500, sentence: msg('Se ha producido un error inesperado.{saved}') },
} as const satisfies Record<string, Refusal>

/** Sentences for server errors of a read, where there was nothing to save. */
export const unreadSentences: Readonly<Record<string, string>> = texts({
  unavailable: 'El portal no puede atenderle ahora mismo. Vuelva a intentarlo en unos segundos.',
  failed: 'Se ha producido un error inesperado.',
})

export type Reason = keyof typeof refusals

/** The sentence of a reason in the current language. `{product}` and other placeholders are filled from `values`. */
export function sentence(reason: Reason, values: Record<string, string> = {}): string {
  const refusal: Refusal = refusals[reason]
  const worded = values.n === '0' ? refusal.ofNone : values.n === '1' ? refusal.ofOne : undefined
  return filled(t(worded ?? refusal.sentence), values)
}

/** Fills the `{name}` placeholders of a text. Values are inserted literally and may hold a `$`. */
export function filled(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
}

/** The texts of empty results (ERR-20 to ERR-23). */
export const emptyResults = texts({
  scores: 'No hay calificaciones asociadas a este proveedor',
  scoreFiles: 'No hay archivos asociados a este dictamen',
  versions: 'Este archivo no tiene varias versiones',
  incidentFiles: 'No hay archivos asociados a esta incidencia',
})

/** Notices and questions with the specification's wording. */
export const notices = texts({
  incidentRaised: 'El CCI contactará con usted para su gestión',
  deleted: 'Eliminado correctamente.',
  alreadyValidated: 'Esta documentación ya ha sido validada por el CCI',
  alreadyReviewed: 'Esta documentación ya ha sido revisada por el CCI',
  deleteParticipant: '¿Seguro que desea eliminar {name}, junto con todos sus documentos?',
  deleteRequest: '¿Está seguro de eliminar la solicitud?',
})
