import type { Catalogue } from '#domain/language/translate.ts'

/** The calendar of what expires. */
export const calendarTexts: Catalogue = {
  Mes: 'Month',
  Lista: 'List',
  'Las acreditaciones de los evaluadores que caducan.': 'The accreditations of evaluators that expire.',
  'Qué caduca de su entidad, y las calificaciones de los proveedores que sigue o cuyos servicios utiliza.':
    'What expires of your entity, and the ratings of the suppliers that you follow or whose services you use.',
  'Qué caduca de su organización.': 'What expires of your organisation.',
  Suscribirse: 'Subscribe',
  'Desde {0}': 'From {0}',
  Hoy: 'Today',
  'Qué se muestra': 'What is shown',
  Todo: 'Everything',
  'Cómo se muestra': 'How it is shown',
  'Cargando el calendario': 'Loading the calendar',
  'Hay {0} más: elija qué se muestra.': 'There are {0} more: choose what is shown.',
  'Nada caduca en estos doce meses': 'Nothing expires in these twelve months',
  'Elija otro mes, u otra cosa que mostrar.': 'Choose another month, or something else to show.',
  'Qué caduca en {0}': 'What expires in {0}',
  'Nada caduca en {0}.': 'Nothing expires in {0}.',
  'Suscribirse al calendario': 'Subscribe to the calendar',
  'Copie esta dirección en su programa de calendario, como calendario por suscripción o desde una URL.':
    'Copy this address into your calendar program, as a subscribed calendar or one from a URL.',
  'No se volverá a mostrar. Quien la tenga puede leer qué caduca: no la comparta. Puede anularla en {0}.':
    'It will not be shown again. Whoever has it can read what expires: do not share it. You can revoke it in {0}.',
  Copiada: 'Copied',
  'Copiar la dirección': 'Copy the address',
  'Con una dirección personal, su programa de calendario (Outlook, Google Calendar u otro) muestra qué caduca y lo actualiza solo. Contiene lo que usted puede leer aquí, y nada más.':
    'With a personal address, your calendar program (Outlook, Google Calendar or another) shows what expires and updates it by itself. It contains what you can read here, and nothing else.',
  'Si pide otra dirección, la anterior deja de funcionar.':
    'If you ask for another address, the previous one stops working.',
  'Pedir otra dirección': 'Get another address',
  'Pedir la dirección': 'Get the address',
  Acreditaciones: 'Accreditations',
  Aceptaciones: 'Acceptances',
  LEI: 'LEI',
  Contratos: 'Contracts',
  'Caduca: {0}': 'Expires: {0}',
}
