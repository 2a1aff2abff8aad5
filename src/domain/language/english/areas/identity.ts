import type { Catalogue } from '#domain/language/translate.ts'

export const identityTexts: Catalogue = {
  'No es el correo del usuario': 'It is not the e-mail address of the user',
  'El usuario tiene el papel de su organización': 'The user has the role of its organisation',
  'una aplicación de autenticación': 'an authenticator app',
  'la llave de acceso «{0}»': 'the passkey ‘{0}’',
  '{0} en {1}': '{0} on {1}',
  'Un programa en {0}': 'A program on {0}',
  'Un programa o navegador desconocido': 'An unknown program or browser',
  'Dé un nombre a la llave': 'Give the passkey a name',
}
