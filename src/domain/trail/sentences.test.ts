import { describe, expect, test } from 'vitest'
import { eventNames } from '#domain/events.ts'
import { sentenceOf } from '#domain/trail/sentences.ts'

const at = '2026-11-21T09:03:00.000Z'

test('an entry reads as who did what and when, in the time of Madrid', () => {
  const data = { document: 'Escritura de constitución' }
  expect(sentenceOf({ at, event: 'document.accepted', data, subject: null }, 'Ana Ruiz (CCI)')).toBe(
    'El 21/11/2026 a las 10:03, Ana Ruiz (CCI) aceptó el documento «Escritura de constitución».',
  )
})

test.each([
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
  // Without its data nobody knows which of the two it was.
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
  ['session.refused', {}, 'Luis Gil', 'se rechazó un inicio de sesión de Luis Gil.'],
  ['catalogue.saved', { type: 'AUDIT' }, null, 'Ana guardó el catálogo de los evaluadores.'],
  ['incident.closed', { incidentTitle: 'Retraso' }, null, 'Ana cerró la incidencia «Retraso».'],
] as const)('%s %o', (event, data, subject, expected) => {
  expect(sentenceOf({ at, event, data, subject }, 'Ana')).toBe(`El 21/11/2026 a las 10:03, ${expected}`)
})

describe('whatever an entry keeps, or no longer keeps', () => {
  test.each(eventNames)('%s has a sentence without holes', event => {
    for (const subject of ['Somport', null]) {
      for (const data of [
        {},
        { document: 'Póliza', serviceName: 'Archivo', documents: ['Plan'], description: 'Llaves' },
      ]) {
        for (const who of ['Ana Ruiz (CCI)', null]) {
          const text = sentenceOf({ at, event, data, subject }, who)
          expect(text).toMatch(/^El 21\/11\/2026 a las 10:03, \S.*[^ .]\.$/)
          expect(text).not.toMatch(/undefined|null|\[object| {2}|NaN/)
        }
      }
    }
  })
})
