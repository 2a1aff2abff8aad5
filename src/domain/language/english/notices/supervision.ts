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
