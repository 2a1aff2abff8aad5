import { expect, test } from 'vitest'
import { durationText } from '#domain/notification/operation/job/duration.ts'
import { jobFaultOf, jobStatusOf } from '#domain/notification/operation/job/job.ts'
import type { MailStatus } from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'
import {
  mailFaultText,
  mailStatuses,
  mailStatusOf,
  resendRefusal,
} from '#domain/notification/operation/outgoing-mail/outgoing-mail.ts'

test.each([
  ['', ''],
  ['550 5.1.1 User unknown', 'El servidor del destinatario no conoce esa dirección'],
  ['551 user not local', 'El servidor del destinatario no conoce esa dirección'],
  ['452 4.2.2 The mailbox is full', 'El buzón del destinatario está lleno'],
  ['552 mailbox quota exceeded', 'El buzón del destinatario está lleno'],
  ['554 5.7.1 Message blocked', 'El servidor del destinatario lo rechaza por sus normas'],
  ['535 5.7.8 Authentication failed', 'El servidor de correo no acepta la cuenta del portal'],
  ['451 4.7.1 Greylisted', 'El servidor del destinatario pide que se intente más tarde'],
  ['554 transaction failed', 'El servidor del destinatario lo rechaza'],
  ['Error: connect ECONNREFUSED 10.0.0.1:25', 'El servidor de correo del portal no contesta'],
  ['Error: Greeting never received: timeout', 'El servidor de correo del portal no contesta'],
  ['Error: self signed certificate', 'El servidor de correo no ofrece una conexión cifrada válida'],
  ['Error: Upgrading connection with STARTTLS failed', 'El servidor de correo no ofrece una conexión cifrada válida'],
  [
    'KeyMissing: La clave de su contraseña no está',
    'La clave con la que se hizo su contraseña no está en este servidor',
  ],
  ['TypeError: x is not a function', 'No se pudo entregar'],
])('OPS-03: explains «%s» as «%s»', (said, told) => {
  expect(mailFaultText(said)).toBe(told)
})

test.each([
  ['ENOSPC', 'disk'],
  ['EACCES', 'rights'],
  ['ECONNREFUSED', 'network'],
  ['CERT_HAS_EXPIRED', 'network'],
  ['ERR_WORKER_OUT_OF_MEMORY', 'memory'],
  ['40P01', 'database'],
  ['', 'other'],
])('OPS-03: the code «%s» of an error is a fault of the kind %s', (code, fault) => {
  expect(jobFaultOf(code)).toBe(fault)
})

test('OPS-02: a mail is sent again after a try that failed, and only then', () => {
  const of = (status: MailStatus, more = {}) => resendRefusal({ sent: false, dead: false, status, ...more })
  expect(mailStatuses.map(status => of(status))).toEqual(['mailWaits', 'mailBusy', null, null])
  expect([of('FAILED', { dead: true }), of('RETRYING', { sent: true })]).toEqual(['mailDead', 'mailSent'])
  const statuses = [
    mailStatusOf({ attempts: 0, givenUpAt: null, sending: false }),
    mailStatusOf({ attempts: 2, givenUpAt: null, sending: true }),
    mailStatusOf({ attempts: 2, givenUpAt: null, sending: false }),
    mailStatusOf({ attempts: 9, givenUpAt: '2026-11-26T09:00:00.000Z', sending: false }),
  ]
  expect(statuses).toEqual(mailStatuses)
})

test('OPS-04: a job was never run, waits for a run, succeeded or failed', () => {
  const at = '2026-11-26T09:00:00.000Z'
  const of = { askedAt: null, endedAt: at, failures: 0, stuckSince: null }
  expect(jobStatusOf({ ...of, endedAt: null })).toBe('NEVER')
  expect(jobStatusOf({ ...of, askedAt: at, failures: 2 })).toBe('ASKED')
  expect(jobStatusOf({ ...of, failures: 2 })).toBe('FAILED')
  expect(jobStatusOf(of)).toBe('DONE')
  expect(jobStatusOf({ ...of, askedAt: at, failures: 2, stuckSince: at })).toBe('STUCK')
})

test('formats durations in readable units', () => {
  expect([120, 59_999, 245_000, 7_380_000].map(durationText)).toEqual(['0,12 s', '60,00 s', '4 min 5 s', '2 h 3 min'])
})
