/** Refusals of what CCI does with mails and jobs. */
export const operationRefusals = {
  mailSent: { status: 409, sentence: 'Este correo ya se ha entregado: no se envía otra vez.' },
  mailWaits: { status: 409, sentence: 'Este correo todavía no se ha intentado: sale solo en cuanto le toca.' },
  mailDead: {
    status: 409,
    sentence:
      'La contraseña o el enlace de este correo ya no valen. Envíe otra invitación, o que la persona pida otro en «Recuperar contraseña».',
  },
  mailBusy: { status: 409, sentence: 'Este correo se está enviando ahora mismo. Mire el resultado en unos segundos.' },
} as const
