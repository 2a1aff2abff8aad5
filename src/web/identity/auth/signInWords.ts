import { msg } from '#domain/language/translate.ts'
/** The words of the sign-in page, which its entry form shows first. */
export const signInWords = {
  title: msg('Acceso al portal'),
  subtitle: msg('Calificación de los proveedores de la banca por el CCI.'),
  email: msg('Correo electrónico'),
  password: msg('Contraseña'),
  showPassword: msg('Mostrar lo escrito'),
  enter: msg('Entrar'),
  recover: msg('Recuperar contraseña'),
}
