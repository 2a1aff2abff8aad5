import type { Catalogue } from '#domain/language/translate.ts'

export const chainTexts: Catalogue = {
  'Diga quién trabaja: su CIF o una empresa externa.': 'Say who does the work: its CIF or a company outside.',
  'No es el CIF de ningún proveedor del portal. Nómbrela como empresa externa.':
    'It is not the CIF of any supplier of the portal. Name it as a company outside.',
  'Elija un proveedor': 'Choose a supplier',
  'Diga qué hace: elija un tipo o escríbalo.': 'Say what it does: choose a type or describe it.',
  'Una empresa externa que soporta el servicio necesita su LEI o su EUID.':
    'A company outside that underpins the service needs its LEI or its EUID.',
  'Trabaja para {0}, que también tiene que soportar el servicio. Márquelo antes.':
    'It works for {0}, which has to underpin the service too. Mark that first.',
  'No puede dejar de soportar el servicio: {0} lo soporta a través de esta empresa.':
    'It cannot stop underpinning the service: {0} underpins it through this company.',
  'Elija una empresa de la cadena que siga en ella.': 'Choose a company that is still in the chain.',
  'La empresa para la que trabaja empieza después.': 'The company that it works for starts later.',
  'La empresa para la que trabaja termina antes.': 'The company that it works for ends earlier.',
  Prevista: 'Planned',
  Vigente: 'Valid',
  Terminada: 'Ended',
  Rango: 'Rank',
  Empresa: 'Company',
  Sede: 'Head office',
  'Trabaja para': 'Works for',
  'Qué hace': 'What it does',
  'Soporta el servicio': 'Underpins the service',
  'Trata datos': 'Processes data',
  Países: 'Countries',
  Situación: 'Situation',
  Desde: 'From',
  Hasta: 'To',
  'Motivo de urgencia': 'Reason for the urgency',
  'Confirmada el {0}': 'Confirmed on {0}',
  'Sin declarar': 'Not declared',
  'Sin confirmar desde {0}': 'Not confirmed since {0}',
  'Fila {0}, «{1}»: {2}': 'Row {0}, ‘{1}’: {2}',
  'está vacío. Escriba un valor o borre la fila.': 'it is empty. Enter a value or delete the row.',
  '{0} Escriba Sí o No.': '{0} Enter Sí or No.',
  '{0} Escriba una fecha como 31/12/2026.': '{0} Enter a date such as 31/12/2026.',
  'la sede está en un solo país.': 'the head office is in one country only.',
  '{0} Escriba un tipo de S01 a S19.': '{0} Enter a type from S01 to S19.',
  '{0} Escriba códigos de dos letras, como ES o IE.': '{0} Enter two-letter codes such as ES or IE.',
  '«{0}{1}» no se entiende.': '‘{0}{1}’ is not understood.',
}
