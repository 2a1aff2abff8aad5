import { msg } from '#domain/language/translate.ts'

/** Why something about a bank's own suppliers is refused. */
export const supervisionRefusals = {
  useExists: { status: 409, sentence: msg('Ya ha declarado que utiliza este servicio.') },
  nothingToAccept: { status: 409, sentence: msg('No hay diferencia que aceptar: cumple o no tiene nivel exigido.') },
  acceptedAlready: {
    status: 409,
    sentence: msg('Ya hay una aceptación vigente de este servicio. Revóquela antes de hacer otra.'),
  },
  acceptanceEnded: { status: 409, sentence: msg('Esta aceptación ya no está vigente.') },
  relianceUseOver: {
    status: 409,
    sentence: msg(
      'El servicio ya no se utiliza o su proveedor ya no está en el portal: no se puede empezar otro expediente.',
    ),
  },
  relianceDraftExists: {
    status: 409,
    sentence: msg('Ya hay un borrador del expediente de este servicio. Siga con él.'),
  },
  relianceSigned: { status: 409, sentence: msg('El expediente está firmado y no cambia. Empiece una nueva versión.') },
  relianceUnsigned: {
    status: 409,
    sentence: msg('El expediente es un borrador. Se descarga con sus archivos cuando está firmado.'),
  },
  relianceIncomplete: {
    status: 409,
    sentence: msg('Faltan condiciones por contestar, el plan de auditoría o la fecha de revisión.'),
  },
  conclusionNotAllowed: {
    status: 409,
    sentence: msg('Con condiciones que no se cumplen o con reservas no se puede concluir así.'),
  },
  principalOnly: { status: 403, sentence: msg('Solo el usuario principal de su entidad puede hacerlo.') },
  chainCircular: { status: 409, sentence: msg('Una empresa no puede estar debajo de sí misma.') },
  chainTooLong: { status: 409, sentence: msg('La cadena admite diez niveles.') },
  chainTooLarge: { status: 409, sentence: msg('La cadena admite 200 empresas.') },
  changeTooSoon: {
    status: 409,
    sentence: msg('Un cambio de este alcance se comunica {n} días antes, o con el motivo de su urgencia.'),
    ofOne: msg('Un cambio de este alcance se comunica un día antes, o con el motivo de su urgencia.'),
  },
  companyShared: {
    status: 403,
    sentence: msg('Otros también nombran a esta empresa. Pida el cambio al CCI.'),
  },
  functionUsed: { status: 409, sentence: msg('Hay servicios que sustentan esta función. Quítelos antes.') },
  arrangementUsed: {
    status: 409,
    sentence: msg('El contrato tiene servicios, o hay otros vinculados con él. Quítelos antes.'),
  },
  memberUsed: { status: 409, sentence: msg('Tiene funciones, o consta en contratos. Cámbielos antes.') },
  editionChanged: {
    status: 409,
    sentence: msg('Entretanto se ha cargado otra edición. Compruebe de nuevo qué cambia la suya.'),
  },
  registerBlocked: {
    status: 409,
    sentence: msg('El registro tiene {n} errores que harían que se rechazara. Corríjalos o descárguelo en Excel.'),
    ofOne: msg('El registro tiene 1 error que haría que se rechazara. Corríjalo o descárguelo en Excel.'),
  },
  askedAlready: { status: 409, sentence: msg('Al proveedor ya se le pidieron estos datos en los últimos 30 días.') },
} as const
