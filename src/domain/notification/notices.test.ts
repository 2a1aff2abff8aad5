import { describe, expect, test } from 'vitest'
import type { EventName } from '#domain/audit-log/events.ts'
import { eventNames } from '#domain/audit-log/events.ts'
import type { Recipient } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { noticesOf } from '#domain/notification/notices.ts'
import { notificationReasons } from '#domain/notification/notification.ts'
import type { LettingIn, Trouble } from '#domain/notification/undelivered.ts'
import { facts } from '#test/support/event-facts.ts'

/* Who hears what of each event, in which words, and where it leads (D51). */

const provider = { participant: 'PR' }
const evaluator = { participant: 'EV' }
const own = { participant: 'PA' }
const issuer = { participant: 'IS' }
const ofRequest = { idGenericEntity: 'PR', idProvider: 'PR', validationId: 'VA' }
const ofAssessment = { ...ofRequest, assessmentId: 'AS' }
const ofThread = { idGenericEntity: 'PA', validationId: 'VA', idClarification: 'CL' }
const ofFinding = { ...ofRequest, idFinding: 'FI' }
const users = { fansOf: 'PR', usingService: 'SE' }
const ofDocumentation = { idGenericEntity: 'PA', validationId: 'VA' }
const ofIncident = { idProvider: 'PR', idIssue: 'IN' }

type Said = [to: Recipient[], type: string, message: string, info: object, once?: 'once']
const saidOf = (event: EventName, more: Partial<EventPayload> = {}): Said[] => {
  const notices = noticesOf(event, { ...facts, ...more })
  const same = Map.groupBy(notices, ({ message, type }) => `${type} ${message}`)
  return [...same.values()].map(group => {
    const [{ type, message, info, onceKey }] = group as [(typeof notices)[number]]
    for (const other of group) expect([other.info, other.onceKey]).toEqual([info, onceKey])
    return [group.map(each => each.to), type, message, info, ...(onceKey ? [onceKey as 'once'] : [])] as Said
  })
}

test('BASE-10: a bank is notified of changes to its users by CCI, not by others', () => {
  const by = { byCentre: true, email: 'ana@banco.example', userId: 'US' }
  for (const event of ['created', 'edited', 'accepted', 'deleted', 'factor-removed', 'password-reset'] as const) {
    expect(saidOf(`user.${event}`)).toEqual([])
    const [[to, type, message] = []] = saidOf(`user.${event}`, by)
    expect([to, type]).toEqual([[own], 'USER_BY_CENTRE'])
    expect(message).toContain('ana@banco.example')
  }
  expect(saidOf('user.created', { ...by, opensOn: '2026-12-14' }).map(([, type]) => type)).toEqual([
    'USER_BY_CENTRE',
    'NEW_PRINCIPAL',
  ])
})

const told: { readonly [E in EventName]?: Said[] } = {
  'use.level-broken': [
    [
      [own],
      'LEVEL_BROKEN',
      '«Archivo», de Lumbre, S.L., no cumple el nivel que exige. Disponibilidad: exigido A, obtenido B.',
      { idUse: 'UE', idProvider: 'PR' },
    ],
  ],
  'use.level-met': [
    [
      [own],
      'LEVEL_MET',
      '«Archivo», de Lumbre, S.L., cumple el nivel que exige: A/B/A+.',
      { idUse: 'UE', idProvider: 'PR' },
    ],
  ],
  'document.assigned': [
    [
      [{ user: 'CO' }],
      'TASK_ASSIGNED',
      'Una persona de su organización le ha asignado el documento «Póliza».',
      { idGenericEntity: 'PA', validationId: 'VA', name: 'Póliza' },
    ],
  ],
  'clarification.assigned': [
    [
      [{ user: 'CO' }],
      'TASK_ASSIGNED',
      'Una persona de su organización le ha asignado la aclaración «Alcance».',
      // These facts name a document too, which an event has instead of a thread.
      { idGenericEntity: 'PA', validationId: 'VA', name: 'Póliza' },
    ],
  ],
  'invitation-request.asked': [
    [
      ['centre'],
      'INVITATION_ASKED',
      'Mirlo, S.L. pide que se invite a «Nimbus, S.A.».',
      { idGenericEntity: 'PA', name: 'Nimbus, S.A.' },
    ],
  ],
  'invitation-request.invited': [
    [
      [own],
      'INVITATION_ANSWERED',
      'El CCI ha invitado a «Nimbus, S.A.», cuya alta pidió su entidad. Aparecerá en la búsqueda cuando complete la suya.',
      { idGenericEntity: 'PA', name: 'Nimbus, S.A.' },
    ],
  ],
  'invitation-request.declined': [
    [
      [own],
      'INVITATION_ANSWERED',
      'El CCI no ha invitado a «Nimbus, S.A.», cuya alta pidió su entidad: Eicar.',
      { idGenericEntity: 'PA', name: 'Nimbus, S.A.' },
    ],
  ],
  'reliance.due': [
    [
      [own],
      'RELIANCE_REVIEW_DUE',
      'El expediente de confianza de «Archivo», de Lumbre, S.L., está por revisar. La calificación caducó el 14/12/2026.',
      { idUse: 'UE', idProvider: 'PR', idReliance: 'RE' },
      'once',
    ],
  ],
  'saved-view.matched': [
    [
      [{ user: 'US' }],
      'SEARCH_MATCHES',
      'Su búsqueda «Caducan» tiene 3 filas nuevas.',
      { list: '/provider?status=QUALIFIED' },
    ],
  ],
  'register-ask.made': [
    [
      [own],
      'REGISTER_DATA_ASKED',
      'Entidades que utilizan sus servicios necesitan sus datos para el registro de información. Complételos una vez para todas.',
      { idGenericEntity: 'PA', place: 'register-data' },
    ],
  ],
  'chain.changed': [
    [
      [users],
      'CHAIN_CHANGED',
      'Cambia la cadena de subcontratación de «Archivo», de Lumbre, S.L., desde el 21/12/2026 y 01/02/2027.',
      { idProvider: 'PR', idService: 'SE' },
      'once',
    ],
  ],
  'stance.due': [
    [
      [own],
      'CHAIN_STANCE_DUE',
      'El 14/12/2026 cambia la cadena de subcontratación de «Archivo», de Lumbre, S.L., y su entidad no ha anotado si tiene objeción.',
      { idProvider: 'PR', idService: 'SE', idUse: 'UE' },
      'once',
    ],
  ],
  'company-identity.lei-ending': [
    [
      [own],
      'LEI_ENDING',
      'Su LEI debe renovarse antes del 14/12/2026: caducado, los registros de sus clientes lo rechazan. Cuando lo renueve, anote la nueva fecha.',
      { idGenericEntity: 'PA' },
      'once',
    ],
  ],
  'register-entity.lei-ending': [
    [
      [own],
      'OWN_LEI_ENDING',
      'El LEI de su entidad debe renovarse antes del 14/12/2026: con uno caducado se rechaza su registro de información. Cuando lo renueve, anote la nueva fecha.',
      { idGenericEntity: 'PA' },
      'once',
    ],
  ],
  'arrangement.ending': [
    [
      [own],
      'CONTRACT_ENDING',
      'El contrato CT-01 de su registro de información termina el 14/12/2026. Si se renueva, anote la nueva fecha.',
      { idGenericEntity: 'PA', idArrangement: 'AR' },
      'once',
    ],
  ],
  'arrangement.notice-ending': [
    [
      [own],
      'CONTRACT_NOTICE_ENDING',
      'Hasta el 14/12/2026 puede avisar con el preaviso pactado de que el contrato CT-01 de su registro de información no continúa.',
      { idGenericEntity: 'PA', idArrangement: 'AR' },
      'once',
    ],
  ],
  'documentation.sent': [
    [['centre'], 'DOC_PENDING', 'Mirlo, S.L. ha enviado documentación para verificar.', ofDocumentation],
  ],
  'documentation.accepted': [
    [[own], 'DOC_ACCEPTED', 'El CCI ha aceptado su documentación. Ya puede usar todo el portal.', ofDocumentation],
  ],
  'documentation.rejected': [
    [
      [own],
      'DOC_REJECTED',
      'El CCI ha rechazado «Póliza», «Plan». Lea el motivo y suba otra versión.',
      ofDocumentation,
    ],
  ],
  'document.lapsed': [
    [
      [own],
      'DOC_LAPSED',
      'Su documento «Póliza» caducó el 14/12/2026. Suba una versión vigente.',
      ofDocumentation,
      'once',
    ],
  ],
  'document.about-to-lapse': [
    [
      [own],
      'DOC_NOTICE_LAPSED',
      'Su documento «Póliza» caduca el 14/12/2026. Suba una versión nueva antes.',
      { ...ofDocumentation, documentId: 'DO' },
      'once',
    ],
  ],
  'catalogue.document-added': [
    [
      [{ documentedAs: 'PROVIDER' }],
      'DOC_REQUIRED',
      'El CCI pide ahora «Póliza», «Plan». Lo ya aceptado sigue aceptado: suba lo que falta en «Mi documentación».',
      {},
    ],
  ],
  'assessment.confirmed': [
    [
      ['centre'],
      'ASSESSMENT_CONFIRMED',
      'Somport, S.L.P. ha confirmado la evaluación de «Archivo», de Lumbre, S.L.',
      ofAssessment,
    ],
    [
      [provider],
      'ASSESSMENT_CONFIRMED',
      'Somport, S.L.P. ha confirmado la evaluación de su solicitud de «Archivo».',
      ofAssessment,
    ],
  ],
  'assessment.reopened': [
    [
      [evaluator],
      'ASSESSMENT_REOPENED',
      'Se ha sustituido un archivo y debe revisar y confirmar de nuevo la evaluación de «Archivo», de Lumbre, S.L.',
      ofAssessment,
    ],
  ],
  'finding.raised': [
    [[provider], 'FINDING_RAISED', 'Hay 3 hallazgos nuevos en «Archivo». Planifique sus medidas.', ofRequest],
  ],
  'finding.due': [
    [
      [provider],
      'FINDING_DUE',
      'La medida del hallazgo «RE-03», de «Archivo», vence el 14/12/2026.',
      ofFinding,
      'once',
    ],
  ],
  'finding.overdue': [
    [
      [provider, evaluator],
      'FINDING_OVERDUE',
      'La medida del hallazgo «RE-03», de «Archivo», venció el 14/12/2026 y no consta como hecha.',
      ofFinding,
      'once',
    ],
    [
      [users],
      'FINDING_OVERDUE',
      'Lumbre, S.L. no ha terminado en plazo la medida de un hallazgo de «Archivo» (RE-03), que vencía el 14/12/2026.',
      ofFinding,
      'once',
    ],
  ],
  'finding.done': [
    [
      [evaluator],
      'FINDING_DONE',
      'Lumbre, S.L. ha dado por hecha la medida del hallazgo «RE-03», de «Archivo»: compruébela.',
      ofFinding,
    ],
  ],
  'appeal.made': [
    [['centre'], 'APPEAL_MADE', 'Mirlo, S.L. reclama contra la calificación de «Archivo»: «Alcance».', ofThread],
  ],
  'appeal.decided': [
    [
      [own],
      'APPEAL_DECIDED',
      'El CCI ha estimado su reclamación contra la calificación de «Archivo»: «Alcance».',
      ofThread,
    ],
  ],
  'clarification.asked': [
    [[evaluator], 'CLARIFICATION_ASKED', 'El CCI pide una aclaración sobre «Archivo»: «Alcance».', ofThread],
  ],
  'clarification.asked-more': [
    [[evaluator], 'CLARIFICATION_ASKED', 'El CCI pregunta más sobre «Archivo»: «Alcance».', ofThread],
  ],
  'clarification.answered': [
    [['centre'], 'CLARIFICATION_ANSWERED', 'Somport, S.L.P. ha contestado sobre «Archivo»: «Alcance».', ofThread],
  ],
  'clarification.due': [
    [
      [evaluator],
      'CLARIFICATION_DUE',
      'El plazo para contestar a «Alcance», sobre «Archivo», termina el 14/12/2026.',
      ofThread,
      'once',
    ],
  ],
  'request.sent': [
    [
      ['centre'],
      'DOC_AUDIT_REPORT_PENDING',
      'Lumbre, S.L. ha enviado el informe de «Archivo», evaluado por Somport, S.L.P.',
      ofRequest,
    ],
    [[evaluator], 'AUDIT_CHOSEN', 'Lumbre, S.L. le ha elegido como evaluador de «Archivo».', ofRequest],
  ],
  'request.renewal-sent': [
    [
      ['centre'],
      'RENEWAL_PENDING',
      'Lumbre, S.L. ha enviado la renovación de «Archivo», evaluada por Somport, S.L.P.',
      ofRequest,
    ],
    [
      [evaluator],
      'AUDIT_CHOSEN',
      'Lumbre, S.L. le ha elegido como evaluador de la renovación de «Archivo».',
      ofRequest,
    ],
  ],
  'independence.due': [
    [
      [evaluator],
      'INDEPENDENCE_DUE',
      'Falta su declaración de independencia para «Archivo», de Lumbre, S.L.',
      ofRequest,
      'once',
    ],
  ],
  'independence.conflict-declared': [
    [
      ['centre'],
      'INDEPENDENCE_CONFLICT',
      'Somport, S.L.P. declara un posible conflicto de independencia en «Archivo», de Lumbre, S.L.',
      ofRequest,
    ],
  ],
  'independence.refused': [
    [
      [provider],
      'INDEPENDENCE_REFUSED',
      'El CCI no ha admitido a Somport, S.L.P. como evaluador de «Archivo»: «Eicar». Elimine la solicitud y envíela con otro evaluador.',
      ofRequest,
    ],
    [
      [evaluator],
      'INDEPENDENCE_REFUSED',
      'El CCI no le ha admitido como evaluador de «Archivo», de Lumbre, S.L.: «Eicar».',
      ofRequest,
    ],
  ],
  'request.rejected': [
    [
      [provider],
      'DOC_AUDIT_REPORT_REJECTED',
      'El CCI ha rechazado «Póliza», «Plan» de su solicitud de «Archivo».',
      ofRequest,
    ],
    [
      [evaluator],
      'DOC_AUDIT_REPORT_REJECTED',
      'El CCI ha rechazado «Póliza», «Plan» de «Archivo», de Lumbre, S.L.',
      ofRequest,
    ],
  ],
  'request.qualified': [
    [
      [provider, evaluator, users],
      'SCORE_LOADED',
      'Lumbre, S.L. tiene calificación A/B/A+ en «Archivo», hasta el 14/12/2026.',
      ofRequest,
    ],
  ],
  'score.corrected': [
    [
      [provider, evaluator, users],
      'SCORE_LOADED',
      'El CCI ha corregido la calificación de Lumbre, S.L. en «Archivo»: A/B/A+, hasta el 14/12/2026.',
      ofRequest,
    ],
  ],
  'score.review-begun': [
    [
      [provider, evaluator, users],
      'SCORE_UNDER_REVIEW',
      'El CCI revisa la calificación de Lumbre, S.L. en «Archivo», que sigue vigente. Motivo: Eicar.',
      ofRequest,
    ],
  ],
  'score.review-lifted': [
    [
      [provider, evaluator, users],
      'SCORE_UNDER_REVIEW',
      'El CCI ha terminado la revisión de la calificación de Lumbre, S.L. en «Archivo». Resultado: Sin cambios.',
      ofRequest,
    ],
  ],
  'bulletin.published': [
    [[provider], 'ISSUE_MODIFIED', 'El CCI ha publicado un comunicado sobre la incidencia «Retraso».', ofIncident],
    [
      [{ toldOf: 'BU' }],
      'INCIDENT_AFFECTS',
      'Nuevo comunicado sobre una incidencia de Lumbre, S.L., que afecta a «Archivo». Gravedad: crítica.',
      { idProvider: 'PR', idBulletin: 'BU' },
    ],
  ],
  'bulletin.proposed': [
    [
      ['centre'],
      'ISSUE_MODIFIED',
      'Lumbre, S.L. propone el texto de un comunicado sobre la incidencia «Retraso».',
      ofIncident,
    ],
  ],
  'acknowledgement.due': [
    [
      [own],
      'INCIDENT_AFFECTS',
      'Su entidad no ha acusado recibo del comunicado sobre una incidencia de Lumbre, S.L. Gravedad: crítica.',
      { idProvider: 'PR', idBulletin: 'BU' },
      'once',
    ],
  ],
  'score.about-to-lapse': [
    [
      [provider, users],
      'SCORE_NOTICE_LAPSED',
      'La calificación de Lumbre, S.L. en «Archivo» caduca el 14/12/2026.',
      ofRequest,
      'once',
    ],
  ],
  'score.lapsed': [
    [
      [provider, evaluator, users],
      'SCORE_LAPSED',
      'La calificación de Lumbre, S.L. en «Archivo» caducó el 14/12/2026.',
      ofRequest,
      'once',
    ],
  ],
  'participant.accreditation-ending': [
    [
      [own, 'centre'],
      'AUDIT_NOTICE_EXPIRED',
      'La acreditación de Mirlo, S.L. caduca el 14/12/2026.',
      ofDocumentation,
      'once',
    ],
  ],
  'api-key.ending': [
    [
      [own],
      'API_KEY_ENDING',
      'La clave de API «GRC» caduca el 14/12/2026. Cree otra y póngala en su sistema antes de ese día.',
      {},
      'once',
    ],
  ],
  'webhook.disabled': [
    [
      [own],
      'WEBHOOK_DISABLED',
      'El webhook de grc.banco.example se ha desactivado: su sistema no ha aceptado una entrega en 72 horas. Actívelo cuando vuelva a contestar y envíe otra vez lo que falte.',
      { idGenericEntity: 'PA', idWebhook: 'WE' },
    ],
  ],
  'acceptance.ending': [
    [
      [own],
      'ACCEPTANCE_ENDING',
      'Su aceptación del riesgo de «Archivo», de Lumbre, S.L., caduca el 14/12/2026.',
      { idProvider: 'PR', idUse: 'UE' },
      'once',
    ],
  ],
  'participant.accreditation-expired': [
    [['centre', own], 'AUDIT_EXPIRED', 'La acreditación de Mirlo, S.L. caducó el 14/12/2026.', ofDocumentation, 'once'],
  ],
  'file.infected': [
    [['centre'], 'NOTICE', 'El antivirus ha encontrado Eicar en un archivo, que ni se admite ni se entrega.', {}],
  ],
  'file.damaged': [
    [
      ['centre'],
      'FILE_DAMAGED',
      '«Póliza», «Plan» de Mirlo, S.L.: el archivo guardado está dañado o falta y no se entrega. Recupérelo de la copia de seguridad.',
      { idGenericEntity: 'PA' },
    ],
  ],
  'notification.sent': [[[own], 'NOTICE', 'Mañana no hay servicio.', {}]],
  'queue.overdue': [
    [
      ['centre'],
      'QUEUE_OVERDUE',
      'La incidencia «Retraso» sobre Lumbre, S.L. espera al CCI, y su plazo venció el 20/11/2026.',
      ofIncident,
      'once',
    ],
  ],
  'mail.failed': [
    [
      ['centre'],
      'MAIL_FAILED',
      '3 correos no se han podido entregar en 5 días y ya no se intentan. Mire la causa y, cuando esté resuelta, reenvíelos.',
      { place: 'operation' },
    ],
  ],
  'job.failing': [
    [
      ['centre'],
      'JOB_FAILING',
      'El proceso «Enviar los correos» ha fallado dos veces seguidas. No hay sitio en el disco.',
      { place: 'operation' },
    ],
  ],
  'incident.raised': [
    [['centre'], 'ISSUE_CREATED', 'Banco, S.A. notifica una incidencia sobre Lumbre, S.L.: «Retraso».', ofIncident],
  ],
  'incident.opened': [[[issuer, provider], 'ISSUE_OPEN', 'La incidencia «Retraso» está abierta.', ofIncident]],
  'incident.edited': [
    [[issuer, provider], 'ISSUE_MODIFIED', 'La incidencia «Retraso» tiene otro detalle.', ofIncident],
  ],
  'incident.closed': [[[issuer, provider], 'ISSUE_MODIFIED', 'La incidencia «Retraso» está cerrada.', ofIncident]],
  'incident.reopened': [
    [[issuer, provider], 'ISSUE_MODIFIED', 'La incidencia «Retraso» se ha vuelto a abrir.', ofIncident],
  ],
}

describe('D51: notifications of each event', () => {
  // CCI is notified of a resubmitted request as of a new one; proposals and mails need more facts than these.
  const [again] = told['request.sent']!
  const all = { ...told, 'request.edited': [again!], 'request.renewed': [again!] }
  test.each(eventNames)('%s', event => expect(saidOf(event)).toEqual(all[event] ?? []))

  test('SEAL-06: where the centre asks for the declaration, a new round tells the evaluator', () => {
    for (const event of ['request.edited', 'request.renewed'] as const) {
      expect(saidOf(event, { declares: true })).toContainEqual([
        [evaluator],
        'INDEPENDENCE_DUE',
        'La solicitud de «Archivo», de Lumbre, S.L., se ha enviado de nuevo y necesita otra declaración de independencia.',
        ofRequest,
      ])
    }
    const [, chosen] = saidOf('request.sent', { declares: true })
    expect(chosen![3]).toEqual({ ...ofRequest, place: 'independence' })
  })

  test('every notice has a reason that people read', () => {
    const types = Object.values(told).flatMap(said => said.map(([, type]) => type))
    expect(types.filter(type => !(type in notificationReasons))).toEqual([])
  })
})

test('an unknown recipient gets no notice, and an unknown fact is left out', () => {
  const participants = { participantId: undefined, providerId: undefined, evaluatorId: undefined, issuerId: undefined }
  const unknown = { ...participants, searcherId: undefined, colleagueId: undefined }
  const heard = eventNames.flatMap(event => noticesOf(event, { ...facts, ...unknown }).map(({ to }) => to))
  expect(heard.filter(to => to !== 'centre')).toEqual([{ documentedAs: 'PROVIDER' }])
  expect(saidOf('catalogue.document-added', { documents: [] })).toEqual([])
  expect(saidOf('catalogue.document-added', { documents: undefined })).toEqual([])
  expect(saidOf('catalogue.document-added', { kind: undefined })).toEqual([])
  expect(saidOf('file.damaged', { participantName: undefined })[0]![2]).toMatch(/^«Póliza», «Plan»: el archivo/)
  expect(saidOf('notification.sent', { notice: undefined })[0]![2]).toBe('')
})

test('D22: only CCI reads the free text of a submission', () => {
  const freeText = 'Va la póliza renovada'
  expect(saidOf('documentation.sent', { freeText })[0]![2]).toBe(
    'Mirlo, S.L. ha enviado documentación para verificar. Mensaje: «Va la póliza renovada».',
  )
  for (const event of ['request.sent', 'request.edited', 'request.renewed'] as const) {
    const heard = saidOf(event, { freeText }).filter(([, , message]) => message.includes(freeText))
    expect(heard.map(([to, , message]) => [to, message])).toEqual([
      [
        ['centre'],
        'Lumbre, S.L. ha enviado el informe de «Archivo», evaluado por Somport, S.L.P. Mensaje: «Va la póliza renovada».',
      ],
    ])
  }
})

test('D51: the notice of a lapsed optional document says that renewal is optional', () => {
  const [[to, type, message]] = saidOf('document.lapsed', { isOptional: true }) as [Said]
  expect([to, type]).toEqual([[own], 'DOC_LAPSED'])
  expect(message).toBe(
    'Su documento opcional «Póliza» caducó y ya no vale. Si quiere que vuelva a valer, suba una versión vigente.',
  )
})

test('notifies once when issuer and provider are the same, and names the old title after a rename', () => {
  expect(saidOf('incident.closed', { issuerId: 'PR' })[0]![0]).toEqual([provider])
  expect(saidOf('incident.edited', { incidentTitleBefore: 'Demora' })).toEqual([
    [[issuer, provider], 'ISSUE_MODIFIED', 'La incidencia «Demora» se llama ahora «Retraso».', ofIncident],
  ])
})

test('RENEW-16: notifies the audience of a step, and for a score also the banks that use the service', () => {
  const to = (event: EventName, more: Partial<EventPayload>) =>
    saidOf(event, more).flatMap(([recipients]) => recipients)
  const used = { fansOf: 'PR', usingService: 'SE' }
  expect(to('score.about-to-lapse', { serviceId: 'SE' })).toEqual([provider, used])
  expect(to('score.about-to-lapse', { serviceId: 'SE', audience: 'owner' })).toEqual([provider])
  expect(to('score.about-to-lapse', { serviceId: 'SE', audience: 'others' })).toEqual([used])
  expect(to('participant.accreditation-ending', { audience: 'owner' })).toEqual([own])
  expect(to('participant.accreditation-ending', { audience: 'others' })).toEqual(['centre'])
})

describe('ALERT-04: banks that marked a provider or use its service are notified when it gets worse', () => {
  const droppedTo = (ratingBefore: string | undefined, rating: string) =>
    saidOf('score.corrected', { ratingBefore, rating }).filter(([, type]) => type === 'RATING_DROPPED')

  test('a rating that is lower in any dimension', () => {
    const message =
      'La calificación de Lumbre, S.L. en «Archivo» baja de A/A/A a A+/B/A, en Integridad. Compruebe si aún le basta.'
    expect(droppedTo('A/A/A', 'A+/B/A')).toEqual([
      [[users], 'RATING_DROPPED', message, { idProvider: 'PR', validationId: 'VA' }],
    ])
    expect([droppedTo(undefined, 'D/D/D'), droppedTo('A/A/A', 'A/A+/A')]).toEqual([[], []])
    expect(saidOf('request.qualified', { ratingBefore: 'A/A/A', rating: 'A/A/B' }).map(([, type]) => type)).toEqual([
      'SCORE_LOADED',
      'RATING_DROPPED',
    ])
  })

  test('another name, CIF or address of a provider, and no other field of it', () => {
    const edited = (changed: string[], more: Partial<EventPayload> = {}) =>
      saidOf('participant.edited', { providerId: undefined, changed, ...more })
    const customers = { fansOf: 'PA', usingService: 'any' }
    expect(edited(['web', 'cif', 'address'])).toEqual([
      [
        [customers],
        'COMPANY_CHANGED',
        'Mirlo, S.L. tiene otros datos: el CIF y la dirección. Compruebe sus contratos.',
        { idProvider: 'PA' },
      ],
    ])
    expect(edited(['name'], { nameBefore: 'Mirla, S.L.' })[0]![2]).toBe(
      'Mirlo, S.L. (antes, Mirla, S.L.) tiene otros datos: el nombre. Compruebe sus contratos.',
    )
    expect([edited(['web']), edited(['cif'], { kind: 'AUDIT' })]).toEqual([[], []])
  })
})

test('DESK-08: notifies the assignee of overdue work, and says what is overdue', () => {
  const request = { incidentId: undefined, incidentTitle: undefined }
  expect(saidOf('queue.overdue', { ...request, assigneeId: 'US' })).toEqual([
    [
      [{ user: 'US' }],
      'QUEUE_OVERDUE',
      'El informe de «Archivo» de Lumbre, S.L. espera al CCI, y su plazo venció el 20/11/2026.',
      ofRequest,
      'once',
    ],
  ])
  const documentation = { ...request, serviceName: undefined, providerId: undefined, providerName: undefined }
  expect(saidOf('queue.overdue', documentation)[0]!.slice(2, 4)).toEqual([
    'La documentación de Mirlo, S.L. espera al CCI, y su plazo venció el 20/11/2026.',
    ofDocumentation,
  ])
})

describe('notifies CCI of a proposal, with the action and its object', () => {
  const ofParticipant = { idGenericEntity: 'PA', kind: 'PROVIDER', name: 'Mirlo, S.L.' }
  test.each([
    ['participant.delete', 'eliminar el participante «Mirlo, S.L.».', ofParticipant],
    ['participant.rename', 'cambiar el nombre o el CIF de «Mirlo, S.L.» por «Mirlo Dos».', ofParticipant],
    ['service.rename', 'cambiar el servicio «Archivo» por «Mirlo Dos».', { name: 'Archivo' }],
    ['score.publish', 'publicar la calificación A/B/A+ de Lumbre, S.L. en «Archivo», hasta el 14/12/2026.', ofRequest],
    ['score.correct', 'corregir la calificación de Lumbre, S.L. en «Archivo»: A/B/A+, hasta el 14/12/2026.', ofRequest],
    ['two-people.off', 'que dejen de hacer falta dos personas.', {}],
    ['centre-rules.loosen', 'desactivar «Evaluación obligatoria» en las reglas del centro.', { place: 'centre-rules' }],
  ] as const)('%s', (act, what, info) => {
    const message = `Ana Ruiz propone ${what} Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del 28/11/2026 a las 10:00.`
    expect(saidOf('proposal.made', { act })).toEqual([[['centre'], 'PROPOSAL_PENDING', message, info]])
  })
})

describe('a mail that does not arrive', () => {
  const ofInvitation = { idGenericEntity: 'PA', email: 'a@x.example' }
  const ofUser = { idGenericEntity: 'PA' }
  const mailed = (template: LettingIn, trouble: Trouble) =>
    saidOf('mail.undelivered', { email: 'a@x.example', template, trouble })[0]!

  test.each([
    ['invitation', ['centre'], 'La invitación a a@x.example', ofInvitation],
    ['invitation-reminder', ['centre'], 'La invitación a a@x.example', ofInvitation],
    ['user-created', [own], 'El correo con el que a@x.example entra por primera vez', ofUser],
    ['password-ending', [own], 'El correo con el que a@x.example entra por primera vez', ofUser],
  ] as const)('%s: undelivered mail notifies those who can correct it', (template, hearers, what, info) => {
    const wrong =
      hearers[0] === 'centre'
        ? 'Si la dirección no es correcta, retire la invitación e invite a la buena.'
        : 'Compruebe la dirección en Gestión de usuarios.'
    expect(mailed(template, { refused: false, reason: '' })).toEqual([
      hearers,
      'MAIL_UNDELIVERED',
      `${what} no se ha podido entregar en 4 horas. Se sigue intentando durante 5 días. Puede haber más correos que esperan.`,
      info,
      'once',
    ])
    expect(mailed(template, { refused: true, reason: '550 no' })).toEqual([
      hearers,
      'MAIL_UNDELIVERED',
      `${what} no llega: su servidor lo rechaza («550 no»). ${wrong}`,
      info,
    ])
  })
})
