import type { Catalogue } from '#domain/language/translate.ts'

export const centreNotices: Catalogue = {
  'eliminar el participante «{0}»': 'to delete the participant ‘{0}’',
  'cambiar el nombre o el CIF de «{0}» por «{1}»': 'to change the name or the CIF of ‘{0}’ to ‘{1}’',
  'cambiar el servicio «{0}» por «{1}»': 'to change the service ‘{0}’ to ‘{1}’',
  'publicar la calificación {0} de {1} en «{2}», hasta el {3}': 'to publish the rating {0} of {1} for ‘{2}’, until {3}',
  'corregir la calificación de {0} en «{1}»: {2}, hasta el {3}':
    'to correct the rating of {0} for ‘{1}’: {2}, until {3}',
  'que dejen de hacer falta dos personas': 'that two people are no longer needed',
  'desactivar {0} en las reglas del centro': 'to turn off {0} in the centre’s rules',
  'Archivo dañado': 'Damaged file',
  '{0} de {1}: el archivo guardado está dañado o falta y no se entrega. Recupérelo de la copia de seguridad.':
    '{0} of {1}: the stored file is damaged or missing and is not delivered. Restore it from the back-up.',
  '{0}: el archivo guardado está dañado o falta y no se entrega. Recupérelo de la copia de seguridad.':
    '{0}: the stored file is damaged or missing and is not delivered. Restore it from the back-up.',
  'Un archivo guardado está dañado o falta y no se entrega.':
    'A stored file is damaged or missing and is not delivered.',
  'Correo sin entregar': 'Undelivered e-mail',
  'La invitación a {0}': 'The invitation to {0}',
  'El correo con el que {0} entra por primera vez': 'The e-mail with which {0} signs in for the first time',
  'Se sigue intentando durante {0} días. Puede haber más correos que esperan.':
    'Delivery is being tried for {0} days. More e-mails may be waiting.',
  'Si la dirección no es correcta, retire la invitación e invite a la buena.':
    'If the address is not correct, withdraw the invitation and invite the right one.',
  'Compruebe la dirección en Gestión de usuarios.': 'Check the address under Gestión de usuarios.',
  '{0} no llega: {1}. {2}': '{0} does not arrive: {1}. {2}',
  '{0} no se ha podido entregar en {1} horas. {2}': '{0} could not be delivered within {1} hours. {2}',
  'El correo de una invitación, o el de un compañero que entra por primera vez, no llega.':
    'The e-mail of an invitation, or of a colleague who signs in for the first time, does not arrive.',
  'El correo con el que un compañero entra por primera vez no llega.':
    'The e-mail with which a colleague signs in for the first time does not arrive.',
  'Ver la invitación': 'View the invitation',
  'Propuesta por confirmar': 'Proposal to be confirmed',
  '{0} propone {1} Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del {2}.':
    '{0} proposes {1} For it to be done, another person at CCI has to do the same before {2}.',
  'Una persona del CCI propone algo que necesita a otra para hacerse.':
    'A person at CCI proposes something that takes another one to be done.',
  'Ver la propuesta': 'View the proposal',
  'Aviso del CCI': 'Notice from CCI',
  'El antivirus ha encontrado {0} en un archivo, que ni se admite ni se entrega.':
    'The virus scanner has found {0} in a file, which is neither accepted nor delivered.',
  'Un aviso escrito por una persona del CCI.': 'A notice written by a person at CCI.',
  'Un aviso escrito por el CCI para su organización.': 'A notice written by CCI for your organisation.',
}
