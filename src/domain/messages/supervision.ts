/** Why something about a bank's own suppliers is refused. */
export const supervisionRefusals = {
  useExists: { status: 409, sentence: 'Ya ha declarado que utiliza este servicio.' },
  nothingToAccept: { status: 409, sentence: 'No hay diferencia que aceptar: cumple o no tiene nivel exigido.' },
  acceptedAlready: {
    status: 409,
    sentence: 'Ya hay una aceptación vigente de este servicio. Revóquela antes de hacer otra.',
  },
  acceptanceEnded: { status: 409, sentence: 'Esta aceptación ya no está vigente.' },
  principalOnly: { status: 403, sentence: 'Solo el usuario principal de su entidad puede hacerlo.' },
  companyShared: {
    status: 403,
    sentence: 'Otros también nombran a esta empresa. Pida el cambio al CCI.',
  },
  rowsWrong: { status: 400, sentence: 'El archivo tiene {n} errores. No se ha guardado nada.' },
} as const
