import type { Catalogue } from '#domain/language/translate.ts'

export const supervisionNotices: Catalogue = {
  'Nivel exigido incumplido': 'Required level not met',
  '«{0}», de {1}, no cumple el nivel que exige. {2}': '‘{0}’, of {1}, does not meet the level that you require. {2}',
  'Un servicio que utiliza deja de cumplir el nivel que exige.':
    'A service that you use no longer meets the level that you require.',
  'Ver los niveles exigidos': 'View the required levels',
  'Nivel exigido cumplido': 'Required level met',
  '«{0}», de {1}, cumple el nivel que exige: {2}': '‘{0}’, of {1}, meets the level that you require: {2}',
  'Un servicio que utiliza vuelve a cumplir el nivel que exige.':
    'A service that you use meets the level that you require again.',
  'Expediente de confianza por revisar': 'Reliance file to be reviewed',
  'El expediente de confianza de «{0}», de {1}, está por revisar. {2}':
    'The reliance file of ‘{0}’, of {1}, is due for review. {2}',
  'Un expediente de confianza de su entidad está por revisar.': 'A reliance file of your entity is due for review.',
  'Ver el expediente': 'View the reliance file',
  'El LEI de su entidad debe renovarse antes del {0}: con uno caducado se rechaza su registro de información. Cuando lo renueve, anote la nueva fecha.':
    'The LEI of your entity must be renewed before {0}: with a lapsed one your register of information is refused. When you renew it, enter the new date.',
  'El LEI de su entidad está próximo a caducar.': 'The LEI of your entity is about to lapse.',
  'Ver el registro': 'See the register',
  'Contrato próximo a su fin': 'Contract about to end',
  'El contrato {0} de su registro de información termina el {1}. Si se renueva, anote la nueva fecha.':
    'Contract {0} of your register of information ends on {1}. If it is renewed, enter the new date.',
  'Un contrato de su registro de información termina pronto.': 'A contract of your register of information ends soon.',
  'Ver el contrato': 'See the contract',
  'Preaviso de un contrato': 'Notice of a contract',
  'Hasta el {0} puede avisar con el preaviso pactado de que el contrato {1} de su registro de información no continúa.':
    'Until {0} you can give the agreed notice that contract {1} of your register of information does not go on.',
  'El plazo de preaviso de un contrato de su registro de información acaba pronto.':
    'The period to give notice of a contract of your register of information ends soon.',
  'Aceptación próxima a caducar': 'Acceptance about to lapse',
  'Su aceptación del riesgo de «{0}», de {1}, caduca el {2}.': 'Your risk acceptance for ‘{0}’, of {1}, lapses on {2}.',
  'Una aceptación del riesgo de su entidad está próxima a caducar.':
    'A risk acceptance of your entity is about to lapse.',
  'Datos para el registro de sus clientes': 'Data for the registers of your customers',
  'Entidades que utilizan sus servicios necesitan sus datos para el registro de información. Complételos una vez para todas.':
    'Entities that use your services need your data for their register of information. Complete them once for all of them.',
  'Entidades que utilizan sus servicios piden sus datos para el registro de información.':
    'Entities that use your services ask for your data for their register of information.',
  'Completar los datos': 'Complete the data',
}
