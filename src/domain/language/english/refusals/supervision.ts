import type { Catalogue } from '#domain/language/translate.ts'

export const supervisionRefusals: Catalogue = {
  'Ya ha declarado que utiliza este servicio.': 'You have already declared that you use this service.',
  'No hay diferencia que aceptar: cumple o no tiene nivel exigido.':
    'There is no difference to accept: the level is met or none is required.',
  'Ya hay una aceptación vigente de este servicio. Revóquela antes de hacer otra.':
    'There is already a valid acceptance for this service. Revoke it before you make another.',
  'Esta aceptación ya no está vigente.': 'This acceptance is no longer valid.',
  'El servicio ya no se utiliza o su proveedor ya no está en el portal: no se puede empezar otro expediente.':
    'The service is no longer used or its supplier is no longer in the portal: no other file can be begun.',
  'Ya hay un borrador del expediente de este servicio. Siga con él.':
    'There is already a draft of the reliance file for this service. Continue with it.',
  'El expediente está firmado y no cambia. Empiece una nueva versión.':
    'The reliance file is signed and does not change. Begin a new version.',
  'El expediente es un borrador. Se descarga con sus archivos cuando está firmado.':
    'The reliance file is a draft. It can be downloaded with its files once it is signed.',
  'Faltan condiciones por contestar, el plan de auditoría o la fecha de revisión.':
    'Some conditions, the audit plan or the review date are still missing.',
  'Con condiciones que no se cumplen o con reservas no se puede concluir así.':
    'With conditions that are not met or reservations, this cannot be the conclusion.',
  'Solo el usuario principal de su entidad puede hacerlo.': 'Only the principal user of your entity can do this.',
  'Una empresa no puede estar debajo de sí misma.': 'A company cannot be below itself.',
  'La cadena admite diez niveles.': 'The chain holds ten levels.',
  'La cadena admite 200 empresas.': 'The chain holds 200 companies.',
  'Un cambio de este alcance se comunica {n} días antes, o con el motivo de su urgencia.':
    'A change of this scope is announced {n} days ahead, or with the reason for its urgency.',
  'Un cambio de este alcance se comunica un día antes, o con el motivo de su urgencia.':
    'A change of this scope is announced one day ahead, or with the reason for its urgency.',
  'Otros también nombran a esta empresa. Pida el cambio al CCI.':
    'Others name this company too. Ask CCI for the change.',
  'Hay servicios que sustentan esta función. Quítelos antes.':
    'There are services that support this function. Remove them first.',
  'El contrato tiene servicios o es marco de otros. Quítelos antes.':
    'The contract has services or is the framework of others. Remove them first.',
  'El registro tiene {n} errores que harían que se rechazara. Corríjalos o descárguelo en Excel.':
    'The register has {n} errors for which it would be rejected. Correct them or download it as Excel.',
  'El registro tiene 1 error que haría que se rechazara. Corríjalo o descárguelo en Excel.':
    'The register has 1 error for which it would be rejected. Correct it or download it as Excel.',
  'Al proveedor ya se le pidieron estos datos en los últimos 30 días.':
    'The supplier was already asked for these data in the last 30 days.',
}
