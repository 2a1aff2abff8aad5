import { describe, expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { entrySentence } from '#domain/audit-log/sentences.ts'

const at = '2026-11-21T09:03:00.000Z'

test('a sentence has the actor, the act and the time in Madrid', () => {
  const data = { document: 'Escritura de constitución' }
  expect(entrySentence({ at, event: 'document.accepted', data, subject: null }, 'Ana Ruiz (CCI)')).toBe(
    'El 21/11/2026 a las 10:03, Ana Ruiz (CCI) aceptó el documento «Escritura de constitución».',
  )
})

test.each([
  ['queue.assigned', { toSelf: true }, null, 'Ana tomó la revisión de la documentación.'],
  [
    'queue.assigned',
    { serviceName: 'Archivo' },
    null,
    'Ana asignó a otra persona del CCI la revisión del informe de «Archivo».',
  ],
  [
    'queue.handed-over',
    { toSelf: true, incidentTitle: 'Corte' },
    null,
    'Ana se hizo cargo de la revisión de la incidencia «Corte», que era de otra persona del CCI.',
  ],
  ['queue.handed-over', {}, null, 'Ana pasó a otra persona del CCI la revisión de la documentación.'],
  ['queue.given-back', {}, null, 'Ana devolvió a la cola la revisión de la documentación.'],
  [
    'queue.overdue',
    { dueOn: '2026-11-20' },
    null,
    'se avisó de que venció el plazo para la revisión de la documentación el 20/11/2026.',
  ],
  ['document.lapsed', { documentName: 'Póliza' }, null, 'caducó el documento «Póliza».'],
  [
    'document.rejected',
    { document: 'Póliza', reason: 'No se lee' },
    null,
    'Ana rechazó el documento «Póliza»: «No se lee».',
  ],
  [
    'request.qualified',
    { serviceName: 'Archivo', rating: 'A/B/A+' },
    null,
    'Ana calificó el informe de «Archivo» con A/B/A+.',
  ],
  [
    'documentation.rejected',
    { documents: ['Póliza', 'Plan'] },
    null,
    'Ana rechazó la documentación: «Póliza», «Plan».',
  ],
  [
    'participant.accredited',
    { accreditedUntil: '2027-12-31' },
    'Somport',
    'Ana acreditó a Somport hasta el 31/12/2027.',
  ],
  ['participant.accredited', { accreditedUntil: null }, 'Somport', 'Ana retiró la acreditación de Somport.'],
  // Without its data the entry does not say whether the accreditation was granted or withdrawn.
  ['participant.accredited', {}, null, 'Ana cambió la acreditación de un participante que ya no está.'],
  ['document.read-partly', { file: 'dictamen.pdf' }, null, 'Ana leyó en parte el dictamen de calificación.'],
  ['document.read-partly', {}, null, 'Ana leyó en parte un archivo.'],
  ['participant.deleted', {}, 'Mirlo, S.L.', 'Ana eliminó el participante Mirlo, S.L.'],
  [
    'participant.deleted',
    { proposedBy: 'u' },
    'Mirlo, S.L.',
    'Ana eliminó el participante Mirlo, S.L., a propuesta de otra persona del CCI.',
  ],
  ['proposal.made', { act: 'participant.delete' }, 'Mirlo, S.L.', 'Ana propuso eliminar el participante Mirlo, S.L.'],
  [
    'proposal.made',
    { act: 'score.correct', serviceName: 'Archivo', rating: 'A/B/A+' },
    null,
    'Ana propuso corregir la calificación de «Archivo» con A/B/A+.',
  ],
  [
    'two-people.saved',
    { enabled: false, proposedBy: 'u' },
    null,
    'Ana decidió que ya no hacen falta dos personas del CCI, a propuesta de otra persona del CCI.',
  ],
  [
    'two-people.saved',
    { enabled: true },
    null,
    'Ana decidió que eliminar participantes, calificar y cambiar el nombre de lo calificado necesita a dos personas del CCI.',
  ],
  [
    'rejection-phrases.saved',
    { phrases: 3, document: 'Póliza' },
    null,
    'Ana cambió las frases que se ofrecen al rechazar «Póliza».',
  ],
  ['rejection-phrases.saved', { phrases: 3 }, null, 'Ana cambió las frases que se ofrecen al rechazar un documento.'],
  ['watermark.saved', { enabled: true }, null, 'Ana activó la marca de agua de los PDF que leen las entidades.'],
  ['watermark.saved', { enabled: false }, null, 'Ana desactivó la marca de agua de los PDF que leen las entidades.'],
  [
    'document.read-partly',
    { document: 'Póliza', bytes: 5, of: 19 },
    null,
    'Ana leyó en parte (hasta el 26 %) el documento «Póliza».',
  ],
  ['document.read-partly', { document: 'Póliza', bytes: 5 }, null, 'Ana leyó en parte el documento «Póliza».'],
  ['document.read-partly', { document: 'Póliza', of: 19 }, null, 'Ana leyó en parte el documento «Póliza».'],
  [
    'document.read-partly',
    { document: 'Póliza', bytes: 5, of: 19, cut: true },
    null,
    'Ana leyó en parte (hasta donde llegó antes de que el portal se interrumpiera) el documento «Póliza».',
  ],
  ['document.uploaded', { documentName: 'Póliza', number: 2 }, null, 'Ana subió el documento «Póliza», versión 2.'],
  ['document.rejected', { document: 7, reason: 7 }, null, 'Ana rechazó el documento que ya no tiene nombre.'],
  ['document.rejected', { document: '', reason: '' }, null, 'Ana rechazó el documento que ya no tiene nombre.'],
  ['documentation.rejected', { documents: [] }, null, 'Ana rechazó la documentación.'],
  [
    'participant.edited',
    { before: { cif: 'B12345674' }, after: { cif: 'B00472183', name: 'Mirlo, S.L.' } },
    'Mirlo',
    'Ana cambió los datos de Mirlo: CIF, de «B12345674» a «B00472183»; Nombre, de nada a «Mirlo, S.L.».',
  ],
  ['participant.edited', { after: { cif: '' } }, 'Mirlo', 'Ana cambió los datos de Mirlo: CIF, de nada a nada.'],
  ['participant.edited', { after: {} }, 'Mirlo', 'Ana cambió los datos de Mirlo.'],
  [
    'user.password-ending',
    { endsOn: '05/12/2026' },
    'Luis',
    'se avisó a Luis de que su contraseña temporal caduca el 05/12/2026.',
  ],
  [
    'user.password-ending',
    { endsOn: '2026-12-05' },
    'Luis',
    'se avisó a Luis de que su contraseña temporal caduca el 05/12/2026.',
  ],
  ...['2026-12-14', '14/12/2026'].flatMap(expiresOn => [
    [
      'score.about-to-lapse',
      { serviceName: 'Archivo', expiresOn },
      null,
      'se avisó de que la calificación de «Archivo» caduca el 14/12/2026.',
    ] as const,
    [
      'score.lapsed',
      { serviceName: 'Archivo', expiresOn },
      null,
      'se anunció que la calificación de «Archivo» caducó el 14/12/2026.',
    ] as const,
  ]),
  ['user.password-ending', { endsOn: 5 }, 'Luis', 'se avisó a Luis de que su contraseña temporal caduca.'],
  ['user.password-ending', { endsOn: '' }, 'Luis', 'se avisó a Luis de que su contraseña temporal caduca.'],
  [
    'catalogue.document-added',
    { documents: ['Póliza', 'Plan'], type: 'PROVIDER' },
    null,
    'Ana pidió «Póliza», «Plan» en el catálogo de los proveedores.',
  ],
  ['catalogue.document-added', { documents: [] }, null, 'Ana pidió documentos en un catálogo.'],
  ['catalogue.saved', { kind: 'ISSUE' }, null, 'Ana guardó el catálogo de las incidencias.'],
  ['service.created', { description: '' }, null, 'Ana creó el servicio.'],
  ['proposal.made', { act: 'service.rename' }, null, 'Ana propuso cambiar el servicio.'],
  ['proposal.made', { act: 'participant.rename' }, 'Mirlo', 'Ana propuso cambiar el nombre o el CIF de Mirlo.'],
  [
    'proposal.made',
    { act: 'score.publish', serviceName: 'Archivo', rating: 'A/B/A+' },
    null,
    'Ana propuso calificar el informe de «Archivo» con A/B/A+.',
  ],
  ['proposal.made', { act: 'two-people.off' }, null, 'Ana propuso que dejen de hacer falta dos personas del CCI.'],
  [
    'proposal.made',
    { act: 'centre-rules.loosen', rules: ['Evaluación obligatoria'] },
    null,
    'Ana propuso desactivar «Evaluación obligatoria» en las reglas del centro.',
  ],
  [
    'centre-rules.saved',
    {
      before: { requireAssessment: true, noticeDays: [90, 60, 30, 7, 0] },
      after: { requireAssessment: false, noticeDays: [1] },
      proposedBy: 'u',
    },
    null,
    'Ana cambió las reglas del centro: Evaluación obligatoria, de «Sí» a «No»; Avisos de caducidad, de «90, 60, 30 y 7 días antes y el mismo día» a «1 día antes», a propuesta de otra persona del CCI.',
  ],
  ['centre-rules.saved', {}, null, 'Ana cambió las reglas del centro.'],
  ['catalogue.saved', { type: 'ENTITY' }, null, 'Ana guardó el catálogo de las entidades.'],
  ['invitation.sent', {}, 'luis@x.example', 'Ana envió una invitación a luis@x.example.'],
  ['invitation.sent', {}, null, 'Ana envió una invitación.'],
  ['request.qualified', {}, null, 'Ana calificó el informe de un servicio.'],
  ['list.exported', { rows: 12 }, null, 'Ana exportó una lista de 12 filas.'],
  ['list.exported', {}, null, 'Ana exportó una lista.'],
  ['access.refused', { reason: 'notFound' }, null, 'Ana pidió algo a lo que no tiene acceso, y se le denegó.'],
  [
    'access.refused',
    { times: 999, last: '2026-11-21T09:01:00.000Z' },
    null,
    'Ana volvió a pedir algo a lo que no tiene acceso, y se le denegó 999 veces; la última, el 21/11/2026 a las 10:01.',
  ],
  ['access.refused', { times: 1 }, null, 'Ana volvió a pedir algo a lo que no tiene acceso, y se le denegó una vez.'],
  ['session.refused', {}, 'Luis Gil', 'se rechazó un inicio de sesión de Luis Gil.'],
  ['catalogue.saved', { type: 'AUDIT' }, null, 'Ana guardó el catálogo de los evaluadores.'],
  ['incident.closed', { incidentTitle: 'Retraso' }, null, 'Ana cerró la incidencia «Retraso».'],
] as const)('%s %o', (event, data, subject, expected) => {
  expect(entrySentence({ at, event, data, subject }, 'Ana')).toBe(`El 21/11/2026 a las 10:03, ${expected}`)
})

test('names the portal or its administration as the actor when no user is signed in', () => {
  const told = (data: object) => entrySentence({ at, event: 'session.ended', data: { ...data }, subject: null }, null)
  expect(told({})).toBe('El 21/11/2026 a las 10:03, el portal cerró la sesión.')
  expect(told({ by: 'admin' })).toBe('El 21/11/2026 a las 10:03, la administración del portal cerró la sesión.')
})

describe('whatever an entry keeps, or no longer keeps', () => {
  test.each(eventNames)('%s has a sentence without holes', event => {
    for (const subject of ['Somport', null]) {
      for (const data of [
        {},
        { document: 'Póliza', serviceName: 'Archivo', documents: ['Plan'], description: 'Llaves' },
      ]) {
        for (const who of ['Ana Ruiz (CCI)', null]) {
          const text = entrySentence({ at, event, data, subject }, who)
          expect(text).toMatch(/^El 21\/11\/2026 a las 10:03, \S.*[^ .]\.$/)
          expect(text).not.toMatch(/undefined|null|\[object| {2}|NaN/)
        }
      }
    }
  })
})
