import { texts } from '#domain/language/texts.ts'
import { t } from '#domain/language/translate.ts'

/**
 * Messages of the field rules. The first part holds the texts of the specification's §5 verbatim, even without accents
 * (D2), since tests compare them; the second part holds our own. Each reads in the current language. Errors of whole forms and calls are in
 * `#domain/messages.ts`.
 */
export const MESSAGES = texts({
  passwordPolicy:
    'La contraseña debe tener al menos entre 8 y 16 caracteres, un dígito, una minúscula, una mayúscula y un caracter no alfanumérico.',
  notnull: 'No puede estar vacio',
  email: 'Correo electrónico no válido',
  telefono: 'Número de teléfono erróneo: el formato no es válido.',
  cifFormat: 'CIF erróneo: el formato no es correcto.',
  cifControl: 'CIF erróneo: el carácter de control no es correcto.',
  cnae: 'CNAE erroneo',
  valormoneda: 'Valor monetario incorrecto. Ejemplo correcto 10000',
  dni: 'Dni erroneo',
  cpostal: 'Código Postal erroneo',
  igual: 'Contraseña diferente al primer campo introducido',
  fecha: 'Fecha no válida',
  fechaRange: 'Fecha fuera de rango',
  fechaFebruary: 'Fecha no válida para febrero',

  expiryTooEarly: 'Debe ser de mañana o posterior',
  expiryTooLate: 'No puede pasar del 31/12/2100: si no tiene fin, escriba esa fecha',
  passwordRule: 'La contraseña debe tener al menos 8 caracteres, un dígito, una minúscula y una mayúscula.',
  passwordLength: 'La contraseña debe tener entre 15 y 128 caracteres.',
  passwordCommon: 'La contraseña es demasiado fácil de adivinar: evite palabras comunes, series y repeticiones.',
  passwordContext: 'La contraseña no puede contener su nombre, su correo, su empresa ni el nombre del portal.',
  passwordBreached: 'Esta contraseña ha aparecido en filtraciones de otros sitios: elija otra.',
  direction:
    'Contiene caracteres que no se ven y cambian el sentido de la escritura: bórrelos o escriba el texto de nuevo',
  characters: 'Contiene caracteres que no se pueden guardar: bórrelos o escriba el texto de nuevo',
  moneyTooLarge:
    'Valor monetario demasiado grande: como mucho 1.000.000.000.000 miles de euros, en positivo o en negativo.',
  tooLong: (max: number) => t`No puede superar los ${max} caracteres.`,
  lettersAndDigits: 'Use solo letras y números.',
  lettersOnly: 'Use solo letras.',
  lei: 'LEI erróneo: los dígitos de control no son correctos.',
  euid: 'EUID erróneo: escriba el país, el registro, un punto y el número. Ejemplo: ESRMC.B12345',
  euidCountry: 'EUID erróneo: no es del país de la empresa.',
  country: 'Elija un país de la lista.',
  nrbe: 'El código NRBE debe tener cuatro cifras. Ejemplo correcto: 0049',
  webAddress: 'Dirección web no válida. Ejemplo correcto: www.empresa.es',
  viaType: 'Elija un tipo de vía de la lista.',
  viaNumber: 'El número de la vía debe ser una cifra o «s/n».',
  province: 'Elija una provincia de la lista.',
  postalCodeProvince: 'El código postal no corresponde a la provincia.',
})
