/** The words of the sign-in page, which its entry form shows first. */
export const signInWords = {
  title: 'Acceso al portal',
  subtitle: 'Calificación de los proveedores de la banca por el CCI.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  showPassword: 'Mostrar lo escrito',
  enter: 'Entrar',
  recover: 'Recuperar contraseña',
}
