/**
 * Words that are common in passwords, folded (lower case, no accents): the most frequent of leaked password lists in
 * Spanish and English, with seasons, months, cities, clubs and keyboard rows.
 */
export const COMMON_WORDS = `
password passwort passw0rd pass contrasena contrasenya clave acceso secreto secreta secret entrar login signin usuario
usuaria user admin administrador administradora administrator root sistema system temporal temporary provisional prueba
pruebas test testing demo ejemplo example cambiame cambiar changeme change default invitado guest welcome bienvenido
bienvenida hola hello letmein internet intranet portal empresa company oficina office trabajo cliente proveedor auditor
entidad banco dinero seguro segura seguridad security computer ordenador google facebook microsoft windows android
iphone samsung whatsapp gmail hotmail outlook
qwertyuiop qwerty qwertz azerty asdfghjkl asdfgh asdf zxcvbnm zxcvbn zxcv qazwsx 1qaz2wsx 1q2w3e4r 1q2w3e q1w2e3r4 qaz
wsx
iloveyou love tequiero teamo amor amigo amiga amigos familia princesa princess corazon angel estrella dragon monkey
football futbol baseball master superman batman pokemon starwars shadow sunshine flower mariposa gatito perrito
michael jennifer carlos maria daniel alejandro alejandra antonio manuel francisco javier miguel david jose juan luis
laura marta carmen lucia sara pablo sergio andrea cristina fernando alberto patricia
madrid barcelona valencia sevilla malaga bilbao zaragoza granada espana spain realmadrid atletico atleti betis athletic
primavera verano otono invierno spring summer autumn winter enero febrero marzo abril mayo junio julio agosto septiembre
octubre noviembre diciembre january february march april june july august september october november december lunes
martes miercoles jueves viernes sabado domingo monday tuesday wednesday thursday friday saturday sunday
`
  .trim()
  .split(/\s+/)
